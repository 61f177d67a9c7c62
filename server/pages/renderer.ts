import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Entries } from '#engine/form/journey'
import type { OwnKind } from '#engine/form/model'
import { contentHash, ownKindFiles } from '#engine/node'
import type { FoundPage, PageHost, PageView } from '#engine/site'
import type { RenderInput } from './render-messages.ts'
import {
  mostViews,
  type Reply,
  releaseMemory,
  type ThreadData,
  type Request as ThreadRequest,
} from './render-messages.ts'

/** What web's server entry makes of a request. */
interface Rendered {
  status: number
  /** Set when the visitor is sent elsewhere. */
  location: string | null
  html: Buffer
  /** The origins that its forms may lead to once they are sent. */
  leadsTo: readonly string[]
}

/** Web's build: pages for a request, with everything they ask of their host. */
export interface Renderer {
  /** Has the thread that draws start now, beside whatever else a start takes. */
  begin: () => void
  /** Frees unused memory of this thread and of the render thread, and blocks both for about 200 ms. */
  releaseMemory: () => void
  /** @param posted what the controls of a posted step say */
  render: (url: URL, host: PageHost, posted?: Entries) => Promise<Rendered>
  /** A page that is at hand and has no form. */
  show: (page: FoundPage) => Promise<Rendered>
  /** A page as data, for a browser that draws it itself. */
  data: (url: URL, host: PageHost) => Promise<{ status: number; data: object }>
  /** The address of what compiled validators call. */
  validatorRuntime: string
  /** What even the plainest page loads, by address. */
  assets: { styleSheet: string; icon: string /** The script of frames on other sites. */; embedded: string }
  /** What share images are drawn with. */
  share: ShareParts
  /**
   * What a repository adds to pages: the script of its kinds, the folders of all that browsers load, the files of drawings
   * by their name, tags of the head.
   */
  own: {
    script: string | null
    folders: readonly string[]
    drawings: Readonly<Record<string, string>>
    head: readonly object[]
  } | null
  close: () => Promise<void>
}

/** The SVG of each drawing, by its name. */
export type Drawings = ReadonlyMap<string, string>

/** The drawings, and the files of the face for titles. */
export interface ShareParts {
  drawings: Drawings
  faces: readonly string[]
}

/** Web's server entry, as far as the main thread asks it. */
interface Entry {
  answer: (
    ...asked: Parameters<Renderer['render']>
  ) => Promise<Omit<Rendered, 'html'> & { drawing: RenderInput | null }>
  drawingOf: (page: FoundPage) => RenderInput
  dataOf: Renderer['data']
  addKinds: (kinds: Readonly<Record<string, OwnKind>>) => void
}

/** The folder of web's build: the server entry, and what browsers load. */
export const webBuild = join(import.meta.dirname, '../../web/dist')

/** Vite's manifest: source file → what it became. */
type Manifest = Record<string, Chunk>

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  head?: readonly object[]
  drawings?: Readonly<Record<string, string>>
}

/**
 * Loads the built pages. `npm run build` makes them. Requests are answered here, and drawn in a thread of their own.
 * @param own what a repository adds to every page, where it adds something
 * @param scripts further scripts of every page, by address: development has some
 */
export async function loadRenderer(own: Renderer['own'] = null, scripts: readonly string[] = []): Promise<Renderer> {
  const manifest: Manifest = JSON.parse(await readFile(join(webBuild, 'browser/.vite/manifest.json'), 'utf8'))
  const code = pathToFileURL(join(webBuild, 'server/entry-server.js')).href
  if (own) {
    const drawings = Object.entries(own.drawings).map(([name, file]) => [name, `/assets/${file}`])
    const file = own.script === null ? '' : `assets/${own.script}`
    manifest.own = { file, head: own.head, drawings: Object.fromEntries(drawings) }
  }
  const entry = (await import(code)) as Entry
  for (const [id, url] of Object.entries(ownKindFiles)) entry.addKinds({ [id]: (await import(url)).default })
  const thread = renderThread({ code, manifest, kinds: ownKindFiles })
  const tags = scripts.map((address) => `<script type="module" src="${address}"></script>`).join('')
  const draw = async (drawing: RenderInput) => {
    const html = await thread.draw(drawing)
    return tags === '' ? html : Buffer.from(html.toString('utf8').replace('</head>', `${tags}</head>`))
  }
  return {
    begin: thread.begin,
    releaseMemory() {
      thread.releaseMemory()
      releaseMemory()
    },
    async render(...asked) {
      const { drawing, ...rendered } = await entry.answer(...asked)
      return { ...rendered, html: drawing ? await draw(drawing) : Buffer.of() }
    },
    show: async (page) => ({
      ...{ status: page.status, location: null, leadsTo: [] },
      html: await draw(entry.drawingOf(page)),
    }),
    data: entry.dataOf,
    validatorRuntime: `/${manifest['../engine/form/journey/validator-runtime.ts']?.file}`,
    assets: {
      styleSheet: `/${manifest['style.css']?.file}`,
      icon: `/${manifest['assets/favicon.svg']?.file}`,
      embedded: `/${manifest['app/entry-embedded.ts']?.file}`,
    },
    share: {
      drawings: await drawingsOf(manifest, own),
      faces: ['latin', 'latin-ext'].map((script) => join(webBuild, 'share', `${script}.ttf`)),
    },
    own,
    close: thread.close,
  }
}

async function drawingsOf(manifest: Manifest, own: Renderer['own']): Promise<Drawings> {
  const drawings = new Map<string, string>()
  for (const [name, file] of Object.entries(own?.drawings ?? {})) {
    const [path = ''] = own?.folders.map((folder) => join(folder, file)).filter((each) => existsSync(each)) ?? []
    drawings.set(name, await readFile(path, 'utf8'))
  }
  for (const [source, { file }] of Object.entries(manifest)) {
    const [, name] = source.match(/^assets\/drawings\/([a-z-]+)\.svg$/) ?? []
    if (name !== undefined) drawings.set(name, await readFile(join(webBuild, 'browser', file), 'utf8'))
  }
  return drawings
}

/** Draws pages beside the main thread, which has leads to take meanwhile. */
interface RenderThread {
  /** Starts it before there is anything to draw. */
  begin: () => void
  releaseMemory: () => void
  /** The whole document, as UTF-8. */
  draw: (drawing: RenderInput) => Promise<Buffer>
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
    releaseMemory: () => running?.releaseMemory(),
    draw: (drawing) => thread().draw(drawing),
    close: async () => running?.end(),
  }
}

function start(data: ThreadData, onExit: () => void) {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./render-worker${extname(import.meta.filename)}`, import.meta.url)
  // Drawing leaves more behind than anything else does: collected too often, pages take longer.
  const worker = new Worker(code, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 96 } })
  const sent = new LRUCache<string, true>({ max: mostViews })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let cause = 'it stopped'
  // It keeps no server alive that has nothing else to do.
  worker.unref()
  worker.on('message', (reply: Reply) => {
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if ('html' in reply) resolve?.(Buffer.from(reply.html.buffer))
    else reject?.(new Error(`Failed to render the page: ${reply.why}`))
  })
  worker.on('error', (error) => {
    cause = error.message
  })
  worker.on('exit', () => {
    onExit()
    for (const { reject } of waiting.values()) reject(new Error(`The render thread failed: ${cause}`))
  })
  return {
    releaseMemory: () => worker.postMessage('release-memory' satisfies ThreadRequest),
    draw({ address, view, state }: RenderInput): Promise<Buffer> {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const id = ++last
      const name = viewHash(view)
      const isKnown = sent.get(name) !== undefined
      if (!isKnown) sent.set(name, true)
      waiting.set(id, { resolve, reject })
      worker.postMessage({
        id,
        address,
        state,
        name,
        view: isKnown ? null : JSON.stringify(view),
      } satisfies ThreadRequest)
      return promise
    },
    async end() {
      await worker.terminate()
    },
  }
}

const viewHashes = new WeakMap<PageView, string>()

/** A name for all that a page is rendered from: views of two sites that say the same have the same. */
export function viewHash(view: PageView): string {
  const hash = viewHashes.get(view) ?? contentHash(JSON.stringify(view))
  viewHashes.set(view, hash)
  return hash
}
