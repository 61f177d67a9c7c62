import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { htmlText as html } from '#engine/form/values'
import { contentHash } from '#engine/node'
import { attributionNames, type Brand, defaultLocale, embeddedOn, type PageAt, type Site } from '#engine/site'
import { localOrigin, originOf } from '#server/http'
import { type Body, framedAt, quickBody, type Renderer, sendBody, webBuild } from '#server/pages'

/** Of what only this page has. */
const docsSheet = `
.lw-plain { max-width: 54rem; }
.lw-plain h3 { margin-block: 24px 8px; font-size: 1rem; }
.lw-plain pre { margin-block: 8px 0; padding: 16px; white-space: pre-wrap; border: 1px solid var(--edge); background: var(--sheet); hyphens: none; }
.lw-plain code { font: 0.9em/1.5 monospace; hyphens: none; }
.lw-plain dt { margin-block-start: 12px; }
.lw-plain dd { margin-inline-start: 0; }
.lw-plain summary { min-height: 44px; align-content: center; cursor: pointer; }
`

const attributes = [
  ['data-form', 'The id of the form.'],
  ['data-locale', 'The language of the form; the first of the site by default.'],
  ['data-title', 'The title of the frame until it is loaded, for screen readers.'],
  ['data-theme', 'light, dark or auto; auto, the default, follows the visitor’s device.'],
  [
    'data-query',
    'Further parameters of the form’s address, such as utm_campaign=spring or a prefilled answer. The same parameter in the address of your page takes precedence.',
  ],
] as const

const events = [
  ['leadwright:ready', 'The form is loaded, and the frame has its title.'],
  ['leadwright:begun', 'A visitor started to fill it in.'],
  ['leadwright:step', 'Another step is shown. The detail has its id, step, and its number among all steps.'],
  ['leadwright:sent', 'It was sent and stored.'],
] as const

/** /embed.js, which other sites load, and /embed/docs, which says how. The frames themselves are pages. */
export async function embedRoutes(app: FastifyInstance, site: () => Site, { assets }: Renderer): Promise<void> {
  const code = await readFile(join(webBuild, 'embed/embed.js'), 'utf8')
  const scripts = new WeakMap<Site, Promise<{ body: Body; etag: string }>>()
  const scriptOf = (current: Site) => {
    const known = scripts.get(current) ?? embedScript(code, current)
    scripts.set(current, known)
    return known
  }

  app.get('/embed.js', async (request, reply) => {
    const { body, etag } = await scriptOf(site())
    reply.headers({
      etag,
      // A day as it is, and a week more while it is asked for anew.
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return sendBody(request, reply.type('text/javascript; charset=utf-8'), body)
  })

  app.get('/embed/docs', (request, reply) => {
    const current = site()
    const brand = current.brands.at(request.host)
    const origin = localOrigin(request) ?? originOf(brand, request) ?? `${request.protocol}://${request.host}`
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'host' })
      .type('text/html; charset=utf-8')
      .send(docsPage(current, brand, origin, assets))
  })
  app.get('/embed/docs.css', (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsSheet),
  )
}

/** The script with what it must know of the site. Its ETag is weak: it is compressed in more than one way. */
async function embedScript(code: string, { definition: site }: Site): Promise<{ body: Body; etag: string }> {
  const known = JSON.stringify({ locale: defaultLocale(site), kept: attributionNames(site) })
  const text = code.replaceAll('LEADWRIGHT_SITE', () => known)
  return { body: await quickBody(text), etag: `W/"${contentHash(text)}"` }
}

/** The page for those who embed a form: for developers and in English, as /api/docs is. */
function docsPage(site: Site, brand: Brand, origin: string, { styleSheet, icon }: Renderer['assets']): string {
  const embedded = site.pages.ofBrand(brand.id).filter(({ embed }) => embed)
  const forms = [...Map.groupBy(embedded, ({ id }) => id).values()]
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<title>Embed a form – ${html(brand.title ?? brand.name)}</title>`,
    `<link rel="icon" href="${html(icon)}" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${html(styleSheet)}">`,
    brand.files ? `<link rel="stylesheet" href="${html(brand.files.css.path)}">` : '',
    `<link rel="stylesheet" href="/embed/docs.css"></head><body><main class="lw-plain"><p>${html(brand.name)}</p>`,
    '<h1 class="lw-heading">Embed a form</h1>',
    '<p class="lw-lead">Add two lines to your page to show one of our forms in that place. Answers go only to us: your page is notified of the visitor’s progress, never of the answers.</p>',
    '<h2>The lines to copy</h2>',
    forms.length > 0
      ? forms.map((places) => ofForm(places, origin)).join('')
      : `<p>No form may be embedded yet. Allow it in the definition of a form: ${code('"embed": { "origins": ["https://shop.example"] }')}</p>`,
    rest(origin),
    '</main></body></html>',
  ].join('')
}

function ofForm(places: readonly PageAt[], origin: string): string {
  const [first, ...others] = places.map((at) => ({ at, form: formOf(at) }))
  if (!first) return ''
  const sites = first.at.embed?.origins.map(code).join(', ')
  return [
    `<h3>${html(first.at.page.title)}</h3>`,
    `<p>May be embedded on ${sites}.</p>`,
    lines(first.at, first.form, origin),
    others.length === 0 ? '' : '<details><summary>In other languages</summary>',
    ...others.map(({ at, form }) => lines(at, form, origin)),
    others.length === 0 ? '' : '</details>',
  ].join('')
}

function formOf({ page }: PageAt): string {
  return Object.values(page.sections).flatMap((section) => (section.kind === 'form' ? [section.form] : []))[0] ?? ''
}

function lines({ locale, page, embed }: PageAt, form: string, origin: string): string {
  const title = html(page.title)
  return pre(
    [
      `<script src="${origin}/embed.js" data-form="${form}" data-locale="${locale}" data-title="${title}" async></script>`,
      `<noscript><a href="${origin}${embed?.own}">${title}</a></noscript>`,
    ].join('\n'),
  )
}

function rest(origin: string): string {
  return [
    '<h2>Attributes</h2><dl>',
    ...attributes.map(([name, text]) => `<dt>${code(name)}</dt><dd>${html(text)}</dd>`),
    '</dl><p>You can add the lines several times to a page, for one form or several. Visitors without JavaScript get a link to the form’s own page.</p>',
    '<h2>Events</h2><p>Events are dispatched on the frame and bubble, so one listener on the document receives all of them. The detail of each has the form and the language.</p><dl>',
    ...events.map(([name, text]) => `<dt>${code(name)}</dt><dd>${html(text)}</dd>`),
    '</dl>',
    pre(
      "document.addEventListener('leadwright:sent', (event) => {\n  console.log('sent', event.detail.form, event.detail.locale)\n})",
    ),
    '<h2>Your security policy</h2><p>The script needs only our origin: no inline script, no inline style, no eval.</p>',
    pre(`Content-Security-Policy: script-src ${origin}; frame-src ${origin}`),
    '<p>Add the sources that your own page needs.</p>',
    '<h2>Allowed sites</h2><p>The form’s definition lists each site by its origin: scheme, host, and port if it has one. ',
    `${code('https://shop.example')} and ${code('https://www.shop.example')} are two different origins. On any other site, browsers block the frame and show their own error; the console then names ${code('frame-ancestors')}. If a frame is nested in another frame, each page around it must be allowed. Ask us to add a site.</p>`,
    '<h2>Data sent with an answer</h2><p>The campaign parameters of your page’s address, such as ',
    `${code('utm_source')}, and the origin of your page as ${code(embeddedOn)}, are stored with the answers. The frame sets no cookie, loads no third-party content and has no access to your page, nor your page to the frame.</p>`,
  ].join('')
}

function code(text: string): string {
  return `<code>${html(text)}</code>`
}

function pre(text: string): string {
  return `<pre><code>${html(text)}</code></pre>`
}

/**
 * Who may show a form in a frame: the sites that its definition names, whatever is answered at its address, so that a
 * mistake is told in the frame too. That there is no such form may be told on any site. Nobody may frame anything else.
 */
export function embeddingHeaders(app: FastifyInstance, site: () => Site): void {
  // Not async: otherwise a reply would not count as sent at once, and later hooks and the route would still run.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.url.includes('/embed/')) return done(null, payload)
    const current = site()
    const framed = framedAt(current, current.brands.at(request.host).id, request.url)
    const policy = reply.getHeader('content-security-policy')
    if (framed && typeof policy === 'string')
      reply
        .header(
          'content-security-policy',
          policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${framed.origins.join(' ')}`),
        )
        // A page that asks of all it loads to be meant for others (COEP) may show it too.
        .header('cross-origin-resource-policy', 'cross-origin')
        // It knows no list of sites.
        .removeHeader('x-frame-options')
    done(null, payload)
  })
}
