import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Failure, Outcome, Reply, Request } from './sqlite-messages.ts'
import { type Row, StatementFailed, type Storage, StorageUnavailable } from './storage.ts'

/** Storage in a file, or a sentence that says why it cannot be opened and what to do. */
export type StorageOpened = { ok: true; storage: Storage } | { ok: false; reason: string }

interface Waiting {
  resolve(rows: Row[][]): void
  reject(error: Error): void
}

/** Opens the SQLite database in `file` in a thread of its own. Several processes may have it open at once. */
export function openSqlite(file: string): Promise<StorageOpened> {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url)
  // Flags and variables of the process are not meant for the thread: under `node --watch` it would report its imports.
  const worker = new Worker(code, { workerData: { file }, env: {}, execArgv: [] })
  return new Promise((resolve) => {
    worker.once('error', (error) => resolve({ ok: false, reason: `The storage thread failed: ${error.message}` }))
    worker.once('message', (reply: Reply) => {
      if ('results' in reply) return
      resolve(reply.opened ? { ok: true, storage: storageOn(worker) } : { ok: false, reason: reply.reason })
    })
  })
}

function storageOn(worker: Worker): Storage {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  let ended: StorageUnavailable | null = null
  const exit = Promise.withResolvers<void>()

  worker.on('message', (reply: Reply) => {
    if (!('results' in reply)) return
    for (const { call, outcome } of reply.results) {
      const caller = waiting.get(call)
      waiting.delete(call)
      if (caller) settle(caller, outcome)
    }
  })
  worker.on('error', (cause) => {
    ended = new StorageUnavailable('The storage thread failed.', { cause })
  })
  worker.on('exit', () => {
    ended ??= new StorageUnavailable('Storage is closed.')
    for (const caller of waiting.values()) caller.reject(ended)
    waiting.clear()
    exit.resolve()
  })

  function send(request: Request): void {
    worker.postMessage(request)
  }

  return {
    async atomic(statements) {
      if (ended) throw ended
      calls += 1
      send({ call: calls, statements })
      const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
      waiting.set(calls, { resolve, reject })
      return promise
    },
    close() {
      if (!ended) send('close')
      ended ??= new StorageUnavailable('Storage is closed.')
      return exit.promise
    },
  }
}

function settle(caller: Waiting, outcome: Outcome): void {
  if (outcome.ok) caller.resolve(outcome.rows)
  else caller.reject(toError(outcome))
}

function toError({ unavailable, message, code }: Failure): Error {
  const failed = new StatementFailed(message, code)
  return unavailable ? new StorageUnavailable(`Storage cannot commit: ${message}.`, { cause: failed }) : failed
}
