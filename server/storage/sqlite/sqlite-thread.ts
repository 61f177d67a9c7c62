import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { GroupRun } from '../batcher.ts'
import type { Failure, Outcome } from '../outcome.ts'
import type { Statement } from '../storage.ts'
import { allowReading, type Gate, leave } from './sqlite-files.ts'
import { createSender, phaseOf, type Reply, type Request, type Task, type ThreadData } from './sqlite-messages.ts'

/** How many groups a thread takes at a time: while one is committed the next is there already. */
export const mostGroups = 2

/** A thread that has the database open. It runs one group after the other, and takes `mostGroups` at a time. */
export interface StorageThread {
  run(calls: readonly (readonly Statement[])[]): GroupRun
  close(): void
  /** Resolves once the thread has ended, for whatever reason. */
  exited: Promise<void>
}

export type ThreadStarted = { ok: true; thread: StorageThread } | { ok: false; reason: string }

/** Starts a thread and waits until it is ready to read or write the database in `file`. */
export function startThread(file: string, gate: Gate, task: Task): Promise<ThreadStarted> {
  const phases = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * mostGroups))
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url)
  // Flags and variables of the process are not meant for the thread: under `node --watch` it would report its imports.
  const workerData: ThreadData = { file, phases, gate, task }
  const worker = new Worker(code, { workerData, env: {}, execArgv: [] })
  // Neither thread waits for one that is gone.
  worker.once('exit', () => (task === 'read' ? leave(gate) : allowReading(gate)))
  return new Promise((resolve) => {
    const fail = (why: string) => resolve({ ok: false, reason: `The storage thread failed: ${why}` })
    worker.once('error', (error) => fail(error.message))
    worker.once('exit', (code) => fail(`it ended with ${code}.`))
    worker.once('message', (reply: Reply) => {
      if ('outcomes' in reply) return
      resolve(reply.opened ? { ok: true, thread: threadOn(worker, phases) } : { ok: false, reason: reply.reason })
    })
  })
}

/** A group that was sent to the thread. */
interface Sent {
  calls: number
  slot: number
  settle: (outcomes: Outcome[]) => void
}

function threadOn(worker: Worker, phases: Int32Array): StorageThread {
  /** In the order they were sent, which is that of their outcomes. */
  const sent: Sent[] = []
  let cause = 'the storage thread has ended'
  let hasEnded = false
  const sender = createSender()
  const exit = Promise.withResolvers<void>()

  function failures(calls: number, slot: number): Failure[] {
    // What it had begun to commit when it died, it may have committed.
    const isOpen = Atomics.load(phases, slot) === phaseOf.committing
    return Array.from({ length: calls }, () => ({ ok: false, unavailable: true, isOpen, message: cause, code: null }))
  }

  worker.on('message', (reply: Reply) => {
    if ('outcomes' in reply) sent.shift()?.settle(reply.outcomes)
  })
  worker.on('error', (error) => {
    cause = `the storage thread failed (${error.message})`
  })
  worker.on('exit', () => {
    hasEnded = true
    for (const { calls, slot, settle } of sent.splice(0)) settle(failures(calls, slot))
    exit.resolve()
  })

  return {
    run(calls) {
      const taken = new Set(sent.map(({ slot }) => slot))
      const slot = Array.from(phases.keys()).find((each) => !taken.has(each))
      if (slot === undefined) throw new Error('More groups at a time than the storage thread takes.')
      Atomics.store(phases, slot, phaseOf.running)
      const { promise, resolve } = Promise.withResolvers<Outcome[]>()
      if (hasEnded) resolve(failures(calls.length, slot))
      else {
        worker.postMessage({ calls: calls.map(sender.wire), slot } satisfies Request)
        sender.sent()
        sent.push({ calls: calls.length, slot, settle: resolve })
      }
      return {
        outcomes: promise,
        giveUp() {
          const before = Atomics.compareExchange(phases, slot, phaseOf.running, phaseOf.givenUp)
          return before === phaseOf.committing ? 'committing' : 'nothing stored'
        },
      }
    },
    close() {
      if (!hasEnded) worker.postMessage('close' satisfies Request)
    },
    exited: exit.promise,
  }
}
