import { type Batcher, createBatcher, type GroupRun } from '../batcher.ts'
import type { Outcome } from '../outcome.ts'
import type { Statement } from '../storage.ts'
import { firstFailure, inOneWrite, PostgresConnection } from './postgres-connection.ts'
import { isLost, onlyReads, postgresFailure } from './postgres-failure.ts'
import type { PostgresServers } from './postgres-servers.ts'

/** Reads at a time: a long one shall not hold up all others. */
const inFlight = 2

/** The read path, by connections that are made when they are needed. `atomic` reads. */
export function postgresReading(servers: PostgresServers): Pick<Batcher, 'atomic' | 'close'> {
  const connections = Array.from({ length: inFlight }, () => new PostgresConnection(servers, { isReading: true }))
  const free = [...connections]
  const batcher = createBatcher(
    ([statements = []]) => {
      const connection = free.pop() as PostgresConnection
      const { outcomes, giveUp } = runRead(connection, statements)
      return { outcomes: outcomes.finally(() => free.push(connection)), giveUp }
    },
    { inFlight, mostCalls: 1 },
  )
  return {
    atomic: batcher.atomic,
    async close() {
      await batcher.close()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

function runRead(connection: PostgresConnection, statements: readonly Statement[]): GroupRun {
  return {
    outcomes: outcomeOf(connection, statements).then((outcome) => [outcome]),
    giveUp() {
      connection.drop()
      return 'nothing stored'
    },
  }
}

/** Everything is sent at once. What comes after a wrong statement does nothing, and COMMIT ends that transaction too. */
async function outcomeOf(connection: PostgresConnection, statements: readonly Statement[]): Promise<Outcome> {
  try {
    const client = await connection.client()
    const isOne = statements.length === 1
    const [begun, sent, ended] = inOneWrite(client, () => [
      isOne ? [] : [client.query('BEGIN')],
      statements.map((statement) => connection.run(client, statement)),
      isOne ? [] : [client.query('COMMIT')],
    ])
    const failed = await firstFailure([...begun, ...sent, ...ended])
    if (failed) throw failed.reason
    return { ok: true, rows: await Promise.all(sent) }
  } catch (error) {
    if (isLost(error)) connection.drop()
    const failure = postgresFailure(error)
    // It was to change something.
    return failure.code === onlyReads ? { ...failure, unavailable: false } : failure
  }
}
