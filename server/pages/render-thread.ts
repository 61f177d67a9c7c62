import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { type Drawing, mostViews, type Reply, type Request, type ThreadData } from './render-messages.ts'
import { viewHash } from './view-hash.ts'

/** Draws pages beside the main thread, which has leads to take meanwhile. */
export interface RenderThread {
  /** Starts it before there is anything to draw. */
  begin: () => void
  /** The whole document, as UTF-8. */
  draw: (drawing: Drawing) => Promise<Buffer>
  close: () => Promise<void>
}

interface Waiting {
  resolve: (html: Buffer) => void
  reject: (error: Error) => void
}

/** Starts with the first page at the latest, and anew with the next one should it ever die. */
export function renderThread(data: ThreadData): RenderThread {
  let running: ReturnType<typeof start> | null = null
  const thread = () => {
    running ??= start(data, () => {
      running = null
    })
    return running
  }
  return {
    begin: () => void thread(),
    draw: (drawing) => thread().draw(drawing),
    close: async () => running?.end(),
  }
}

function start(data: ThreadData, onExit: () => void) {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./render-worker${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(code, { workerData: data })
  const sent = new LRUCache<string, true>({ max: mostViews })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let cause = 'it has ended'
  // It keeps no server alive that has nothing else to do.
  worker.unref()
  worker.on('message', (reply: Reply) => {
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if ('html' in reply) resolve?.(Buffer.from(reply.html.buffer))
    else reject?.(new Error(`The page could not be drawn: ${reply.why}`))
  })
  worker.on('error', (error) => {
    cause = error.message
  })
  worker.on('exit', () => {
    onExit()
    for (const { reject } of waiting.values()) reject(new Error(`The render thread failed: ${cause}`))
  })
  return {
    draw({ address, view, state }: Drawing): Promise<Buffer> {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const id = ++last
      const name = viewHash(view)
      const isKnown = sent.get(name) !== undefined
      if (!isKnown) sent.set(name, true)
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, address, state, name, view: isKnown ? null : JSON.stringify(view) } satisfies Request)
      return promise
    },
    async end() {
      await worker.terminate()
    },
  }
}
