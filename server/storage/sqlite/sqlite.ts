import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../batcher.ts'
import type { Storage, StorageOpened } from '../storage.ts'
import { createGate, type Gate } from './sqlite-gate.ts'
import { sqliteReading } from './sqlite-reading.ts'
import { mostGroups, type StorageThread, startThread } from './sqlite-thread.ts'

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
