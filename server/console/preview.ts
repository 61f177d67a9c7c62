import { hostsOf, localePath, type Site } from '#engine/site'
import { previewPass, previewTime } from '#server/previews'
import { type Filled, placeOfId, type StudioForm, textAt, valueAt } from '#server/studio'
import { type Desk, html, posted, said, type Visit } from './page.ts'

/** How a draft is shown in the preview. */
interface Look {
  /** Whether as it is typed, or as it was saved. */
  isTyped: boolean
  /** The brand's id; '' for the first that has it. */
  brand: string
}

/** Where pages of the preview are: their links lead to addresses below it. */
const prefixOf = ({ id }: StudioForm, { isTyped, brand }: Look) =>
  `/studio/${id}/${isTyped ? 'typed' : 'see'}${brand === '' ? '' : `/~${brand}`}`

const looked = (visit: Visit): Look => ({ isTyped: said(visit, 'typed') !== '', brand: said(visit, 'brand') })

const typedKey = (form: StudioForm, visit: Visit) => `${form.id}.${visit.person.id}`

/** Notes what is typed, for the preview and the findings. As many are kept as are looked at. */
export function noteTyped({ typed }: Desk, visit: Visit, form: StudioForm): void {
  const key = typedKey(form, visit)
  const { site = null } = typed.get(key) ?? {}
  typed.delete(key)
  typed.set(key, { form, site })
  const [oldest] = typed.keys()
  if (typed.size > mostShown && oldest !== undefined) typed.delete(oldest)
}

/** What is judged: what the person has typed, or the draft as it was saved. */
export function asTyped({ typed }: Desk, visit: Visit, form: StudioForm): StudioForm | null {
  return said(visit, 'typed') === '' ? null : (typed.get(typedKey(form, visit))?.form ?? null)
}

/** The site that a look shows, kept under the name that a pass has; null where there is none. */
async function siteOf(desk: Desk, visit: Visit, form: StudioForm, { isTyped }: Look) {
  const key = isTyped ? typedKey(form, visit) : form.id
  const typed = isTyped ? desk.typed.get(key) : undefined
  const found = await desk.studio.site(typed?.form ?? form.id)
  // A page with a section that says no form yet is left out of the site.
  const isThere = found && form.locales.some((locale) => pathIn(desk.live, found, form, locale) !== null)
  const made = isThere ? found : null
  const site = made ?? typed?.site ?? null
  if (typed && made) typed.site = made
  if (site) keepSite(desk, key, site)
  return site && { site, key }
}

/** The preview in a language, at the screen that asks what is edited, filled with answers from the proof. */
export async function show(desk: Desk, visit: Visit, form: StudioForm) {
  const look = looked(visit)
  const locale = form.locales.find((each) => each === said(visit, 'language')) ?? form.locales[0] ?? ''
  const [steps = '', step = '', , field] = said(visit, 'at').split('.')
  const isStep = steps === 'steps'
  // What is typed needs no answers of its own: those of the draft lead there, too.
  const reached = isStep ? ((await desk.studio.judge(form.id))?.reached ?? []) : []
  const there = reached.filter((each) => each.locale === locale && each.whole === step && each.form === form.id)
  const asks = (each: string) => each === field || each.endsWith(`.${field}`)
  const screen = there.find((each) => each.asks.some(asks)) ?? there[0]
  if (screen) return filledWith(desk, visit, form, { look, filled: screen })
  const shown = await siteOf(desk, visit, form, look)
  const path = shown && pathIn(desk.live, shown.site, form, locale)
  return visit.reply.redirect(`${prefixOf(form, look)}${path ?? `/${locale}`}`, 303)
}

/** The preview, filled with the answers that show a finding. */
export async function fill(desk: Desk, visit: Visit, form: StudioForm) {
  const look = looked(visit)
  const verdict = await desk.studio.judge(asTyped(desk, visit, form) ?? form.id)
  const filled = verdict?.findings[Number(said(visit, 'finding'))]?.filled
  if (filled) return filledWith(desk, visit, form, { look, filled })
  return visit.reply.redirect(`${prefixOf(form, look)}/${form.locales[0] ?? ''}`, 303)
}

async function filledWith(
  desk: Desk,
  visit: Visit,
  form: StudioForm,
  { look, filled }: { look: Look; filled: Filled },
) {
  const shown = await siteOf(desk, visit, form, look)
  if (!shown) return visit.reply.redirect(`${prefixOf(form, look)}/${filled.locale}`, 303)
  const path = localePath(shown.site.definition, `/forms/${filled.form}`, filled.locale)
  const asked = { key: shown.key, brand: look.brand }
  const first = await askPublic(desk, form, { ...asked, method: 'GET', url: path })
  // The page says which version of the form it shows.
  const held = ['section', 'definition'].flatMap((name) => {
    const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(first.payload) ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  const fields = new URLSearchParams()
  for (const [name, value] of [...held, ...filled.entries]) fields.append(name, value)
  fields.set('go', `to-${filled.step}`)
  const url = `${path}?step=${encodeURIComponent(filled.step)}`
  return sendPreview(visit, form, look, await askPublic(desk, form, { ...asked, method: 'POST', url, fields }))
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
export async function preview(desk: Desk, visit: Visit, form: StudioForm, isTyped: boolean) {
  const { request, reply, words } = visit
  const { '*': all = '' } = request.params as { '*'?: string }
  const [, brand = '', rest = all] = /^~([a-z0-9_-]+)\/?(.*)$/.exec(all) ?? []
  const look = { isTyped, brand }
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const shown = await siteOf(desk, visit, form, look)
  if (!shown) return visit.page(words.word('studio.preview'), html`<p>${words.word('studio.no-preview')}</p>`)
  if (form.locales.includes(rest))
    return reply.redirect(prefixOf(form, look) + (pathIn(desk.live, shown.site, form, rest) ?? '/'), 303)
  const { search } = new URL(request.url, 'http://localhost')
  const fields = request.method === 'POST' ? posted(visit) : undefined
  const method = fields ? 'POST' : 'GET'
  const asked = await askPublic(desk, form, { key: shown.key, brand, method, url: `/${rest}${search}`, fields })
  return sendPreview(visit, form, look, asked)
}

interface AskedPage {
  /** The name that the site is kept under; the form's id where there is none. */
  key?: string
  brand?: string
  method: 'GET' | 'POST'
  url: string
  fields?: URLSearchParams | undefined
  isLive?: boolean
}

/** The first brand that has a form, or the one that is asked for, and a host of it. */
export function brandOf(
  { live }: Desk,
  { value }: Pick<StudioForm, 'value'>,
  brand = '',
): { id: string; host: string } {
  const brands = valueAt(value, ['brands'])
  const all = live
    .current()
    .brands.all.filter(({ id }) => (brand === '' ? !Array.isArray(brands) || brands.includes(id) : id === brand))
  const [host = 'localhost'] = all.flatMap(hostsOf)
  return { id: all[0]?.id ?? '', host }
}

/** What the public server says to a browser that sees a draft, or what is live. */
export function askPublic(
  desk: Desk,
  form: StudioForm,
  { key = form.id, brand, method, url, fields, isLive = false }: AskedPage,
): ReturnType<Desk['ask']> {
  const { host } = brandOf(desk, form, brand)
  return desk.ask({
    ...{ method, url },
    headers: {
      host,
      ...(!isLive && { cookie: `preview=${previewPass(desk.hash, desk.now() + previewTime, key)}` }),
      // That it comes from a page of its own is known by now.
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
    },
    ...(fields && { payload: fields.toString() }),
  })
}

/** Sends it without its scripts, at the console's address. */
function sendPreview({ reply }: Visit, form: StudioForm, look: Look, asked: Awaited<ReturnType<Desk['ask']>>) {
  const prefix = prefixOf(form, look)
  reply.headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN' })
  const { location, 'content-type': type = 'text/plain', 'cache-control': kept } = asked.headers
  // What has its hash in its name is asked for once.
  if (String(kept).includes('immutable')) reply.header('cache-control', kept)
  if (typeof location === 'string') {
    const { pathname, search, hash } = new URL(location, 'http://localhost')
    return reply.redirect(prefix + pathname + search + hash, 303)
  }
  const at = (text: string) =>
    String(type).startsWith('text/html')
      ? text
          .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
          .replace(/(\s(?:href|src|action|formaction)=")\/(?!\/)/g, `$1${prefix}/`)
          // One attribute names several files.
          .replace(/\ssrcset="[^"]*"/gi, (files) => files.replace(/(["\s])\/(?!\/)/g, `$1${prefix}/`))
      : text.replace(/url\((['"]?)\/(?!\/)/g, `url($1${prefix}/`)
  const isText = /^text\/(html|css)/.test(String(type))
  return reply
    .code(asked.statusCode)
    .type(String(type))
    .send(isText ? at(asked.payload) : asked.rawPayload)
}
