import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageHost } from '#engine/catalog/page-host.ts'

/** What web's server entry makes of a request. */
interface Rendered {
  status: number
  location: string | null
  html: string
}

/** Renders a page for a request, with everything it asks of its host. */
export type Renderer = (request: Request, host: PageHost) => Promise<Rendered>

/** The folder of web's build: the server entry, and the assets browsers load. */
export const webBuild = join(import.meta.dirname, '../../web/dist')

/** Loads the built pages. `npm run build` makes them. */
export async function loadRenderer(): Promise<Renderer> {
  const manifest: Record<string, { css?: string[] }> = JSON.parse(
    await readFile(join(webBuild, '.vite/manifest.json'), 'utf8'),
  )
  const styleSheets = (manifest['entry-server.tsx']?.css ?? []).map((file) => `/${file}`)
  const entry = (await import(join(webBuild, 'entry-server.js'))) as {
    render: (request: Request, host: PageHost, styleSheets: readonly string[]) => Promise<Rendered>
  }
  return (request, host) => entry.render(request, host, styleSheets)
}
