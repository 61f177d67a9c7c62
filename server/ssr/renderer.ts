import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundPage, PageHost } from '#engine/catalog/portal/page-host.ts'

/** What web's server entry makes of a request. */
interface Rendered {
  status: number
  location: string | null
  html: string
}

/** Web's build: pages for a request, with everything they ask of their host. */
export interface Renderer {
  render: (request: Request, host: PageHost) => Promise<Rendered>
  /** A page that is at hand and has no form. */
  show: (page: FoundPage) => Promise<Rendered>
  /** A page as data, for a browser that draws it itself. */
  data: (request: Request, host: PageHost) => Promise<{ status: number; data: object }>
  /** The address of what compiled validators call. */
  validatorRuntime: string
  /** What even the plainest page loads, by address. */
  assets: { styleSheet: string; icon: string }
}

/** The folder of web's build: the server entry, and what browsers load. */
export const webBuild = join(import.meta.dirname, '../../web/dist')

/** Vite's manifest: source file → what it became. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** Loads the built pages. `npm run build` makes them. */
export async function loadRenderer(): Promise<Renderer> {
  const manifest: Manifest = JSON.parse(await readFile(join(webBuild, 'browser/.vite/manifest.json'), 'utf8'))
  const entry = (await import(join(webBuild, 'server/entry-server.js'))) as {
    render: (request: Request, host: PageHost, manifest: Manifest) => Promise<Rendered>
    show: (page: FoundPage, manifest: Manifest) => Promise<Rendered>
    pageData: Renderer['data']
  }
  return {
    render: (request, host) => entry.render(request, host, manifest),
    show: (page) => entry.show(page, manifest),
    data: entry.pageData,
    validatorRuntime: `/${manifest['../engine/core/filling/validator-runtime.ts']?.file}`,
    assets: { styleSheet: `/${manifest['style.css']?.file}`, icon: `/${manifest['assets/favicon.svg']?.file}` },
  }
}
