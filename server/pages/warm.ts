import { type Catalog, type PageAt, pageView } from '#engine/site'
import { quickBody } from './body.ts'
import type { Renderer } from './renderer.ts'

/** Makes a page as if somebody had asked for it, and counts nobody: whoever comes first finds the code warm. */
export async function warm(render: Renderer, catalog: Catalog, at: PageAt): Promise<void> {
  const view = pageView(catalog, at, catalog.brand(catalog.site.brand))
  const { html } = await render.render(new Request(`http://leadwright.invalid${view.path}`), {
    page: async () => ({ status: 200, view }),
    landing: () => new URLSearchParams(),
    earlier: async () => null,
    today: (version) => version,
    mintKey: () => '',
    isLocal: false,
    shown() {},
    // Nobody fills it in.
    judges: unasked,
    send: unasked,
  })
  await quickBody(html)
}

async function unasked(): Promise<never> {
  throw new Error('A page that is only made has nothing to judge.')
}
