import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { GroupRun } from '../batcher.ts'
import { createBatcher } from '../batcher.ts'
import type { CallOutcome, Failure } from '../outcome.ts'
import type { Storage, StorageOpened } from '../storage.ts'
import { type Row, type Statement, StatementFailed } from '../storage.ts'
import { allowReading, createGate, type Gate, leave } from './sqlite-files.ts'
import {
  createSender,
  moved,
  phaseOf,
  type Reply,
  type Request,
  type Task,
  type ThreadData,
} from './sqlite-messages.ts'

/** How many groups wait for a thread at a time: while one is committed the next is there already. */
const inFlight = 2

/** What a thread takes at a time: those, and a call that runs alone. */
const mostGroups = inFlight + 1

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

  const batcher = createBatcher((calls) => thread.run(calls), { inFlight, ...options })
  // It goes behind the groups that wait for the thread, and before all leads that do not.
  const alone = createBatcher((calls) => thread.run(calls), { inFlight: 1, mostCalls: 1 })
  const reading = sqliteReading(file, gate, batcher.atomic)
  return {
    engine: 'sqlite',
    atomic: batcher.atomic,
    alone: alone.atomic,
    read: reading.read,
    // The write lock of a transaction is lock enough.
    lock: () => [],
    // Other processes on this file are commands, which send nothing.
    notify: () => {},
    listen: () => {},
    observe(onCommit) {
      batcher.observe(onCommit)
      alone.observe(onCommit)
    },
    async close() {
      // The last to close it takes the log into the database, which is the other thread's to do.
      await reading.close()
      await Promise.all([batcher.close(), alone.close()])
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
    // Each read sees a state of its own, and waits for none but those before it. The next ones are there already.
    { inFlight: mostGroups, mostCalls: 1 },
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

/** A thread that has the database open. It runs one group after the other, and takes `mostGroups` at a time. */
interface StorageThread {
  run(calls: readonly (readonly Statement[])[]): GroupRun
  close(): void
  /** Resolves once the thread has ended, for whatever reason. */
  exited: Promise<void>
}

type ThreadStarted = { ok: true; thread: StorageThread } | { ok: false; reason: string }

/** Starts a thread and waits until it is ready to read or write the database in `file`. */
function startThread(file: string, gate: Gate, task: Task): Promise<ThreadStarted> {
  const phases = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * mostGroups))
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url)
  // Flags and variables of the process are not meant for the thread: under `node --watch` it would report its imports.
  // Without the code that was compiled before, it would load a compiler of its own.
  // biome-ignore lint/style/noProcessEnv: Node's own setting, which only Node reads
  const { NODE_COMPILE_CACHE } = process.env
  const env = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
  const workerData: ThreadData = { file, phases, gate, task }
  const worker = new Worker(code, { workerData, env, execArgv: [] })
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
  settle: (outcomes: CallOutcome[]) => void
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
      const { promise, resolve } = Promise.withResolvers<CallOutcome[]>()
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
