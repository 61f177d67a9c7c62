import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { GroupRun } from '../batcher.ts'
import type { Failure, Outcome } from '../outcome.ts'
import type { Row, Statement } from '../storage.ts'
import { planOf } from './merged-calls.ts'
import { type PostgresConnection, streamOf } from './postgres-connection.ts'
import { isLost, postgresFailure } from './postgres-failure.ts'
import { readMark, setMark } from './postgres-marks.ts'

type Call = readonly Statement[]

/** How long to ask what became of a commit whose answer got lost, in ms, unless who waits for it gives up before. */
const patience = 10_000

/** Where a group stands, for who may have to give it up. */
interface Course {
  isGivenUp: boolean
  isCommitting: boolean
  /** From when the commit is sent: it may be stored. */
  mayBeStored: boolean
}

/** Nobody knows whether this was committed. */
class CommitLost extends Error {}

/** Runs calls in one transaction. When one of them is wrong, each is run again in a transaction of its own. */
export function runPostgresGroup(connection: PostgresConnection, calls: readonly Call[]): GroupRun {
  const course: Course = { isGivenUp: false, isCommitting: false, mayBeStored: false }
  return {
    outcomes: outcomesOf(connection, calls, course),
    giveUp(isWaitedFor) {
      if (course.isCommitting && isWaitedFor) return 'committing'
      course.isGivenUp = true
      // The database rolls back what it has heard no COMMIT of.
      connection.drop()
      return course.mayBeStored ? 'unknown' : 'nothing stored'
    },
  }
}

async function outcomesOf(connection: PostgresConnection, calls: readonly Call[], course: Course): Promise<Outcome[]> {
  try {
    const rows = await transaction(connection, calls, course)
    return rows.map((rowsOfCall) => ({ ok: true, rows: rowsOfCall }))
  } catch (error) {
    const failure: Failure = { ...postgresFailure(error), isOpen: error instanceof CommitLost }
    // A deadlock with another server's group is nobody's fault either.
    const isOurs = !failure.unavailable || failure.code?.toString().startsWith('40')
    if (calls.length === 1 || !isOurs) return calls.map(() => failure)
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(...(await outcomesOf(connection, [call], course)))
    return outcomes
  }
}

async function transaction(connection: PostgresConnection, calls: readonly Call[], course: Course): Promise<Row[][][]> {
  if (course.isGivenUp) throw new Error('nobody waits for it any more')
  const client = await connection.client()
  const plan = planOf(calls)
  // One write for the whole group rather than one a statement.
  const stream = streamOf(client)
  stream.cork()
  const sent = [
    client.query('BEGIN'),
    ...plan.statements.map((statement) => connection.run(client, statement)),
    client.query<{ xid: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS xid'),
  ]
  stream.uncork()
  const results = await Promise.allSettled(sent)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    if (isLost(failed.reason)) connection.drop()
    else await client.query('ROLLBACK').catch(() => connection.drop())
    throw failed.reason
  }
  const [, ...answers] = await Promise.all(sent)
  const { rows: [last] = [] } = answers.pop() as { rows: { xid: string | null }[] }
  if (course.isGivenUp) throw new Error('nobody waits for it any more')
  // Not before all results are here: so a lost answer leaves but one thing open, which is asked for below.
  await (last?.xid === null ? client.query('COMMIT') : commitMarked(connection, client, course))
  return plan.deal(answers as Row[][])
}

/** Commits together with a mark, by which a commit whose answer got lost is found again. */
async function commitMarked(connection: PostgresConnection, client: pg.Client, course: Course): Promise<void> {
  const number = connection.nextMark()
  const before = course.mayBeStored
  course.mayBeStored = true
  course.isCommitting = true
  try {
    await Promise.all([connection.run(client, setMark(connection.id, number)), client.query('COMMIT')])
  } catch (error) {
    connection.drop()
    const isThere = isLost(error) && (await wasCommitted(connection, number, course))
    if (isThere === null) throw new CommitLost(String(error), { cause: error })
    if (isThere) return
    course.mayBeStored = before
    throw error
  } finally {
    course.isCommitting = false
  }
}

/**
 * Asks a new connection whether a transaction was committed before the old one was lost; null when nobody answers. Its
 * number alone would not do: a database that crashed gives out once more the numbers that did not reach its disk.
 */
async function wasCommitted(connection: PostgresConnection, number: number, course: Course): Promise<boolean | null> {
  const end = Date.now() + patience
  while (Date.now() < end && !course.isGivenUp) {
    try {
      const [row] = await connection.run(await connection.client(), readMark(connection.id))
      return row?.number === number
    } catch {
      connection.drop()
    }
    await sleep(100)
  }
  return null
}
