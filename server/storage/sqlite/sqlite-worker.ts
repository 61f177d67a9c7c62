import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CallOutcome, Failure } from '../outcome.ts'
import type { Row, Statement } from '../storage.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type ConnectionOpened, openConnection } from './sqlite-connection.ts'
import { busyTimeoutMs, cacheStatements } from './sqlite-database.ts'
import { isReadOnlyError, toFailure } from './sqlite-failure.ts'
import { enter, type Gate, isToLeave, leave, stateOfFiles } from './sqlite-files.ts'
import type { Prepare } from './sqlite-group.ts'
import { createReceiver, moved, type Reply, type Request, type ThreadData } from './sqlite-messages.ts'

/** How long the database stays open after a read, in ms. */
const rest = 100

class Moved extends Error {}

if (!parentPort) throw new Error('sqlite-worker.ts runs as a worker thread of sqlite.ts.')
const port = parentPort
const { file, phases, gate, task } = workerData as ThreadData
const opened: ConnectionOpened =
  task === 'read' ? { ok: true, connection: createReader(file, gate) } : openConnection(file, phases, gate)

if (!opened.ok) {
  reply({ opened: false, reason: opened.reason })
} else {
  const { connection } = opened
  const receive = createReceiver()
  port.on('message', (request: Request) => {
    if (request !== 'close') {
      return reply({ outcomes: connection.run(request.calls.map(receive), request.slot) })
    }
    connection.close()
    port.close()
  })
  reply({ opened: true })
}

function reply(message: Reply): void {
  port.postMessage(message)
}

/**
 * Reads the database in `file`, which the thread that writes has open. It is open for as long as somebody reads, and
 * never with other files than that thread's.
 */
function createReader(file: string, gate: Gate): SqliteConnection {
  let current: { database: DatabaseSync; prepare: Prepare } | null = null
  let pause: NodeJS.Timeout | undefined

  function open() {
    enter(gate)
    if (stateOfFiles(file, gate.files) !== 'kept') throw new Moved()
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    return { database, prepare: cacheStatements(database) }
  }

  function close(): void {
    clearTimeout(pause)
    current?.database.close()
    current = null
    leave(gate)
  }

  function run(statements: readonly Statement[]): CallOutcome {
    try {
      if (current && stateOfFiles(file, gate.files) !== 'kept') throw new Moved()
      current ??= open()
      return { ok: true, rows: rowsOf(current.database, current.prepare, statements) }
    } catch (error) {
      // Whatever state it is in: the next read begins anew.
      close()
      if (error instanceof Moved) return { ok: false, unavailable: true, message: 'its files have moved', code: moved }
      const failure: Failure = toFailure(error)
      return isReadOnlyError(error) ? { ...failure, unavailable: false } : failure
    }
  }

  return {
    run(calls) {
      clearTimeout(pause)
      const outcomes = calls.map(run)
      if (isToLeave(gate)) close()
      else pause = setTimeout(close, rest)
      return outcomes
    },
    close,
  }
}

function rowsOf(database: DatabaseSync, prepare: Prepare, statements: readonly Statement[]): Row[][] {
  // One statement sees one state anyway.
  if (statements.length > 1) database.exec('BEGIN')
  const rows = statements.map(({ sql, parameters }) => prepare(sql).all(...(parameters as SQLInputValue[])) as Row[])
  if (database.isTransaction) database.exec('COMMIT')
  return rows
}
