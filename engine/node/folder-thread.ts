import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Folders, Look, Stamps } from './disk-files.ts'
import type { FolderData, FolderReply, FolderRequest } from './folder-worker.ts'

/** Follows folders in a thread of its own: a network drive that hangs holds that, and nothing else. */
export interface FolderThread {
  /** One look at a time. Rejects when the thread ends before it answers. */
  look: (folders: Folders, known: Stamps) => Promise<Look>
  /** Resolves with whether it has ended: a thread that hangs in the system cannot be. */
  close: () => Promise<boolean>
}

interface Events {
  onChange: () => void
  /** The drive gives no answer. Called once, until it answers again. */
  onSilent: () => void
  onAnswer: () => void
}

/** How often it is asked whether the thread goes on, in ms, and how many questions may go without an answer. */
const round = 1000
const queryDeadline = 5

/** How long the thread is waited for when it shall end, in ms. */
const farewell = 1000

export function folderThread(data: FolderData, { onChange, onSilent, onAnswer }: Events): FolderThread {
  let worker: Worker | null = null
  let waiting: { resolve: (look: Look) => void; reject: (error: Error) => void } | null = null
  /** Counted in rounds of this thread, which may be too busy itself to hear an answer. */
  let unanswered = 0

  function running(): Worker {
    worker ??= start()
    return worker
  }

  function start(): Worker {
    // The published package carries .js files, the repository .ts.
    const code = new URL(`./folder-worker${extname(import.meta.filename)}`, import.meta.url)
    // It reads a few megabytes at a time, and rests most of its life with whatever room it was given.
    const started = new Worker(code, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    let cause = 'it has ended'
    started.on('message', heard)
    started.on('error', (error) => {
      cause = String(error)
    })
    started.on('exit', () => {
      if (worker === started) worker = null
      waiting?.reject(new Error(`The thread that reads definitions failed: ${cause}`))
      waiting = null
    })
    return started
  }

  function heard(reply: FolderReply): void {
    if (unanswered >= queryDeadline) onAnswer()
    unanswered = 0
    if (reply === 'changed') onChange()
    if (typeof reply === 'string') return
    if ('look' in reply) waiting?.resolve(reply.look)
    else waiting?.reject(new Error(reply.failure))
    waiting = null
  }

  function send(request: FolderRequest): void {
    running().postMessage(request)
  }

  const rounds = setInterval(() => {
    // Nobody watched since the thread failed.
    if (!worker) onChange()
    unanswered += 1
    if (unanswered === queryDeadline) onSilent()
    if (unanswered < queryDeadline) send('ping')
  }, round).unref()
  running()

  return {
    look(_, known) {
      const { promise, resolve, reject } = Promise.withResolvers<Look>()
      waiting = { resolve, reject }
      send({ known })
      return promise
    },
    async close() {
      clearInterval(rounds)
      if (!worker) return true
      const late = new Promise<false>((resolve) => setTimeout(resolve, farewell, false).unref())
      return Promise.race([worker.terminate().then(() => true), late])
    },
  }
}
