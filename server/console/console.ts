import { join } from 'node:path'
import { fastifyCookie } from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { hostsOf } from '#engine/site'
import { openAudit } from '#server/audit'
import { contentSecurityPolicy, isSameOrigin, limitedAddress, securityHeaders } from '#server/http'
import { may, openIdProvider, openPasskeys, openPeople, type Passkeys, type Person, signInSaid } from '#server/people'
import { StorageUnavailable } from '#server/storage'
import { openCamera, openPlans, openStudio } from '#server/studio'
import { funnelPages } from './funnel-pages.ts'
import {
  assets,
  type ConsoleParts,
  type Desk,
  document,
  type Html,
  html,
  keepUploads,
  type Words,
  wordsFor,
} from './page.ts'
import { pageRoutes } from './pages.ts'
import { barredAtTime } from './review.ts'
import { recordStudio, studioDeed, studioPages } from './studio.ts'

/** Sign-ins that an address may try in a minute. */
const signInsPerMinute = 30

/** Of a posted definition file, in bytes: each may take several to be posted. */
const largestFile = 6_000_000

/** What is posted with a photo, in bytes: more than the largest photo, so that one which is too large is refused as such. */
const largestUpload = 32_000_000

const localHost = /^console\.localhost(?::\d+)?$/i

/**
 * Serves the console on the public server. What is said to its own host it answers, before anything else sees it, and
 * nothing of it is at any other host.
 * @param server the public one; of its hooks, none may come before
 * @returns what keeps it from being served, for operators
 */
export async function serveConsole(server: FastifyInstance, parts: ConsoleParts): Promise<() => string[]> {
  const { config, live, storage, hash, now } = parts
  const { log } = server
  const origin = config.consoleOrigin
  const isSecure = origin?.startsWith('https:') ?? false
  // Browsers keep the prefix to cookies that came over TLS.
  const cookieName = (name: string) => (isSecure ? `__Host-${name}` : name)
  const [sessionCookie, attemptCookie] = [cookieName('console'), cookieName('console-sign-in')]
  const audit = openAudit(storage, hash, now)
  const people = openPeople(storage, audit, now)
  const provider = config.openId && openIdProvider(config.openId)
  const originAt = (request: FastifyRequest) => origin ?? `http://${request.host.toLowerCase()}`
  const known = new Map<string, Passkeys>()

  function passkeysAt(request: FastifyRequest): Passkeys {
    const at = originAt(request)
    const passkeys = known.get(at) ?? openPasskeys(storage, people, at, now)
    known.set(at, passkeys)
    return passkeys
  }

  const app: FastifyInstance = Fastify({
    bodyLimit: 64 * 1024,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Addresses that people are led back to hold codes.
    loggerInstance: log.child({}, { level: 'warn' }),
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  // A file that is chosen is read as another field, too, where it is a text.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const { headers } = request
    new Response(body as Buffer<ArrayBuffer>, { headers: { 'content-type': headers['content-type'] ?? '' } })
      .formData()
      .then(async (data) => {
        const chosen = [...data].filter((entry): entry is [string, File] => typeof entry[1] !== 'string')
        keepUploads(request, new Map(chosen))
        const text = (file: File) => (file.size > largestFile || file.type.startsWith('image/') ? '' : file.text())
        const fields = await Promise.all(
          [...data].map(async ([name, value]) => [name, typeof value === 'string' ? value : await text(value)]),
        )
        done(null, new URLSearchParams(fields as [string, string][]))
      })
      .catch((error: Error) => done(Object.assign(error, { statusCode: 400 })))
  })
  securityHeaders(app, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isSecure,
  })
  await app.register(fastifyCookie)
  await app.register(rateLimit, { global: false, max: 1, timeWindow: '1 minute', keyGenerator: limitedAddress })
  const countSignIn = app.createRateLimit({
    ...{ max: signInsPerMinute, timeWindow: '1 minute', keyGenerator: limitedAddress },
  })

  const cookie = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const

  function wordsOf(request: FastifyRequest): Words {
    return wordsFor(request.headers['accept-language'], live.current())
  }

  function send(reply: FastifyReply, status: number, text: string): FastifyReply {
    return reply.code(status).type('text/html; charset=utf-8').send(text)
  }

  function plainPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    name: string,
    more: { content?: Html; hasPasskeys?: boolean; person?: Person } = {},
  ): FastifyReply {
    const words = wordsOf(request)
    const content = html`<p>${words.word(`${name}.text`)}</p>${more.content}`
    const title = words.word(`${name}.title`)
    const { person = null, hasPasskeys = false } = more
    return send(reply, status, document({ title, content, words, person, path: request.url, hasPasskeys }))
  }

  const sessionOf = async (request: FastifyRequest): Promise<Person | null> => {
    const token = request.cookies[sessionCookie]
    return token === undefined ? null : people.session(token)
  }

  /** Begins a session under a new token, whatever cookie the browser had. */
  async function signIn(request: FastifyRequest, reply: FastifyReply, person: Person, how: string): Promise<void> {
    const token = await people.begin(person.id, how, request.cookies[sessionCookie] ?? null)
    reply.setCookie(sessionCookie, token, cookie).clearCookie(attemptCookie, cookie)
  }

  /** Where to go after signing in: within the console, whatever a link says. */
  function within(request: FastifyRequest, to: unknown): string {
    const base = originAt(request)
    const url = typeof to === 'string' && URL.canParse(to, base) ? new URL(to, base) : null
    return url?.origin === new URL(base).origin ? url.pathname.replace(/^\/+/, '/') + url.search : '/'
  }

  async function tooOften(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const counted = await countSignIn(request)
    if (counted.isAllowed || !counted.isExceeded) return undefined
    reply.header('retry-after', 60)
    return plainPage(request, reply, 429, 'too-often')
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    // Whatever changes something was posted by a page of the console itself.
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwn(request))
      return plainPage(request, reply, 403, 'foreign')
  })

  /** By the origin, too: another page of the same host name may have another port. */
  function isOwn(request: FastifyRequest): boolean {
    const { origin: from } = request.headers
    return isSameOrigin(request) && (from === undefined || from === originAt(request))
  }

  app.setNotFoundHandler((request, reply) => plainPage(request, reply, 404, 'unknown'))
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof StorageUnavailable) return plainPage(request, reply.header('retry-after', 5), 503, 'busy')
    if (error.statusCode !== undefined && error.statusCode < 500)
      return plainPage(request, reply, error.statusCode, 'wrong')
    log.error({ err: error }, 'A page of the console failed')
    return plainPage(request, reply, 500, 'failed')
  })

  for (const { path, type, body } of assets)
    app.get(path, (_, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(body),
    )

  app.get<{ Querystring: { to?: string } }>('/sign-in', async (request, reply) => {
    const to = within(request, request.query.to)
    if (await sessionOf(request)) return reply.redirect(to, 303)
    const { word } = wordsOf(request)
    const content = html`<p class="note error" role="alert" data-failure hidden>${word('sign-in.failed')}</p>
${provider && html`<p><a class="button" href="/sign-in/openid?to=${encodeURIComponent(to)}">${word('sign-in.openid')}</a></p>`}
<p><button type="button" data-sign-in="${to}" hidden>${word('sign-in.passkey')}</button></p>
<noscript><p class="quiet">${word('passkeys.need-javascript')}</p></noscript>
<p class="quiet">${word('sign-in.first')}</p>`
    return plainPage(request, reply, 200, 'sign-in', { content, hasPasskeys: true })
  })

  if (provider) {
    app.get<{ Querystring: { to?: string } }>('/sign-in/openid', async (request, reply) => {
      const limited = await tooOften(request, reply)
      if (limited) return limited
      try {
        const { location, kept } = await provider.begin(`${originAt(request)}/sign-in/openid/return`)
        const token = await people.keep('openid', { ...kept, to: within(request, request.query.to) })
        return reply.setCookie(attemptCookie, token, { ...cookie, maxAge: 600 }).redirect(location, 303)
      } catch (err) {
        log.warn({ err }, 'The OpenID Connect provider cannot be used')
        return plainPage(request, reply, 502, 'provider-unavailable')
      }
    })

    app.get('/sign-in/openid/return', async (request, reply) => {
      const limited = await tooOften(request, reply)
      if (limited) return limited
      const kept = await people.take('openid', request.cookies[attemptCookie] ?? '')
      const identity =
        kept &&
        (await provider.finish(new URL(request.url, originAt(request)), kept).catch((error: Error) => {
          log.warn({ reason: error.message }, 'A sign-in with OpenID Connect was refused')
          return null
        }))
      if (!kept || !identity) return plainPage(request, reply, 403, 'refused')
      const person = await people.signedIn(identity)
      if (person.roles.length === 0) return plainPage(request, reply, 403, 'no-role')
      await signIn(request, reply, person, 'openid')
      return reply.redirect(within(request, kept.to), 303)
    })
  }

  app.post('/sign-in/passkey/options', async (request, reply) => {
    const limited = await tooOften(request, reply)
    return limited ?? (await passkeysAt(request).beginSignIn())
  })

  app.post('/sign-in/passkey', async (request, reply) => {
    const { token, response } = signInSaid(request.body)
    const person = await passkeysAt(request).signIn(token, response)
    if (!person) return reply.code(403).send({ error: 'refused' })
    await signIn(request, reply, person, 'passkey')
    return { to: within(request, (request.body as { to?: unknown }).to) }
  })

  app.get('/join', async (request, reply) => {
    const { word } = wordsOf(request)
    const content = html`<p class="note error" role="alert" data-failure hidden>${word('join.failed')}</p>
<p><button type="button" data-join hidden>${word('join.create')}</button></p>
<noscript><p class="quiet">${word('passkeys.need-javascript')}</p></noscript>`
    return plainPage(request, reply, 200, 'join', { content, hasPasskeys: true })
  })

  app.post('/join/options', async (request, reply) => {
    const limited = await tooOften(request, reply)
    if (limited) return limited
    const begun = await passkeysAt(request).beginEnrolment(signInSaid(request.body).invitation)
    return begun ?? reply.code(403).send({ error: 'refused' })
  })

  app.post('/join', async (request, reply) => {
    const { invitation, token, response } = signInSaid(request.body)
    const person = await passkeysAt(request).enrol(invitation, token, response)
    if (!person) return reply.code(403).send({ error: 'refused' })
    await signIn(request, reply, person, 'passkey')
    return { to: '/' }
  })

  app.post('/sign-out', async (request, reply) => {
    const [token, person] = [request.cookies[sessionCookie], await sessionOf(request)]
    if (token !== undefined && person) await people.end(token, person.id)
    return reply.clearCookie(sessionCookie, cookie).redirect('/sign-in', 303)
  })

  /** Those who were let in, by what they ask. */
  const visitors = new WeakMap<FastifyRequest, Person>()

  const open: Desk['open'] = (method, path, right, act, object) => {
    app.route({
      method,
      url: path,
      // A definition file may be larger than what other forms hold.
      ...(right === 'definitions' && { bodyLimit: path.endsWith('/media') ? largestUpload : largestFile }),
      // Before the body is read: who is not let in cannot have the server hold it.
      async onRequest(request, reply) {
        const person = await sessionOf(request)
        if (!person) {
          if (method === 'POST') return plainPage(request, reply, 401, 'signed-out')
          return reply.redirect(`/sign-in?to=${encodeURIComponent(request.url)}`, 303)
        }
        if (!may(person.roles, right)) {
          const about = object?.(request.params as Record<string, string>) ?? { object: `page ${path}` }
          await audit.record({ who: person.id, action: 'refused', ...about, detail: method })
          return plainPage(request, reply, 403, 'not-allowed', { person })
        }
        // Git may take its time: who looks at leads does not wait for it.
        if (right === 'definitions') await studio.followAll()
        visitors.set(request, person)
      },
      async handler(request, reply) {
        const person = visitors.get(request)
        if (!person) throw new Error('The session was not checked')
        const words = wordsOf(request)
        return act({
          ...{ request, reply, person, words },
          page: (title, content, status = 200) =>
            send(reply, status, document({ title, content, words, person, path: request.url })),
        })
      },
    })
  }

  const studio = await openStudio({
    folders: { definitions: config.definitionsDir, locales: config.localesDir },
    folder: join(config.dataDir, 'studio'),
    ...{ live, now },
    // No address: it would be in a repository.
    nameOf: async (id) => (await people.list()).find((each) => each.id === id)?.name || id,
    record: (deed) => recordStudio(audit, deed),
    failed: (err) => log.error({ err }, 'The studio could not finish what it had begun'),
  })
  const plans = openPlans({
    ...{ storage, studio, now },
    recording: (deed, done) => audit.recording({ ...studioDeed(deed), done }),
    barred: (who, authors, form) => barredAtTime({ people, studio }, form, who, authors),
    failed: (err) => log.error({ err }, 'The studio could not put live what was planned'),
  })
  const camera = openCamera(join(config.dataDir, 'studio/pictures'), config.chromiumPath)
  const desk: Desk = {
    ...parts,
    people,
    audit,
    studio,
    plans,
    camera,
    typed: new Map(),
    open,
    originAt,
    ask: (asked) => server.inject(asked),
  }
  pageRoutes(desk)
  funnelPages(desk)
  studioPages(desk)
  await app.ready()

  function brandThere(): string | null {
    const host = origin === null ? null : new URL(origin).host
    return live.current().brands.all.find((brand) => host !== null && hostsOf(brand).includes(host))?.id ?? null
  }

  const isAt = (host: string) =>
    origin === null ? localHost.test(host) : host.toLowerCase() === new URL(origin).host && brandThere() === null
  server.addHook('onRequest', async (request, reply) => {
    if (isAt(request.host)) app.routing(request.raw, reply.hijack().raw)
  })
  server.addHook('onClose', () =>
    Promise.all([app.close(), camera.close(), plans.close().then(studio.close)]).then(() => {}),
  )

  return () => {
    const brand = brandThere()
    if (brand === null) return []
    return [`CONSOLE_ORIGIN is an address of the brand "${brand}", so there is no console. Give it a host of its own.`]
  }
}
