import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { control } from '#engine/form/journey/turn.ts'
import type { Brand } from '#engine/site/brand-table.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { isPrefilled, linkToken, openedForm, shownOf } from '#engine/site/form-places.ts'
import { askedOf, pageView } from '#engine/site/page-view.ts'
import type { ErrorRenderer } from '../http/errors.ts'
import { contentSecurityPolicy, pagePolicy } from '../http/headers.ts'
import { retryAfter } from '../http/problem-table.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { readForm, urlencoded } from '../http/text.ts'
import { type Sight, type SightOf, unseen } from '../previews/previews.ts'
import { quickBody, sendBody } from './body.ts'
import { type PageParts, pageHost, rememberForms } from './host.ts'
import { PageCache, type SentPage } from './page-cache.ts'
import type { Renderer } from './renderer.ts'
import { outcomeOf, type SectionPosts, shortPage } from './section-posts.ts'
import { viewHash } from './view-hash.ts'
import { languageHeaders, languageTarget, loadCookieParser, rootTarget } from './visitor-language.ts'

/** What the routes of pages work with. */
interface PageRouteParts extends PageParts {
  sightOf: SightOf
  limits: RateLimits
  registry: Registry
  sectionPosts: SectionPosts
}

/** Every address that is nothing else is a page: GET shows it, POST takes a step of its form or presses its button. */
export async function pages(
  app: FastifyInstance,
  { sightOf, limits, registry, sectionPosts, ...parts }: PageRouteParts,
  web: Renderer,
  errors: ErrorRenderer,
): Promise<void> {
  await loadCookieParser(app)
  const cache = new PageCache()
  const rendered = new Counter({
    name: 'leadwright_pages_rendered_total',
    help: 'Pages that were rendered because they were not at hand.',
    registers: [registry],
  })

  app.get('/*', (request, reply) => {
    const sight = sightOf(request)
    const { catalog } = sight
    const brand = catalog.brandAt(request.host)
    if (sight.isPreview) return previewed(sight, brand, request, reply)
    // Most addresses are written as their page is cached, and need no reading.
    const address = `${catalog.hash} ${parts.deals.revision()} ${brand.id} ${request.url}`
    const headers = languageHeaders(catalog.site, request.url)
    const target = headers && languageTarget(catalog, brand.id, addressOf(request.url), request)
    if (target)
      return reply
        .headers({ ...headers, 'cache-control': 'private, no-cache' })
        .redirect(target.location, target.status)
    return cache.at(address)?.send(request, reply, headers) ?? page(request, reply, sight, brand, address, headers)
  })

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    sight: Sight,
    brand: Brand,
    address: string,
    headers: Record<string, string> | undefined,
  ): Promise<FastifyReply> {
    const url = addressOf(request.url)
    const at = sight.catalog.pageAt(brand.id, url.pathname)
    if (!at) return elsewhere(sight.catalog, brand, url, request, reply)
    const { asked, isListed } = askedOf(at, url.searchParams)
    const shelf = parts.deals.shelf()
    const view = pageView(sight.catalog, at, brand, { asked, shelf })
    if (openedForm(view, url.searchParams.has(linkToken))) {
      const { status, html } = await web.render(new Request(url), pageHost(parts, sight, request, shelf, true))
      return sendHtml(secret(reply), status, html, contentSecurityPolicy)
    }
    // What is not in this key cannot change the page, whatever else the address carries.
    const shown = !isListed || isPrefilled(view, url.searchParams) ? null : shownOf(view, url.searchParams)
    const key = `${viewHash(view)} ${shown}`
    const render = async (): Promise<SentPage> => {
      const { status, html, leadsTo } = await web.render(new Request(url), pageHost(parts, sight, request, shelf))
      rendered.inc()
      const policy = pagePolicy(view.scripts, leadsTo)
      if (status === 200 && shown !== null) return cache.put(key, html, policy)
      return { send: (_, to) => sendHtml(to.header('cache-control', 'private, no-cache'), status, html, policy) }
    }
    const made = shown === null ? await render() : await cache.page(key, address, render)
    // It may have been rendered before its form was superseded, or before storage lost it.
    rememberForms(parts.versions, view, request.log)
    return made.send(request, reply, headers)
  }

  /** Rendered for one browser, kept by nobody. */
  async function previewed(
    sight: Sight,
    brand: Brand,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const url = addressOf(request.url)
    const at = sight.catalog.pageAt(brand.id, url.pathname)
    if (!at) return elsewhere(sight.catalog, brand, url, request, reply)
    const { status, html, leadsTo } = await web.render(new Request(url), pageHost(parts, sight, request))
    return sendHtml(unseen(reply), status, html, pagePolicy(pageView(sight.catalog, at, brand).scripts, leadsTo))
  }

  app.get<{ Querystring: { path: string } }>('/api/page', { schema: { querystring } }, async (request, reply) => {
    const sight = sightOf(request)
    const url = addressOf(request.query.path)
    const brand = sight.catalog.brandAt(request.host).id
    const root = url.pathname === '/' ? rootTarget(sight.catalog, brand, request) : null
    const moved = root?.location ?? movedTo(sight.catalog, brand, url.pathname)
    const { status, data } = await web.data(
      new Request(moved === null ? url : new URL(moved, origin)),
      pageHost(parts, sight, request),
    )
    const answer = sight.isPreview ? unseen(reply) : reply.header('cache-control', 'no-cache')
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
    posts.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => readForm(request, await urlencoded(request, body)),
    )
    // What is refused costs as much as what is taken, so it is counted before it is read.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      (await limits.posts(request)) ? errors.send(request, reply.header('retry-after', 60), 429) : undefined
    posts.post<{ Body: string }>('/*', { onRequest }, async (request, reply) => {
      const sight = sightOf(request)
      const url = addressOf(request.url)
      const brand = sight.catalog.brandAt(request.host)
      const at = sight.catalog.pageAt(brand.id, url.pathname)
      if (!at) return elsewhere(sight.catalog, brand, url, request, reply)
      const body = new URLSearchParams(request.body ?? '')
      const post = { request, brand: brand.id, locale: at.locale, query: url.searchParams, body }
      const outcome = await outcomeOf(sectionPosts, at.page, post)
      if (typeof outcome === 'string')
        return reply.header('cache-control', 'no-store').redirect(`${url.pathname}?state=${outcome}`, 303)
      if (outcome)
        return sendHtml(
          reply.header('cache-control', 'no-store'),
          outcome.status,
          Buffer.from(shortPage(outcome, at.locale)),
          contentSecurityPolicy,
        )
      // Another site's page cannot post a form here.
      if (!isSameOrigin(request)) return errors.send(request, reply, 403)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const posted = new Request(url, { method: 'POST', headers, body: request.body ?? '' })
      const isPrivate = body.get(control.later) === 'open'
      const host = pageHost(parts, sight, request, undefined, isPrivate)
      const { status, location, html, leadsTo } = await web.render(posted, host)
      if (location !== null) return reply.redirect(location, status)
      // The page has no form any more.
      if (status === 404) return errors.send(request, reply, status)
      if (status === 503 || status === 429) reply.header('retry-after', retryAfter)
      if (isPrivate)
        return sendHtml(
          status === 200 ? reply.header('cache-control', 'private, no-cache') : secret(reply),
          status,
          html,
          pagePolicy([], leadsTo),
        )
      // no-store would keep the browser from showing a step again on Back.
      const policy = pagePolicy(pageView(sight.catalog, at, brand).scripts, leadsTo)
      return sendHtml(reply.header('cache-control', 'private, no-cache'), status, html, policy)
    })
  })
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

function sendHtml(reply: FastifyReply, status: number, html: Buffer, policy: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}

/**
 * Where the page of an address is now; null where it has none. A slash at the end leads to the address without it, if
 * there is one: nothing that is written in an address becomes the target of a redirect.
 */
function movedTo(catalog: Catalog, brand: string, path: string): string | null {
  const bare = path.replace(/\/+$/, '') || '/'
  const isThere = bare !== path && catalog.pageAt(brand, bare) !== null
  return isThere ? bare : catalog.movedTo(brand, bare)
}

/** Answers for an address without a page: where the page is now, or that there is none. */
function elsewhere(
  catalog: Catalog,
  brand: Brand,
  { pathname, search }: URL,
  { method }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const moved = movedTo(catalog, brand.id, pathname)
  if (moved === null) {
    reply.callNotFound()
    return reply
  }
  // A browser that kept this would go in circles once the page moves back. 308 sends a step on with its answers.
  return reply.header('cache-control', 'no-cache').redirect(moved + search, method === 'POST' ? 308 : 301)
}
