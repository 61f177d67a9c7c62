import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { GroupRun } from '../batcher.ts'
import type { Failure, Outcome } from '../outcome.ts'
import type { Statement } from '../storage.ts'
import { allowReading, type Gate, leave } from './sqlite-gate.ts'
import { createSender, phases, type Reply, type Request, type Task, type ThreadData } from './sqlite-messages.ts'

/** A thread that has the database open. One group at a time. */
export interface StorageThread {
  run(calls: readonly (readonly Statement[])[]): GroupRun
  close(): void
  /** Resolves once the thread has ended, for whatever reason. */
  exited: Promise<void>
}

export type ThreadStarted = { ok: true; thread: StorageThread } | { ok: false; reason: string }

/** Starts a thread and waits until it is ready to read or write the database in `file`. */
export function startThread(file: string, gate: Gate, task: Task): Promise<ThreadStarted> {
  const phase = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url)
  // Flags and variables of the process are not meant for the thread: under `node --watch` it would report its imports.
  const workerData: ThreadData = { file, phase, gate, task }
  const worker = new Worker(code, { workerData, env: {}, execArgv: [] })
  // Neither thread waits for one that is gone.
  worker.once('exit', () => (task === 'read' ? leave(gate) : allowReading(gate)))
  return new Promise((resolve) => {
    const fail = (why: string) => resolve({ ok: false, reason: `The storage thread failed: ${why}` })
    worker.once('error', (error) => fail(error.message))
    worker.once('exit', (code) => fail(`it ended with ${code}.`))
    worker.once('message', (reply: Reply) => {
      if ('outcomes' in reply) return
      resolve(reply.opened ? { ok: true, thread: threadOn(worker, phase) } : { ok: false, reason: reply.reason })
    })
  })
}

function threadOn(worker: Worker, phase: Int32Array): StorageThread {
  let group: { calls: number; settle: (outcomes: Outcome[]) => void } | null = null
  let cause = 'the storage thread has ended'
  let hasEnded = false
  const sender = createSender()
  const exit = Promise.withResolvers<void>()

  function failures(calls: number): Failure[] {
    // What it had begun to commit when it died, it may have committed.
    const isOpen = Atomics.load(phase, 0) === phases.committing
    return Array.from({ length: calls }, () => ({ ok: false, unavailable: true, isOpen, message: cause, code: null }))
  }

  worker.on('message', (reply: Reply) => {
    if ('outcomes' in reply) group?.settle(reply.outcomes)
    group = null
  })
  worker.on('error', (error) => {
    cause = `the storage thread failed (${error.message})`
  })
  worker.on('exit', () => {
    hasEnded = true
    if (group) group.settle(failures(group.calls))
    exit.resolve()
  })

  return {
    run(calls) {
      Atomics.store(phase, 0, phases.running)
      const { promise, resolve } = Promise.withResolvers<Outcome[]>()
      if (hasEnded) resolve(failures(calls.length))
      else {
        worker.postMessage(calls.map((statements) => statements.map(sender.wire)) satisfies Request)
        sender.sent()
        group = { calls: calls.length, settle: resolve }
      }
      return {
        outcomes: promise,
        giveUp() {
          const before = Atomics.compareExchange(phase, 0, phases.running, phases.givenUp)
          return before === phases.committing ? 'committing' : 'nothing stored'
        },
      }
    },
    close() {
      if (!hasEnded) worker.postMessage('close' satisfies Request)
    },
    exited: exit.promise,
  }
}
