import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Outcome } from './outcome.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { isLost, postgresFailure } from './postgres-failure.ts'
import { readMark, setMark } from './postgres-marks.ts'
import type { Row, Statement } from './storage.ts'

type Call = readonly Statement[]

/** How long to ask what became of a commit whose answer got lost, in ms. */
const patience = 10_000

/** Runs calls in one transaction. When one of them is wrong, each is run again in a transaction of its own. */
export async function runPostgresGroup(connection: PostgresConnection, calls: readonly Call[]): Promise<Outcome[]> {
  try {
    const rows = await transaction(connection, calls)
    return rows.map((rowsOfCall) => ({ ok: true, rows: rowsOfCall }))
  } catch (error) {
    const failure = postgresFailure(error)
    // A deadlock with another server's group is nobody's fault either.
    const isOurs = !failure.unavailable || failure.code?.toString().startsWith('40')
    if (calls.length === 1 || !isOurs) return calls.map(() => failure)
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(...(await runPostgresGroup(connection, [call])))
    return outcomes
  }
}

async function transaction(connection: PostgresConnection, calls: readonly Call[]): Promise<Row[][][]> {
  const client = await connection.client()
  // One write for the whole group rather than one a statement.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  const sent = [
    client.query('BEGIN'),
    ...calls.flatMap((call) => call.map((statement) => connection.run(client, statement))),
    client.query<{ xid: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS xid'),
  ]
  stream.uncork()
  const results = await Promise.allSettled(sent)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await client.query('ROLLBACK').catch(() => connection.drop())
    throw failed.reason
  }
  const [, ...answers] = await Promise.all(sent)
  const { rows: [last] = [] } = answers.pop() as { rows: { xid: string | null }[] }
  // Not before all results are here: so a lost answer leaves but one thing open, which is asked for below.
  await (last?.xid === null ? client.query('COMMIT') : commitMarked(connection, client))
  return calls.map((call) => answers.splice(0, call.length) as Row[][])
}

/** Commits together with a mark, by which a commit whose answer got lost is found again. */
async function commitMarked(connection: PostgresConnection, client: pg.Client): Promise<void> {
  const number = connection.nextMark()
  try {
    await Promise.all([connection.run(client, setMark(connection.id, number)), client.query('COMMIT')])
  } catch (error) {
    connection.drop()
    if (!isLost(error) || !(await wasCommitted(connection, number))) throw error
  }
}

/**
 * Asks a new connection whether a transaction was committed before the old one was lost. Its number alone would not do:
 * a database that crashed gives out once more the numbers that did not reach its disk.
 */
async function wasCommitted(connection: PostgresConnection, number: number): Promise<boolean> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    try {
      const [row] = await connection.run(await connection.client(), readMark(connection.id))
      return row?.number === number
    } catch {
      connection.drop()
    }
    await sleep(100)
  }
  return false
}
