import { parentPort, workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { PageView } from '#engine/site'
import {
  mostViews,
  type PageRequest,
  type RenderInput,
  type Reply,
  type Request,
  releaseMemory,
  type ThreadData,
} from './render-messages.ts'

if (!parentPort) throw new Error('render-worker.ts runs as a worker thread of render-thread.ts.')
const port = parentPort
const { code, manifest, kinds } = workerData as ThreadData
const entry = loadEntry()
const views = new LRUCache<string, PageView>({ max: mostViews })

interface Entry {
  draw: (drawing: RenderInput, manifest: object) => Promise<Uint8Array[]>
  addKinds: (kinds: object) => void
}

async function loadEntry(): Promise<Entry> {
  const loaded: Entry = await import(code)
  for (const [id, url] of Object.entries(kinds)) loaded.addKinds({ [id]: (await import(url)).default })
  return loaded
}

port.on('message', async (request: Request) => {
  if (request === 'release-memory') return releaseMemory()
  const { id, address, state } = request
  // At once, so that views are kept in the order in which they were sent.
  const view = viewOf(request)
  try {
    const { draw } = await entry
    const html = joined(await draw({ address, state, view }, manifest))
    port.postMessage({ id, html } satisfies Reply, [html.buffer])
  } catch (error) {
    port.postMessage({ id, why: error instanceof Error ? String(error.stack) : String(error) } satisfies Reply)
  }
})

/** In memory of its own, which goes to the other thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function viewOf({ name, view }: PageRequest): PageView {
  const kept = views.get(name) ?? (JSON.parse(view ?? 'null') as PageView)
  views.set(name, kept)
  return kept
}
