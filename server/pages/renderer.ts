import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FoundPage, PageHost } from '#engine/site'
import type { Drawing } from './render-messages.ts'
import { renderThread } from './render-thread.ts'

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
  render: (request: Request, host: PageHost) => Promise<Rendered>
  /** A page that is at hand and has no form. */
  show: (page: FoundPage) => Promise<Rendered>
  /** A page as data, for a browser that draws it itself. */
  data: (request: Request, host: PageHost) => Promise<{ status: number; data: object }>
  /** The address of what compiled validators call. */
  validatorRuntime: string
  /** What even the plainest page loads, by address. */
  assets: { styleSheet: string; icon: string /** The script of frames on other sites. */; embedded: string }
  /** What share images are drawn with. */
  share: ShareParts
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
  answer: (request: Request, host: PageHost) => Promise<Omit<Rendered, 'html'> & { drawing: Drawing | null }>
  drawingOf: (page: FoundPage) => Drawing
  dataOf: Renderer['data']
}

/** The folder of web's build: the server entry, and what browsers load. */
export const webBuild = join(import.meta.dirname, '../../web/dist')

/** Vite's manifest: source file → what it became. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** Loads the built pages. `npm run build` makes them. Requests are answered here, and drawn in a thread of their own. */
export async function loadRenderer(): Promise<Renderer> {
  const manifest: Manifest = JSON.parse(await readFile(join(webBuild, 'browser/.vite/manifest.json'), 'utf8'))
  const code = pathToFileURL(join(webBuild, 'server/entry-server.js')).href
  const entry = (await import(code)) as Entry
  const thread = renderThread({ code, manifest })
  return {
    begin: thread.begin,
    async render(request, host) {
      const { drawing, ...rendered } = await entry.answer(request, host)
      return { ...rendered, html: drawing ? await thread.draw(drawing) : Buffer.of() }
    },
    show: async (page) => ({
      ...{ status: page.status, location: null, leadsTo: [] },
      html: await thread.draw(entry.drawingOf(page)),
    }),
    data: entry.dataOf,
    validatorRuntime: `/${manifest['../engine/form/journey/validator-runtime.ts']?.file}`,
    assets: {
      styleSheet: `/${manifest['style.css']?.file}`,
      icon: `/${manifest['assets/favicon.svg']?.file}`,
      embedded: `/${manifest['app/entry-embedded.ts']?.file}`,
    },
    share: {
      drawings: await drawingsOf(manifest),
      faces: ['latin', 'latin-ext'].map((script) => join(webBuild, 'share', `${script}.ttf`)),
    },
    close: thread.close,
  }
}

async function drawingsOf(manifest: Manifest): Promise<Drawings> {
  const drawings = new Map<string, string>()
  for (const [source, { file }] of Object.entries(manifest)) {
    const [, name] = source.match(/^assets\/drawings\/([a-z-]+)\.svg$/) ?? []
    if (name !== undefined) drawings.set(name, await readFile(join(webBuild, 'browser', file), 'utf8'))
  }
  return drawings
}
