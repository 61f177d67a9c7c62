import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { GroupRun } from '../batcher.ts'
import type { CallOutcome, Failure } from '../outcome.ts'
import type { Row, Statement } from '../storage.ts'
import { firstFailure, inOneWrite, type PostgresConnection } from './postgres-connection.ts'

/**
 * Classes and codes of SQLSTATE that speak of the connection, the disk, the operator or a lock rather than of the
 * statement: connection exception, insufficient resources, operator intervention, system error, transaction rollback,
 * read-only transaction (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const outages = /^(08|53|57|58|40|25006)/

/** The SQLSTATE of a change where nothing can be changed. */
export const onlyReads = '25006'

/** The last commit of each connection: PostgreSQL's alone, so it stands in no migration. */
export const marksTable = `CREATE TABLE IF NOT EXISTS commit_marks (
  connection TEXT PRIMARY KEY,
  number BIGINT NOT NULL,
  marked_at TIMESTAMPTZ NOT NULL
)`

/** Marks of servers that did not say goodbye. */
export const forgetOldMarks = "DELETE FROM commit_marks WHERE marked_at < now() - interval '1 day'"

/** Of what says many at once. */
const numbers = new Map<string, number>()

type Call = readonly Statement[]

/** How long to ask what became of a commit whose answer got lost, in ms, unless who waits for it gives up before. */
const deadlineMs = 10_000

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

async function outcomesOf(
  connection: PostgresConnection,
  calls: readonly Call[],
  course: Course,
): Promise<CallOutcome[]> {
  try {
    const rows = await transaction(connection, calls, course)
    return rows.map((rowsOfCall) => ({ ok: true, rows: rowsOfCall }))
  } catch (error) {
    const failure: Failure = { ...postgresFailure(error), isOpen: error instanceof CommitLost }
    if (failure.code === onlyReads) connection.leaveReader()
    // A deadlock with another server's group is nobody's fault either.
    const isOurs = !failure.unavailable || failure.code?.toString().startsWith('40')
    if (calls.length === 1 || !isOurs) return calls.map(() => failure)
    const outcomes: CallOutcome[] = []
    for (const call of calls) outcomes.push(...(await outcomesOf(connection, [call], course)))
    return outcomes
  }
}

async function transaction(connection: PostgresConnection, calls: readonly Call[], course: Course): Promise<Row[][][]> {
  goOn(course)
  const client = await connection.client()
  goOn(course)
  const plan = planOf(calls)
  const run = calls.length > 1 ? runWithCommit : runBeforeCommit
  return plan.deal(await run(connection, client, plan.statements, course))
}

/**
 * For a call alone: commits once all results are here, so that a lost answer leaves but one thing open, and whoever gives
 * it up before knows that nothing was stored.
 */
async function runBeforeCommit(
  connection: PostgresConnection,
  client: pg.Client,
  statements: readonly Statement[],
  course: Course,
): Promise<Row[][]> {
  const [begun, answers, xid] = inOneWrite(client, () => [
    client.query('BEGIN'),
    statements.map((statement) => connection.run(client, statement)),
    client.query<{ xid: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS xid'),
  ])
  const failed = await firstFailure([begun, ...answers, xid])
  if (failed) {
    if (isLost(failed.reason)) connection.drop()
    else await client.query('ROLLBACK').catch(() => connection.drop())
    throw failed.reason
  }
  const hasWritten = (await xid).rows[0]?.xid !== null
  goOn(course)
  if (!hasWritten) await client.query('COMMIT')
  else {
    const number = connection.nextMark()
    const mark = connection.run(client, setMark(connection.id, number))
    await committed(connection, number, [mark, client.query('COMMIT')], course)
  }
  return Promise.all(answers)
}

/**
 * For calls that come so fast that they share a transaction: it is sent with its commit, which would otherwise wait until
 * this process, busy with what else comes, has read the results. The database commits nothing once a statement failed.
 */
async function runWithCommit(
  connection: PostgresConnection,
  client: pg.Client,
  statements: readonly Statement[],
  course: Course,
): Promise<Row[][]> {
  const number = connection.nextMark()
  const [before, answers, commit] = inOneWrite(client, () => [
    // The mark comes first: whoever asks for it waits for the transaction that has begun to write it.
    [client.query('BEGIN'), connection.run(client, setMark(connection.id, number))],
    statements.map((statement) => connection.run(client, statement)),
    client.query('COMMIT'),
  ])
  await committed(connection, number, [...before, ...answers, commit], course)
  return Promise.all(answers).catch((cause) => {
    throw new CommitLost(`committed, but the results were lost: ${cause}`, { cause })
  })
}

function goOn({ isGivenUp }: Course): void {
  if (isGivenUp) throw new Error('nobody waits for it any more')
}

/**
 * Resolves once a transaction with a mark is committed. The mark tells it where the answers get lost.
 * @param sent the mark, the commit and whatever was sent with them, in order
 */
async function committed(
  connection: PostgresConnection,
  number: number,
  sent: readonly Promise<unknown>[],
  course: Course,
): Promise<void> {
  const before = course.mayBeStored
  course.mayBeStored = true
  course.isCommitting = true
  try {
    const failed = await firstFailure(sent)
    if (!failed) return
    const { reason } = failed
    if (isLost(reason)) {
      connection.drop()
      const isThere = await wasCommitted(connection, number, course)
      if (isThere === null) throw new CommitLost(String(reason), { cause: reason })
      if (isThere) return
    }
    course.mayBeStored = before
    throw reason
  } finally {
    course.isCommitting = false
  }
}

/**
 * Asks a new connection whether a transaction was committed before the old one was lost; null when nobody answers. Its
 * number alone would not do: a database that crashed gives out once more the numbers that did not reach its disk.
 */
async function wasCommitted(connection: PostgresConnection, number: number, course: Course): Promise<boolean | null> {
  const end = Date.now() + deadlineMs
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

type MergedCall = readonly Statement[]

/** What is sent for the calls of a group, and how the answers are dealt out to the calls again. */
interface Plan {
  statements: readonly Statement[]
  /** @returns for each call, the rows of each of its statements */
  deal: (answers: readonly Row[][]) => Row[][][]
}

/**
 * Says the calls of a group with as few statements as can be: to send, plan and answer one costs far more than a row.
 * Calls that insert into the same tables in the same order become one, statement by statement.
 */
function planOf(calls: readonly MergedCall[]): Plan {
  const units = [...Map.groupBy(calls.keys(), (index) => shapeOf(calls[index] ?? [], index)).values()].map((members) =>
    unitOf(members.map((index) => ({ index, call: calls[index] ?? [] }))),
  )
  return {
    statements: units.flatMap(({ statements }) => statements),
    deal(answers) {
      const dealt: Row[][][] = []
      let used = 0
      for (const { statements, deal } of units) {
        deal(answers.slice(used, used + statements.length), dealt)
        used += statements.length
      }
      return dealt
    },
  }
}

/** Equal for calls that can be said at once. */
function shapeOf(call: MergedCall, index: number): string {
  let shape = ''
  for (const { many } of call) {
    if (!many) return `alone ${index}`
    const number = numbers.get(many.sql) ?? numbers.size
    numbers.set(many.sql, number)
    shape += `${number} `
  }
  return shape === '' ? `alone ${index}` : shape
}

interface Member {
  index: number
  call: MergedCall
}

interface Unit {
  statements: readonly Statement[]
  deal: (answers: readonly Row[][], dealt: Row[][][]) => void
}

function unitOf(members: readonly Member[]): Unit {
  const [first, ...others] = members
  if (!first || others.length === 0)
    return {
      statements: first?.call ?? [],
      deal(answers, dealt) {
        if (first) dealt[first.index] = [...answers]
      },
    }
  return {
    statements: first.call.map(({ many }, position) => ({
      sql: many?.sql ?? '',
      parameters: [JSON.stringify([...new Set(members.map(({ call }) => call[position]?.many?.row))])],
    })),
    deal(answers, dealt) {
      const inserted = answers.map((rows) => new Set(rows.map(({ id }) => id)))
      for (const { index, call } of members)
        dealt[index] = call.map(({ many }, position) => {
          const { id } = (many?.row ?? {}) as { id?: string }
          return id !== undefined && inserted[position]?.has(id) ? [{ id }] : []
        })
    },
  }
}

export function setMark(connection: string, number: number): Statement {
  const sql = `INSERT INTO commit_marks VALUES (?, ?, now())
    ON CONFLICT (connection) DO UPDATE SET number = excluded.number, marked_at = excluded.marked_at`
  return { sql, parameters: [connection, number] }
}

function readMark(connection: string): Statement {
  // Waits for the transaction that writes it, should the database not have noticed yet that its client is gone.
  return { sql: 'SELECT number FROM commit_marks WHERE connection = ? FOR UPDATE', parameters: [connection] }
}

/** Tells an outage from a wrong statement. `error` is whatever pg threw. */
export function postgresFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  // What the database did not say comes from the network.
  const isSaid = error instanceof pg.DatabaseError
  return { ok: false, unavailable: !isSaid || outages.test(String(code)), message, code }
}

/** Whether the connection is gone: what became of a commit under way is then unknown. */
export function isLost(error: unknown): boolean {
  const { unavailable, code } = postgresFailure(error)
  return unavailable && !/^(53|58|40|25)/.test(String(code))
}
