import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createBatcher } from './batcher.ts'
import type { Outcome } from './outcome.ts'
import type { Reply, Request } from './sqlite-messages.ts'
import { type Storage, type StorageOpened, StorageUnavailable } from './storage.ts'

interface Options {
  /** Calls that share a commit, at most. */
  mostCalls?: number
}

/** Opens the SQLite database in `file` in a thread of its own. Several processes may have it open at once. */
export function openSqlite(file: string, options: Options = {}): Promise<StorageOpened> {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url)
  // Flags and variables of the process are not meant for the thread: under `node --watch` it would report its imports.
  const worker = new Worker(code, { workerData: { file }, env: {}, execArgv: [] })
  return new Promise((resolve) => {
    worker.once('error', (error) => resolve({ ok: false, reason: `The storage thread failed: ${error.message}` }))
    worker.once('message', (reply: Reply) => {
      if ('outcomes' in reply) return
      resolve(reply.opened ? { ok: true, storage: storageOn(worker, options) } : { ok: false, reason: reply.reason })
    })
  })
}

function storageOn(worker: Worker, options: Options): Storage {
  let group: PromiseWithResolvers<Outcome[]> | null = null
  let ended: StorageUnavailable | null = null
  const exit = Promise.withResolvers<void>()

  worker.on('message', (reply: Reply) => {
    if ('outcomes' in reply) group?.resolve(reply.outcomes)
  })
  worker.on('error', (cause) => {
    ended = new StorageUnavailable('The storage thread failed.', { cause })
  })
  worker.on('exit', () => {
    ended ??= new StorageUnavailable('Storage is closed.')
    group?.reject(ended)
    exit.resolve()
  })

  function send(request: Request): void {
    worker.postMessage(request)
  }

  const batcher = createBatcher(
    (calls) => {
      if (ended) return Promise.reject(ended)
      // One group at a time: the file has one writer anyway, and longer groups share more.
      group = Promise.withResolvers<Outcome[]>()
      send(calls)
      return group.promise
    },
    { inFlight: 1, ...options },
  )
  return {
    engine: 'sqlite',
    atomic: batcher.atomic,
    // The write lock of a transaction is lock enough.
    lock: () => [],
    // Other processes on this file are commands, which send nothing.
    notify: () => {},
    listen: () => {},
    observe: batcher.observe,
    async close() {
      await batcher.close()
      if (!ended) send('close')
      return exit.promise
    },
  }
}
