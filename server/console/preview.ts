import { hostsOf, localePath, type Site } from '#engine/site'
import { previewPass, previewTime } from '#server/previews'
import { placeOfId, type StudioForm, textAt, valueAt } from '#server/studio'
import { type Desk, html, posted, said, type Visit } from './page.ts'

/** Where the form is in the preview, in a language. */
export function seenAt({ id }: StudioForm, locale: string): string {
  return `/studio/${id}/see/${locale}`
}

/** The preview, filled with the answers that show a finding. */
export async function fill(desk: Desk, visit: Visit, form: StudioForm) {
  const { reply } = visit
  const verdict = await desk.studio.judge(form.id)
  const filled = verdict?.findings[Number(said(visit, 'finding'))]?.filled
  const site = await desk.studio.site(form.id)
  if (!filled || !site) return reply.redirect(seenAt(form, form.locales[0] ?? ''), 303)
  keepSite(desk, form.id, site)
  const path = localePath(site.definition, `/forms/${filled.form}`, filled.locale)
  const shown = await askPublic(desk, form, { method: 'GET', url: path })
  // The page says which version of the form it shows.
  const held = ['section', 'definition'].flatMap((name) => {
    const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.payload) ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  const fields = new URLSearchParams()
  for (const [name, value] of [...held, ...filled.entries]) fields.append(name, value)
  fields.set('go', `to-${filled.step}`)
  const url = `${path}?step=${encodeURIComponent(filled.step)}`
  return sendPreview(visit, form, await askPublic(desk, form, { method: 'POST', url, fields }))
}

/** How many drafts are previewed at a time: each holds resolved forms. */
const mostShown = 5

export function keepSite({ drafts }: Desk, id: string, site: Parameters<Desk['drafts']['set']>[1]): void {
  drafts.delete(id)
  drafts.set(id, site)
  const [oldest] = drafts.keys()
  if (drafts.size > mostShown && oldest !== undefined) drafts.delete(oldest)
}

/** Where visitors are: the first brand's own address, or the console's without its name. */
export function publicOrigin({ config, live, originAt }: Desk, request: Visit['request']): string {
  const own = live.current().brands.all.find(({ origin }) => origin !== undefined)?.origin
  if (config.consoleOrigin !== null && own !== undefined) return own
  return originAt(request).replace('console.', '')
}

/** What a previewed page may load and do. No script of it runs: it is shown at the console's own address. */
const previewPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-forms allow-same-origin"

/** What is previewed of what is edited: of a group the first form that asks it, of a partner the first that it receives. */
export function shownOf(
  live: Desk['live'],
  { id, value }: Pick<StudioForm, 'id' | 'value'>,
): [kind: 'form' | 'page', id: string] {
  const { folder, name } = placeOfId(id)
  if (folder === 'pages') return ['page', name]
  if (folder === 'forms') return ['form', name]
  const filters = valueAt(value, ['filters'])
  if (folder === 'partners') return ['form', textAt(Array.isArray(filters) ? filters[0] : null, 'form')]
  const uses = (step: unknown) => valueAt(step, ['use']) === name
  const using = live
    .files()
    .find((file) => file.folder === 'forms' && Object.values(valueAt(file.value, ['steps']) ?? {}).some(uses))
  return ['form', using?.id ?? '']
}

/** Where it is, in a language; null where it is not. */
function pathIn(live: Desk['live'], site: Site, form: StudioForm, locale: string): string | null {
  const [kind, shown] = shownOf(live, form)
  return kind === 'page' ? site.pages.pathOf(shown, locale) : localePath(site.definition, `/forms/${shown}`, locale)
}

/** The public server's page with the draft in it, without its scripts. */
export async function preview(desk: Desk, visit: Visit, form: StudioForm) {
  const { request, reply, words } = visit
  const { '*': rest = '' } = request.params as { '*'?: string }
  const prefix = `/studio/${form.id}/see`
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const site = await desk.studio.site(form.id)
  if (!site) return visit.page(words.word('studio.preview'), html`<p>${words.word('studio.no-preview')}</p>`)
  keepSite(desk, form.id, site)
  if (form.locales.includes(rest)) return reply.redirect(prefix + (pathIn(desk.live, site, form, rest) ?? '/'), 303)
  const { search } = new URL(request.url, 'http://localhost')
  const fields = request.method === 'POST' ? posted(visit) : undefined
  const url = `/${rest}${search}`
  return sendPreview(
    visit,
    form,
    await askPublic(desk, form, { method: fields ? 'POST' : 'GET', url, ...(fields && { fields }) }),
  )
}

/** The first brand that has a form, and a host of it. */
export function brandOf({ live }: Desk, { value }: Pick<StudioForm, 'value'>): { id: string; host: string } {
  const brands = valueAt(value, ['brands'])
  const all = live.current().brands.all.filter(({ id }) => !Array.isArray(brands) || brands.includes(id))
  const [host = 'localhost'] = all.flatMap(hostsOf)
  return { id: all[0]?.id ?? '', host }
}

/** What the public server says to a browser that sees a draft, or what is live. */
export function askPublic(
  desk: Desk,
  form: StudioForm,
  {
    method,
    url,
    fields,
    isLive = false,
  }: { method: 'GET' | 'POST'; url: string; fields?: URLSearchParams; isLive?: boolean },
): ReturnType<Desk['ask']> {
  const { host } = brandOf(desk, form)
  return desk.ask({
    ...{ method, url },
    headers: {
      host,
      ...(!isLive && { cookie: `preview=${previewPass(desk.hash, desk.now() + previewTime, form.id)}` }),
      // That it comes from a page of its own is known by now.
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
    },
    ...(fields && { payload: fields.toString() }),
  })
}

/** Sends it without its scripts, at the console's address. */
function sendPreview({ reply }: Visit, form: StudioForm, asked: Awaited<ReturnType<Desk['ask']>>) {
  const prefix = `/studio/${form.id}/see`
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const { location, 'content-type': type = 'text/plain' } = asked.headers
  if (typeof location === 'string') {
    const { pathname, search, hash } = new URL(location, 'http://localhost')
    return reply.redirect(prefix + pathname + search + hash, 303)
  }
  const at = (text: string) =>
    String(type).startsWith('text/html')
      ? text
          .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
          .replace(/(\s(?:href|src|action|formaction|srcset)=")\/(?!\/)/g, `$1${prefix}/`)
      : text.replace(/url\((['"]?)\/(?!\/)/g, `url($1${prefix}/`)
  const isText = /^text\/(html|css)/.test(String(type))
  return reply
    .code(asked.statusCode)
    .type(String(type))
    .send(isText ? at(asked.payload) : asked.rawPayload)
}
