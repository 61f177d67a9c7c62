import { createBatcher } from '../batcher.ts'
import { type Row, type Statement, StatementFailed, type Storage } from '../storage.ts'
import type { Gate } from './sqlite-gate.ts'
import { moved } from './sqlite-messages.ts'
import { type StorageThread, startThread, type ThreadStarted } from './sqlite-thread.ts'

/** The read path of a database that another thread has open for writing. */
export interface SqliteReading {
  read(statements: readonly Statement[]): Promise<Row[][]>
  /** Finishes the reads called so far. */
  close(): Promise<void>
}

/**
 * Reads in a thread of its own, so that a long read holds up neither the commits nor the requests. The thread is started
 * by the first read, and anew when it died.
 * @param write what commits to the same database
 */
export function sqliteReading(file: string, gate: Gate, write: Storage['atomic']): SqliteReading {
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
