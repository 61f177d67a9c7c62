import { generateKeyPairSync, sign } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryLive } from '../../engine/node/testing/repository.ts'
import { listAudit, openAudit, verifyAudit } from '../audit/audit.ts'
import { readConfig } from '../config/index.ts'
import { openVisits } from '../funnel/visits.ts'
import { openPeople } from '../people/people.ts'
import { openSecretKey } from '../storage/settings.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { openConsole } from './index.ts'
import { cookieJar, identityProvider, signInAt } from './testing/identity-provider.ts'
import { opened } from './testing/opened-console.ts'

const issuedBy = (issuer: string) => ({
  ...{ OPENID_ISSUER: issuer, OPENID_CLIENT_ID: 'console', OPENID_CLIENT_SECRET: 'secret' },
})

const withProvider = (roles: Record<string, string[]>) =>
  opened({ env: async (origin) => issuedBy(await identityProvider(`${origin}/sign-in/openid/return`, roles)) })

test('without a session every page leads to the sign-in, and back to itself afterwards', async () => {
  const { get, post } = await opened()
  const reply = await get('/people?x=1')
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fpeople%3Fx%3D1'])
  expect((await post('/people', '')).status).toBe(401)
  expect((await get('/')).status).toBe(303)
})

test('the console answers at its own host alone, under a policy of its own, and no frame shows it', async () => {
  const { app, get, session } = await opened()
  const { cookie } = await session('owner')
  const { headers } = await get('/', cookie)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await get('/public')).status).toBe(404)
  const elsewhere = await app.inject({ url: '/sign-in', headers: { host: 'www.example.com' } })
  expect(elsewhere.statusCode).toBe(404)
  expect((await app.inject({ url: '/public', headers: { host: 'www.example.com' } })).body).toBe('public')
})

test('a person signs in with a provider, and has the roles that it says', async () => {
  const { origin, people, storage } = await withProvider({ ada: ['owner', 'unknown'], eve: [] })
  const browse = cookieJar()
  const begun = await browse(`${origin}/sign-in/openid?to=/people`)
  const back = await signInAt(browse, begun.headers.get('location') ?? '', 'ada')
  const signedIn = await browse(back)
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/people'])
  const page = await (await browse(`${origin}/people`)).text()
  expect(page).toContain('ada@example.com')
  expect(await people.list()).toMatchObject([{ email: 'ada@example.com', roles: ['owner'] }])
  expect((await listAudit(storage, { limit: 9 })).map(({ action }) => action)).toEqual([
    'session.begin',
    'person.known',
  ])
  // The same reply again: what it answers was taken out.
  expect((await browse(back)).status).toBe(403)

  const other = cookieJar()
  const begin = await other(`${origin}/sign-in/openid`)
  const refused = await other(await signInAt(other, begin.headers.get('location') ?? '', 'eve'))
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('No role yet')])
  await other(`${origin}/sign-out`, { method: 'POST', headers: { origin } })
  expect((await other(`${origin}/`)).status).toBe(303)
})

test('a reply with another state, or of a sign-in that another browser began, is refused', async () => {
  const { origin } = await withProvider({ ada: ['owner'] })
  const [browse, victim] = [cookieJar(), cookieJar()]
  const begun = await browse(`${origin}/sign-in/openid`)
  const back = await signInAt(browse, begun.headers.get('location') ?? '', 'ada')
  await victim(`${origin}/sign-in/openid`)
  expect((await victim(back)).status).toBe(403)
  const tampered = new URL(back)
  tampered.searchParams.set('state', 'other')
  expect((await browse(tampered.href)).status).toBe(403)
})

test.each([
  ['another issuer', { iss: 'https://other.example.com' }],
  ['another audience', { aud: 'other' }],
  ['another nonce', { nonce: 'other' }],
  ['another key', {}],
])('a token of %s is refused', async (what, claims) => {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, stranger] = [pair(), pair()]
  let nonce = ''
  const server = createServer((request, reply) => {
    const issuer = `http://${request.headers.host}`
    const says = (body: object) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return says({
        ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported: ['RS256'] },
      })
    if (request.url === '/keys')
      return says({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] })
    const now = Math.floor(Date.now() / 1000)
    const said = {
      iss: issuer,
      sub: 'ada',
      aud: 'console',
      iat: now,
      exp: now + 60,
      nonce,
      roles: ['owner'],
      ...claims,
    }
    const parts = [{ alg: 'RS256', kid: '1' }, said].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const { privateKey } = what === 'another key' ? stranger : own
    const signature = sign('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')
    says({ access_token: 'x', token_type: 'bearer', id_token: [...parts, signature].join('.') })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { origin, people } = await opened({
    env: async () => issuedBy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  })
  const browse = cookieJar()
  const begun = new URL((await browse(`${origin}/sign-in/openid`)).headers.get('location') ?? '')
  nonce = begun.searchParams.get('nonce') ?? ''
  const back = `${origin}/sign-in/openid/return?code=c&state=${begun.searchParams.get('state')}`
  expect((await browse(back)).status).toBe(403)
  expect(await people.list()).toEqual([])
})

test.each([
  '//evil.example.com/',
  'https://evil.example.com/',
  '/\\evil.example.com',
  'javascript:alert(1)',
  '/%2f/x//y',
])('signing in leads nowhere else, whatever the link says: %s', async (to) => {
  const { get, session, origin } = await opened()
  const { cookie } = await session('viewer')
  const { headers } = await get(`/sign-in?to=${encodeURIComponent(to)}`, cookie)
  expect(new URL(headers.get('location') ?? '', origin).origin).toBe(origin)
  expect(headers.get('location')).toMatch(/^\/(?!\/)/)
})

test('a session that somebody planted is not the one that begins, and the one before ends', async () => {
  const { origin, people, session, get } = await withProvider({ ada: ['viewer'] })
  const browse = cookieJar()
  const planted = 'planted'
  const { cookie } = await session('owner')
  const begun = await browse(`${origin}/sign-in/openid`)
  const back = await signInAt(browse, begun.headers.get('location') ?? '', 'ada')
  const [attempt] = begun.headers.getSetCookie()[0]?.split(';') ?? []
  const reply = await fetch(back, { redirect: 'manual', headers: { cookie: `${attempt}; ${cookie}` } })
  const fresh = reply.headers.getSetCookie().find((line) => line.startsWith('console='))
  expect(fresh).toMatch(/^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(fresh).not.toContain(cookie)
  expect((await get('/', cookie)).status).toBe(303)
  expect(await people.session(planted)).toBeNull()
})

test('what another page posts changes nothing', async () => {
  const { people, session, post } = await opened()
  const { cookie } = await session('owner')
  const fields = { email: 'eve@example.com', role: 'owner' }
  for (const headers of [
    {},
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    expect([headers, (await post('/people', cookie, fields, headers)).status]).toEqual([headers, 403])
  expect(await people.list()).toHaveLength(1)
  expect((await post('/people', cookie, fields)).status).toBe(200)
  expect(await people.list()).toHaveLength(2)
})

test('each role reaches what it may, and what it may not is refused and recorded', async () => {
  const { storage, session, get, post } = await opened()
  for (const role of ['viewer', 'operator', 'author', 'publisher'] as const) {
    const { id, cookie } = await session(role)
    for (const path of ['/', '/funnel'])
      expect([role, path, (await get(path, cookie)).status]).toEqual([role, path, 200])
    for (const path of ['/people', '/audit', `/people/${id}`])
      expect([role, path, (await get(path, cookie)).status]).toEqual([role, path, 403])
    for (const path of ['/people', `/people/${id}/roles`, `/people/${id}/remove`, '/audit/verify'])
      expect([role, path, (await post(path, cookie, { role: 'owner' })).status]).toEqual([role, path, 403])
    expect((await listAudit(storage, { limit: 1 }))[0]).toMatchObject({ who: id, action: 'refused' })
  }
  const { cookie } = await session('owner')
  for (const path of ['/', '/people', '/audit']) expect((await get(path, cookie)).status).toBe(200)
})

test('roles, sessions and people end at once', async () => {
  const { storage, hash, people, session, get, post } = await opened()
  const [owner, other] = [await session('owner'), await session('operator')]
  expect((await post(`/people/${owner.id}/remove`, owner.cookie)).status).toBe(400)
  expect((await post(`/people/${other.id}/sign-out`, owner.cookie)).status).toBe(303)
  expect((await get('/', other.cookie)).status).toBe(303)
  const again = await session('operator')
  expect((await post(`/people/${other.id}/remove`, owner.cookie)).status).toBe(303)
  expect((await get('/', again.cookie)).status).toBe(303)
  expect((await people.list()).map(({ id }) => id)).toEqual([owner.id])
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
  expect(await (await post('/audit/verify', owner.cookie)).text()).toContain('complete and unchanged')
})

test('a session ends after twelve hours', async () => {
  const storage = await temporaryStorage()
  let now = 0
  const people = openPeople(
    storage,
    openAudit(storage, await openSecretKey(storage, null), () => now),
    () => now,
  )
  const { id } = await people.signedIn({ issuer: 'a', subject: 'b', email: '', name: '', roles: ['viewer'] })
  const token = await people.begin(id, 'test', null)
  now = 12 * 60 * 60 * 1000 - 1
  expect(await people.session(token)).toMatchObject({ id })
  now++
  expect(await people.session(token)).toBeNull()
})

test('sign-ins of an address are limited', async () => {
  const { origin } = await opened()
  const tries = Array.from({ length: 40 }, () =>
    fetch(`${origin}/sign-in/passkey/options`, { method: 'POST', headers: { origin } }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('over TLS the cookie has the prefix that binds it to this host', async () => {
  const read = readConfig({ CONSOLE_ORIGIN: 'https://console.example.com' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const storage = await temporaryStorage()
  const hash = await openSecretKey(storage, null)
  const app = Fastify()
  const parts = { config: read.config, live: await repositoryLive(), storage, hash, now: Date.now }
  await openConsole(app, { ...parts, notices: () => [], drafts: new Map(), drawings: new Map(), onDue() {} })
  onTestFinished(() => app.close())
  const headers = { host: 'console.example.com', origin: 'https://console.example.com', cookie: 'console=x' }
  const reply = await app.inject({ method: 'POST', url: '/sign-out', headers })
  expect(reply.headers['set-cookie']).toMatch(/^__Host-console=;.* Path=\/;.* HttpOnly; Secure; SameSite=Lax$/)
})

test('a console at an address of a brand is not served, and says so', async () => {
  const live = await repositoryLive()
  const brand = live.current().brands.all.find(({ origin }) => origin?.startsWith('https:'))
  const read = readConfig({ CONSOLE_ORIGIN: brand?.origin ?? '' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const storage = await temporaryStorage()
  const app = Fastify()
  const parts = { config: read.config, live, storage, hash: await openSecretKey(storage, null), now: Date.now }
  const notices = await openConsole(app, {
    ...parts,
    notices: () => [],
    drafts: new Map(),
    drawings: new Map(),
    onDue() {},
  })
  onTestFinished(() => app.close())
  expect(notices().join()).toContain(`is an address of the brand "${brand?.id}"`)
  const { host } = new URL(brand?.origin ?? '')
  expect((await app.inject({ url: '/sign-in', headers: { host } })).json()).toMatchObject({ statusCode: 404 })
})

const root = join(import.meta.dirname, '../..')
const texts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, `locales/console/${language}.json`), 'utf8'))

test('the words of the console are complete in both languages, with the same values', () => {
  const [en, de] = [texts('en'), texts('de')]
  expect(Object.keys(de)).toEqual(Object.keys(en))
  const values = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const key of Object.keys(en)) expect([key, values(de[key])]).toEqual([key, values(en[key])])
})

test('every word that pages ask for is there, and every word there is asked for', () => {
  const en = texts('en')
  const code = globSync('server/console/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const asked = new Set(Array.from(code.matchAll(/'([a-z-]+(?:\.[a-z-]+)*)'/g), ([, key = '']) => key))
  const groups = Array.from(code.matchAll(/named\('([\w-]+)'|`([\w-]+)\.\$/g), ([, a, b]) => a ?? b ?? '')
  const isAsked = (key: string) =>
    asked.has(key) ||
    groups.some((group) => key.startsWith(`${group}.`)) ||
    asked.has(key.replace(/\.(title|text)$/, ''))
  expect(Object.keys(en).filter((key) => !isAsked(key))).toEqual([])
  const named = Array.from(code.matchAll(/word\('([^']+)'/g), ([, key = '']) => key)
  expect(named.filter((key) => !(key in en))).toEqual([])
})

test('the funnel shows how visits fare with each step, filtered, and this period next to the one before', async () => {
  const { storage, hash, session, get, counted } = await opened()
  const { cookie } = await session('viewer')
  const live = await repositoryLive()
  const version = live.current().forms.version('home-insurance', 'en')
  if (!version) throw new Error('There is no such form')
  const { form } = version
  const [first, second] = form.steps
  const [field] = first?.fields ?? []
  const day = 24 * 60 * 60 * 1000
  const clock = { now: Date.now() - 40 * day }
  const visits = openVisits(storage, hash, () => clock.now)
  const visit = (device: 'phone' | 'desktop', source: string) => {
    const of = { definition: version.hash, brand: 'main', page: 'home-insurance', device, source }
    const begun = visits.visit(undefined, form, of)
    begun.see(first?.id ?? '')
    return visits.visit(begun.token(), form, of)
  }
  visit('phone', '')
  await visits.flush()
  clock.now = Date.now() - 3 * day
  for (let made = 0; made < 3; made++) visit('phone', 'radio').see(second?.id ?? '')
  visit('desktop', '').see(first?.id ?? '', { field: field?.id ?? '', code: 'required' }, `root[${field?.id}]`)
  await visits.flush()
  // They are over by now, and summed up.
  clock.now = Date.now()
  await visits.flush()

  const page = await counted('/funnel?form=home-insurance', cookie)
  expect(page).toContain(`${first?.title} (1/3): 4, before 1.`)
  expect(page).toContain('<svg class="bars" role="img"')
  expect(page).toContain(`${field?.words.title} – not answered (1)`)
  expect(page).toMatch(/<details><summary>/)
  const phones = await counted('/funnel?form=home-insurance&device=phone&source=radio&days=7', cookie)
  expect(phones).toContain(': 3, before 0.')
  const unknown = await counted('/funnel?form=home-insurance&source=-', cookie)
  expect(unknown).toContain(': 1, before 1.')
  const odd = await get('/funnel?form=%3Cscript%3E&days=x&brand=%3Cb%3E&brand=y&page=%00', cookie)
  expect([odd.status, await odd.text()]).toEqual([200, expect.not.stringContaining('<b>')])
  expect((await get('/funnel')).status).toBe(303)
})
