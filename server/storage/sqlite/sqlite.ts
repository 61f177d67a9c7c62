import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../batcher.ts'
import type { Storage, StorageOpened } from '../storage.ts'
import { type Row, type Statement, StatementFailed } from '../storage.ts'
import { createGate, type Gate } from './sqlite-files.ts'
import { moved } from './sqlite-messages.ts'
import { mostGroups, type StorageThread, startThread, type ThreadStarted } from './sqlite-thread.ts'

interface Options {
  /** Calls that share a commit, at most. */
  mostCalls?: number
}

/** After which a thread that could not be started is tried again, in ms. */
const restartPause = 500

/** Opens the SQLite database in `file` in a thread of its own. Several processes may have it open at once. */
export async function openSqlite(file: string, options: Options = {}): Promise<StorageOpened> {
  const gate = createGate()
  const started = await startThread(file, gate, 'write')
  return started.ok ? { ok: true, storage: storageOn(file, gate, started.thread, options), warnings: [] } : started
}

function storageOn(file: string, gate: Gate, first: StorageThread, options: Options): Storage {
  let thread = first
  let isClosing = false
  const ended = keepAlive()

  /** A thread that dies (out of memory, say) is replaced; what it had not committed was not acknowledged either. */
  async function keepAlive(): Promise<void> {
    for (;;) {
      await thread.exited
      if (isClosing) return
      // Opening it would make a new file where the old one was taken away.
      const next = existsSync(file) ? await startThread(file, gate, 'write') : null
      if (next?.ok) thread = next.thread
      else await sleep(restartPause)
      if (isClosing) thread.close()
    }
  }

  const batcher = createBatcher((calls) => thread.run(calls), { inFlight: mostGroups, ...options })
  const reading = sqliteReading(file, gate, batcher.atomic)
  return {
    engine: 'sqlite',
    atomic: batcher.atomic,
    read: reading.read,
    // The write lock of a transaction is lock enough.
    lock: () => [],
    // Other processes on this file are commands, which send nothing.
    notify: () => {},
    listen: () => {},
    observe: batcher.observe,
    async close() {
      // The last to close it takes the log into the database, which is the other thread's to do.
      await reading.close()
      await batcher.close()
      isClosing = true
      thread.close()
      return ended
    },
  }
}

/** The read path of a database that another thread has open for writing. */
interface SqliteReading {
  read(statements: readonly Statement[]): Promise<Row[][]>
  /** Finishes the reads called so far. */
  close(): Promise<void>
}

/**
 * Reads in a thread of its own, so that a long read holds up neither the commits nor the requests. The thread is started
 * by the first read, and anew when it died.
 * @param write what commits to the same database
 */
function sqliteReading(file: string, gate: Gate, write: Storage['atomic']): SqliteReading {
  let starting: Promise<ThreadStarted> | null = null

  function started(): Promise<ThreadStarted> {
    starting ??= startThread(file, gate, 'read').then((outcome) => {
      const forget = () => {
        starting = null
      }
      if (outcome.ok) outcome.thread.exited.then(forget)
      else forget()
      return outcome
    })
    return starting
  }

  const batcher = createBatcher(
    (calls) => {
      const running = started().then((outcome) => (outcome.ok ? outcome.thread.run(calls) : refused(outcome.reason)))
      return {
        outcomes: running.then(({ outcomes }) => outcomes),
        // SQLite cannot be interrupted: it reads on, and nobody hears what.
        giveUp: () => 'nothing stored',
      }
    },
    // Each read sees a state of its own, and waits for none but those before it.
    { inFlight: 1, mostCalls: 1 },
  )

  function refused(message: string): Pick<ReturnType<StorageThread['run']>, 'outcomes'> {
    return { outcomes: Promise.resolve([{ ok: false, unavailable: true, message, code: null }]) }
  }

  return {
    async read(statements) {
      try {
        return await batcher.atomic(statements)
      } catch (error) {
        if (!isMoved(error)) throw error
        // The thread that writes mends that, or says what became of the database.
        await write([])
        return batcher.atomic(statements)
      }
    },
    async close() {
      await batcher.close()
      const outcome = await starting
      if (!outcome?.ok) return
      outcome.thread.close()
      await outcome.thread.exited
    },
  }
}

function isMoved(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof StatementFailed && error.cause.code === moved
}
