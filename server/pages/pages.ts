import type { Readable } from 'node:stream'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter, type Registry } from 'prom-client'
import { asksForFiles } from '#engine/form/files'
import { control, fileControl } from '#engine/form/journey'
import { sentReference } from '#engine/form/lead'
import { fieldPlace, plainWords, templateId } from '#engine/form/model'
import { htmlText as html } from '#engine/form/values'
import { compiledStep, validatorModule } from '#engine/node'
import {
  askedOf,
  type Brand,
  formSections,
  isOneVisitors,
  isSent,
  languageKey,
  linkToken,
  openedForm,
  type PageAt,
  pagePath,
  pageView,
  placesIn,
  preferredLanguage,
  resultsAt,
  type Site,
  shownOf,
} from '#engine/site'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import {
  contentSecurityPolicy,
  type ErrorRenderer,
  isSameOrigin,
  pagePolicy,
  pathOf,
  problem,
  type RateLimits,
  readForm,
  type readyAnswers,
  retryAfter,
  urlencoded,
} from '#server/http'
import type { FormVersions } from '#server/leads'
import { type PreviewAccess, type PreviewAccessOf, unseen } from '#server/previews'
import { inTime } from '#server/storage'
import { readPostedForm } from '#server/uploads'
import { type PageParts, pageHost, rememberForms } from './host.ts'
import { type Body, improve, PageCache, preferred, quickBody, type SentPage, sendBody, sendOnce } from './page-cache.ts'
import { type Renderer, viewHash } from './renderer.ts'

/** How long a form that has changed since is looked for, in ms. */
const deadlineMs = 1000

const unchanging = 'public, max-age=31536000, immutable'

/** How much is kept ready to be sent, in bytes. */
const validatorCapacity = 16 * 1024 * 1024

const types = { css: 'text/css; charset=utf-8', svg: 'image/svg+xml' } as const

const pattern = /^(?<id>[a-z0-9_-]+)\.[0-9a-f]{10}\.(?<ending>css|svg)$/

/** What the routes of pages work with. */
interface PageRouteParts extends PageParts {
  previewAccessOf: PreviewAccessOf
  limits: RateLimits
  registry: Registry
  sectionPosts: SectionPosts
  answerReady: ReturnType<typeof readyAnswers>
}

/** Every address that is nothing else is a page: GET shows it, POST takes a step of its form or presses its button. */
export async function pages(
  app: FastifyInstance,
  { previewAccessOf, limits, registry, sectionPosts, answerReady, ...parts }: PageRouteParts,
  web: Renderer,
  errors: ErrorRenderer,
): Promise<void> {
  await loadCookieParser(app)
  const cache = new PageCache()
  const rendered = new Counter({
    name: 'leadwright_pages_rendered_total',
    help: 'Pages rendered because they were not cached.',
    registers: [registry],
  })

  /** What a request is known by whose page is cached. Most addresses are written as they were before, and need no reading. */
  const addressKey = ({ site }: PreviewAccess, brand: Brand, { url }: FastifyRequest) =>
    `${site.hash} ${parts.deals.revision()} ${parts.openings.revision()} ${brand.id} ${url}`

  answerReady((request) => {
    const { headers, url } = request
    // Thanks with a reference are one browser's own.
    if (headers['if-none-match'] !== undefined || sentReference(headers.cookie) !== null) return null
    const access = previewAccessOf(request)
    if (access.isPreview) return null
    const { site } = access
    const brand = site.brands.at(request.host)
    const answer = cache.at(addressKey(access, brand, request))?.answers.get(preferred(request)) ?? null
    const isForAll = answer === null || languageHeaders(site.definition, url) === undefined
    return isForAll || languageTarget(site, brand.id, addressOf(url), request) === null ? answer : null
  })

  app.get('/*', (request, reply) => {
    const access = previewAccessOf(request)
    const { site } = access
    const brand = site.brands.at(request.host)
    if (access.isPreview) return previewed(access, brand, request, reply)
    const address = addressKey(access, brand, request)
    const headers = languageHeaders(site.definition, request.url)
    const target = headers && languageTarget(site, brand.id, addressOf(request.url), request)
    if (target)
      return reply
        .headers({ ...headers, 'cache-control': 'private, no-cache' })
        .redirect(target.location, target.status)
    const kept = sentReference(request.headers.cookie) === null ? cache.at(address) : undefined
    return kept?.send(request, reply, headers) ?? page(request, reply, access, brand, address, headers)
  })

  /** What the files are for that are posted to a page, by the section that its form names first; null where it asks for none. */
  function filesAsked(request: FastifyRequest): Parameters<typeof readPostedForm>[2] | null {
    const access = previewAccessOf(request)
    const brand = access.site.brands.at(request.host)
    const at = access.site.pages.at(brand.id, addressOf(request.url).pathname)
    const forms = at ? formSections(pageView(access.site, at, brand)).filter(({ form }) => asksForFiles(form)) : []
    if (forms.length === 0) return null
    return (posted, name) => {
      const section = posted.find(([control_]) => control_ === control.section)?.[1]
      const form = forms.find(({ id }) => id === section)?.form
      const id = fileControl(name)
      const field =
        id === null
          ? undefined
          : form?.steps.flatMap(({ fields }) => fields).find((each) => each.id === templateId(fieldPlace(id)))
      if (!form || !field?.files || id === null) return null
      return { name: `root[${id}][]`, place: { form: form.id, field: field.id, files: field.files } }
    }
  }

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    access: PreviewAccess,
    brand: Brand,
    address: string,
    headers: Record<string, string> | undefined,
  ): Promise<FastifyReply> {
    const url = addressOf(request.url)
    if (resultsAt(access.site, brand.id, url.pathname)) {
      const { status, html, leadsTo } = await web.render(url, pageHost(parts, access, request, undefined, true))
      return sendHtml(request, secret(reply), { status, html }, pagePolicy([], leadsTo))
    }
    const at = access.site.pages.at(brand.id, url.pathname)
    if (!at) return elsewhere(access.site, brand, url, request, reply)
    const { asked, isListed } = askedOf(access.site, at, url.searchParams)
    const shelf = parts.deals.shelf()
    const view = pageView(access.site, at, brand, { asked, shelf, closedForms: parts.openings.closedForms() })
    if (openedForm(view, url.searchParams.has(linkToken))) {
      const { status, html } = await web.render(url, pageHost(parts, access, request, shelf, true))
      return sendHtml(request, secret(reply), { status, html }, contentSecurityPolicy)
    }
    // What is not in this key cannot change the page, whatever else the address carries.
    const saysReference =
      sentReference(request.headers.cookie) !== null &&
      (placesIn(view, url.searchParams).some(isSent) || view.sections.some(({ kind }) => kind === 'sent'))
    const isKept = isListed && !view.isIncomplete && !saysReference && !isOneVisitors(view, url.searchParams)
    const shown = isKept ? shownOf(view, url.searchParams) : null
    const key = `${viewHash(view)} ${shown}`
    const render = async (): Promise<SentPage> => {
      const { status, html, leadsTo } = await web.render(url, pageHost(parts, access, request, shelf))
      rendered.inc()
      const policy = pagePolicy(view.scripts, leadsTo)
      if (status === 200 && shown !== null) return cache.put(key, html, policy)
      return {
        send: (from, to) => sendHtml(from, to.header('cache-control', 'private, no-cache'), { status, html }, policy),
      }
    }
    const made = shown === null ? await render() : await cache.page(key, address, render)
    // It may have been rendered before its form was superseded, or before storage lost it.
    rememberForms(parts.versions, view, request.log)
    return made.send(request, reply, headers)
  }

  /** Rendered for one browser, kept by nobody. */
  async function previewed(
    access: PreviewAccess,
    brand: Brand,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const url = addressOf(request.url)
    const own = resultsAt(access.site, brand.id, url.pathname)
    const at = own?.at ?? access.site.pages.at(brand.id, url.pathname)
    if (!at) return elsewhere(access.site, brand, url, request, reply)
    const host = pageHost(parts, access, request, undefined, own !== null)
    const { status, html, leadsTo } = await web.render(url, host)
    return sendHtml(
      request,
      unseen(reply),
      { status, html },
      pagePolicy(pageView(access.site, at, brand).scripts, leadsTo),
    )
  }

  app.get<{ Querystring: { path: string } }>('/api/page', { schema: { querystring } }, async (request, reply) => {
    const access = previewAccessOf(request)
    const url = addressOf(request.query.path)
    const brand = access.site.brands.at(request.host).id
    const root = url.pathname === '/' ? rootTarget(access.site, brand, request) : null
    const moved = root?.location ?? movedTo(access.site, brand, url.pathname)
    const { status, data } = await web.data(
      moved === null ? url : new URL(moved, origin),
      pageHost(parts, access, request),
    )
    const isOwn = resultsAt(access.site, brand, url.pathname) !== null
    const kept = reply.header('cache-control', isOwn ? 'no-store' : 'no-cache')
    const answer = access.isPreview ? unseen(kept) : kept
    answer.code(status).type('application/json; charset=utf-8')
    return sendBody(request, answer, await quickBody(JSON.stringify(data)))
  })

  await app.register(async (posts) => {
    posts.removeAllContentTypeParsers()
    posts.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => readForm(request, body),
    )
    // Mail programs that unsubscribe post so, or so (RFC 8058, section 3.1).
    posts.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
      const placeOf = isSameOrigin(request) ? filesAsked(request) : null
      if (placeOf)
        return String(
          new URLSearchParams(await readPostedForm({ headers: request.headers, body }, parts.uploads, placeOf)),
        )
      return readForm(request, await urlencoded(request, await wholeBody(body)))
    })
    // What is refused costs as much as what is taken, so it is counted before it is read.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      (await limits.posts(request)) ? errors.send(request, reply.header('retry-after', 60), 429) : undefined
    posts.post<{ Body: string }>('/*', { onRequest }, async (request, reply) => {
      const access = previewAccessOf(request)
      const url = addressOf(request.url)
      const brand = access.site.brands.at(request.host)
      const own = resultsAt(access.site, brand.id, url.pathname)
      const at = own?.at ?? access.site.pages.at(brand.id, url.pathname)
      if (!at) return elsewhere(access.site, brand, url, request, reply)
      const body = new URLSearchParams(request.body ?? '')
      const post = { request, brand: brand.id, locale: at.locale, query: url.searchParams, body }
      const outcome = await outcomeOf(sectionPosts, at.page, post)
      if (typeof outcome === 'string')
        return reply.header('cache-control', 'no-store').redirect(`${url.pathname}?state=${outcome}`, 303)
      if (outcome && 'location' in outcome) return secret(reply).redirect(outcome.location, 303)
      if (outcome)
        return sendHtml(
          request,
          reply.header('cache-control', 'no-store'),
          { status: outcome.status, html: Buffer.from(shortPage(outcome, at.locale)) },
          contentSecurityPolicy,
        )
      // Another site's page cannot post a form here.
      if (!isSameOrigin(request)) return errors.send(request, reply, 403)
      const isPrivate = own !== null || body.get(control.later) === 'open'
      const host = pageHost(parts, access, request, undefined, isPrivate, { body, reply })
      const { status, location, html, leadsTo } = await web.render(url, host, [...body])
      if (location !== null) return reply.redirect(location, status)
      // The page has no form any more.
      if (status === 404) return errors.send(request, reply, status)
      if (status === 503 || status === 429) reply.header('retry-after', retryAfter)
      if (isPrivate)
        return sendHtml(
          request,
          status === 200 ? reply.header('cache-control', 'private, no-cache') : secret(reply),
          { status, html },
          pagePolicy([], leadsTo),
        )
      // no-store would keep the browser from showing a step again on Back.
      const policy = pagePolicy(pageView(access.site, at, brand).scripts, leadsTo)
      return sendHtml(request, reply.header('cache-control', 'private, no-cache'), { status, html }, policy)
    })
  })
}

/** The longest form without files, in bytes. */
const mostBytes = 64 * 1024

async function wholeBody(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > mostBytes) throw Object.assign(new Error('The body is too large.'), { statusCode: 413 })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const querystring = {
  type: 'object',
  required: ['path'],
  properties: { path: { type: 'string', pattern: '^/(?!/)', maxLength: 2000 } },
}

/** Only paths and queries of addresses are used, so the host a client names never matters. */
const origin = 'http://leadwright.invalid'

/**
 * The path and query asked for. Some clients put a host before them; two slashes at the start are no host. No route
 * matches a line break, and no page has one in its address: a space in its place is as little found.
 */
function addressOf(asked: string): URL {
  const path = asked.replace(/^https?:\/\/[^/]*/i, '').replace(/%0[ad]|%e2%80%a[89]/gi, '%20')
  return new URL(path.startsWith('/') ? origin + path : `${origin}/${path}`)
}

/** A page that holds the token of a mailed link: kept by nobody, and its address told to nobody. */
function secret(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
}

function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, html }: { status: number; html: Buffer },
  policy: string,
): Promise<FastifyReply> {
  const head = reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy)
  return sendOnce(request, head, html)
}

/**
 * Where the page of an address is now; null where it has none. A slash at the end leads to the address without it, if
 * there is one: nothing that is written in an address becomes the target of a redirect.
 */
function movedTo(site: Site, brand: string, path: string): string | null {
  const bare = path.replace(/\/+$/, '') || '/'
  const isThere = bare !== path && site.pages.at(brand, bare) !== null
  return isThere ? bare : site.pages.movedTo(brand, bare)
}

/** Answers for an address without a page: where the page is now, or that there is none. */
function elsewhere(
  site: Site,
  brand: Brand,
  { pathname, search }: URL,
  { method }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const moved = movedTo(site, brand.id, pathname)
  if (moved === null) {
    reply.callNotFound()
    return reply
  }
  // A browser that kept this would go in circles once the page moves back. 308 sends a step on with its answers.
  return reply.header('cache-control', 'no-cache').redirect(moved + search, method === 'POST' ? 308 : 301)
}

type Asked = Pick<FastifyRequest, 'headers' | 'host'>

/** The parser of cookies is there once its plugin is: in a scope of its own, where the plugin's hook runs for no answer. */
async function loadCookieParser(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyCookie, { hook: false })
  })
}

/** Where somebody is sent in place of the page they asked for. */
interface Elsewhere {
  location: string
  status: number
}

/**
 * What caches are told of an address where a visitor's language counts; undefined at any other, where nothing of the
 * visitor is read.
 * @param target of the request line
 */
function languageHeaders(
  { detectBrowserLanguage, languageRedirect }: SiteDefinition,
  target: string,
): Record<string, string> | undefined {
  if (languageRedirect !== 'all' && pathOf(target) !== '/') return undefined
  return {
    vary: detectBrowserLanguage ? 'accept-encoding, cookie, accept-language' : 'accept-encoding, cookie',
    ...(languageRedirect === 'all' && { 'cache-control': 'private, no-cache' }),
  }
}

/**
 * Where a visitor is sent on to from an address: to where / leads, or to the page in their language, if that is known and
 * another. null where they stay. Who comes from a page of ours has chosen the language they go to, and keeps it: without
 * a script there is no cookie to say so.
 */
function languageTarget(site: Site, brand: string, url: URL, asked: Asked): Elsewhere | null {
  const { definition } = site
  const root = url.pathname === '/' ? rootTarget(site, brand, asked) : null
  if (root) return { ...root, location: root.location + url.search }
  const at = site.pages.at(brand, url.pathname)
  const language = languageOf(definition, asked)
  // The definition around a frame has chosen its language.
  if (!at || at.embed || language === null || language === at.locale || !at.page.locales.includes(language)) return null
  return isFromHere(asked) ? null : { location: pagePath(definition, at.page, language) + url.search, status: 302 }
}

/** Where / leads by the site's settings, in the visitor's language if the page has it; null where it is a page. */
function rootTarget(site: Site, brand: string, asked: Asked): Elsewhere | null {
  const { definition } = site
  if (!definition.rootRedirect) return null
  const { path, status = 302 } = definition.rootRedirect
  const page = site.pages.at(brand, path)?.page
  const language = languageOf(definition, asked) ?? ''
  const location = page?.locales.includes(language) ? pagePath(definition, page, language) : path
  return location === '/' ? null : { location, status }
}

/** The language a visitor chose here, or else, where the site asks for that, the one their browser likes best. */
function languageOf(site: SiteDefinition, { headers }: Asked): string | null {
  const known = Object.keys(site.locales)
  const chosen = fastifyCookie.parse(headers.cookie ?? '')[languageKey(site)] ?? ''
  if (known.includes(chosen)) return chosen
  return site.detectBrowserLanguage ? preferredLanguage(headers['accept-language'] ?? '', known) : null
}

function isFromHere({ headers: { 'sec-fetch-site': site, referer = '' }, host }: Asked): boolean {
  return site === undefined ? URL.canParse(referer) && new URL(referer).host === host : site === 'same-origin'
}

/**
 * The files of brands, each under its hash, so that they may be kept for ever. Who asks for one that has changed since,
 * from a page that is still open, is led to the present one.
 */
export function brandRoutes(app: FastifyInstance, site: () => Site): void {
  app.get<{ Params: { file: string } }>('/brand/:file', (request, reply) => {
    const { id = '', ending } = pattern.exec(request.params.file)?.groups ?? {}
    const { files, ...brand } = site().brands.byId(id)
    if (!files || brand.id !== id) return problem(reply, 'unknown-file')
    const { path, text } = files[ending as keyof typeof types]
    if (path !== `/brand/${request.params.file}`) return reply.header('cache-control', 'no-cache').redirect(path)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[ending as keyof typeof types])
      .send(text)
  })
}

/** Makes a page as if somebody had asked for it, and counts nobody: whoever comes first finds the code warm. */
export async function warm(render: Renderer, site: Site, at: PageAt): Promise<void> {
  const view = pageView(site, at, site.brands.byId(site.definition.brand))
  const { html } = await render.render(new URL(view.path, origin), {
    page: async () => ({ status: 200, view }),
    landing: () => new URLSearchParams(),
    earlier: async () => null,
    today: (version) => version,
    mintKey: () => '',
    random: () => 0,
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

interface Wanted {
  form: string
  locale: string
  hash: string
  step: string
}

interface WantedGroup {
  list: string
  locale: string
  version: string
  answer: string
}

/**
 * What forms are filled in with: the validator of each step as a module, under the hash of the form it belongs to, the
 * tables that values are computed from, and the options of long lists by the answer that chooses them.
 */
export function formFileRoutes(
  app: FastifyInstance,
  previewAccessOf: PreviewAccessOf,
  versions: FormVersions,
  runtime: string,
): void {
  const bodies = new LRUCache<string, Body>({
    maxSize: validatorCapacity,
    sizeCalculation: ({ gzip, br }) => gzip.length + br.length,
  })
  const bodyFor = async (hash: string, text: () => string): Promise<Body> => {
    const known = bodies.get(hash)
    if (known) {
      improve(known, (best) => bodies.set(hash, best))
      return known
    }
    const body = await quickBody(text())
    bodies.set(hash, body)
    return body
  }

  app.get<{ Params: Wanted }>('/validators/:form/:locale/:hash/:step.js', async (request, reply) => {
    const { params } = request
    const { form: id, locale, hash } = params
    const current = previewAccessOf(request)
      .site.forms.versions(id, locale)
      .find((version) => version.hash === hash)
    const { form } = current ?? (await inTime(deadlineMs, versions.find(id, locale, hash))) ?? {}
    const step = form?.steps.find((each) => each.id === params.step)
    if (!step) return problem(reply, 'unknown-validator')
    reply.header('cache-control', unchanging).type('text/javascript; charset=utf-8')
    const { hash: ofCode, code } = compiledStep(step.fields)
    return sendBody(request, reply, await bodyFor(ofCode, () => validatorModule(code, runtime)))
  })

  // Pages name the version that they know; those that are older get what is offered now, since that is what their answers
  // are judged by.
  app.get<{ Params: WantedGroup }>('/options/:list/:locale/:version/:answer', async (request, reply) => {
    const { list, locale, version, answer } = request.params
    const group = previewAccessOf(request).site.forms.group(list, locale, answer)
    if (!group) return problem(reply, 'not-found')
    const isKept = version === group.version && Object.keys(group.options).length > 0
    reply.header('cache-control', isKept ? unchanging : 'no-cache')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(group.options))
  })

  app.get<{ Params: { version: string } }>('/tables/:version.json', async (request, reply) => {
    const { version } = request.params
    const table = previewAccessOf(request).site.forms.tables.get(version)
    if (!table) return problem(reply, 'unknown-table')
    reply.header('cache-control', unchanging).type('application/json; charset=utf-8')
    return sendBody(request, reply, await bodyFor(version, () => JSON.stringify(table)))
  })
}

/** What was posted to a page. */
interface PagePost {
  request: FastifyRequest
  /** The brand whose host it came to, by id. */
  brand: string
  locale: string
  query: URLSearchParams
  body: URLSearchParams
  /** The section, with its words in the language. */
  section: Section
}

/** An answer for programs, in place of the page. */
interface ShortAnswer {
  status: number
  title: string
  text: string
}

/**
 * Does what a section's button is for, and gives the state that the page then tells at `?state=`, the whole answer, or
 * another address; null
 * where the post is not its own. Rejects with StorageUnavailable.
 */
export type SectionPost = (post: PagePost) => Promise<SectionOutcome | null>

/** A state, a whole answer, or another address. */
type SectionOutcome = string | ShortAnswer | { location: string }

/** By kind of section, for the kinds with a button that is no form's. */
type SectionPosts = Readonly<Record<string, SectionPost>>

/** What came of a post to the sections of a page; null where it was for none of them. */
async function outcomeOf(
  posts: SectionPosts,
  { sections }: PageDefinition,
  post: Omit<PagePost, 'section'>,
): Promise<SectionOutcome | null> {
  for (const section of Object.values(sections)) {
    const outcome = (await posts[section.kind]?.({ ...post, section })) ?? null
    if (outcome !== null) return outcome
  }
  return null
}

/** A page with nothing but a heading and a sentence. */
function shortPage({ title, text }: ShortAnswer, locale: string): string {
  return [
    `<!doctype html><html lang="${html(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${html(title)}</title></head><body><h1>${html(title)}</h1><p>${html(plainWords(text))}</p></body></html>`,
  ].join('')
}
