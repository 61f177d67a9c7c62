// What a partner sends by a later call, and what the visitor makes of it, in the whole app.
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import type { ResultsView } from '../../engine/site/results-view.ts'
import type { Site } from '../../engine/site/site.ts'
import type { Parts } from '../app.ts'
import { createKey } from '../partner-api/keys.ts'
import { openErasures } from '../privacy/erasures.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'

const start = Date.now()

const link = 'https://insurer.example.com/take?q=1'

const offer = (id: string, more: object = {}) => ({
  ...{ id, product: 'Comfort', price: { amount: 12.5, period: 'month' }, link },
  ...more,
})

const quotes: HttpDelivery = {
  kind: 'http',
  url: 'https://insurer.example.com/quotes',
  offers: { later: true, hosts: ['insurer.example.com'], chosen: { path: '/chosen' } },
}

const consent = { id: 'pass-on', purpose: 'offer', text: 'Acme may use my answers for this offer.' }

/** The repository's site, with two partners that take home insurance, and a consent for whoever chooses. */
function withPartners(parts: Parts, hasConsent: boolean): Pick<Parts, 'live'> {
  const partner = { name: 'Acme', filters: [{ form: 'home-insurance' }], deliveries: { quotes } }
  const current = (): Site => {
    const site = parts.live.current()
    const version: Site['forms']['version'] = (...asked) => {
      const found = site.forms.version(...asked)
      const offers = found?.form.offers
      return found && offers ? { ...found, form: { ...found.form, offers: { ...offers, consent } } } : found
    }
    return {
      ...site,
      partners: { ...site.partners, all: { acme: partner, other: partner } },
      ...(hasConsent && { forms: { ...site.forms, version } }),
    }
  }
  return { live: { ...parts.live, current } }
}

async function startSite({ hasConsent = false } = {}) {
  const storage = await temporaryStorage()
  const clock = { now: start }
  const { app, origin } = await appOn(storage, (parts) => withPartners(parts, hasConsent), { now: () => clock.now })
  const { key } = await createKey(storage, 'acme', Date.now)
  const post = async (lead: string, body: object, by: string | null = key) => {
    const headers = { ...(by !== null && { authorization: `Bearer ${by}` }) }
    const call = { method: 'POST', url: `/api/v1/leads/${lead}/offers`, headers, payload: body } as const
    for (;;) {
      const reply = await app.inject(call)
      // A machine that runs tests is busy, and a partner tries again.
      if (reply.statusCode !== 503) return reply
    }
  }
  return { storage, clock, app, origin, key, post }
}

interface Sent {
  id: string
  results: string
}

/** Sends the form, and has the partners' deliveries stand as told. */
async function send(storage: Storage, origin: string, more: object = {}, state = 'delivered'): Promise<Sent> {
  const sent = (await (await submit(origin, { ...more })).json()) as Sent
  await storage.atomic([
    {
      sql: `UPDATE deliveries SET state = '${state}', attempts = 1 WHERE kind = 'http' AND subject_id = ?`,
      parameters: [sent.id],
    },
  ])
  return sent
}

const tokenOf = ({ results }: Sent) => results.split('/').at(-1)

async function view(app: FastifyInstance, sent: Sent, host = 'localhost'): Promise<ResultsView | null> {
  for (;;) {
    const reply = await app.inject({ url: `/api/results/${tokenOf(sent)}?locale=en`, headers: { host } })
    if (reply.statusCode === 503) continue
    expect([200, 404]).toContain(reply.statusCode)
    return reply.statusCode === 200 ? reply.json() : null
  }
}

function press(app: FastifyInstance, { results }: Sent, key: string, more: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: results,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      host: 'localhost',
      'user-agent': 'Test',
    },
    payload: new URLSearchParams({ pressed: 'offers', offer: key, ...more }).toString(),
  })
}

async function rows(storage: Storage, sql: string) {
  return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
}

const choices = "SELECT partner, payload, replay, state FROM deliveries WHERE topic = 'choice'"

test('a call with offers needs the key of the partner that has the lead, and may be repeated', async () => {
  const { storage, app, origin, post, key } = await startSite()
  const sent = await send(storage, origin)
  const body = { offers: [offer('a'), offer('b', { link: 'https://evil.example/' })] }
  expect((await post(sent.id, body, null)).statusCode).toBe(401)
  expect((await post(sent.id, body, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).statusCode).toBe(401)
  const { key: stranger } = await createKey(storage, 'demo', Date.now)
  expect((await post(sent.id, body, stranger)).statusCode).toBe(404)
  expect((await post('01900000-0000-7000-8000-000000000000', body)).statusCode).toBe(404)
  const refused = 'The offer at "/offers/1" is not shown: a link leads to a host that "hosts" does not name.'
  for (let times = 0; times < 3; times++) {
    const reply = await post(sent.id, body)
    expect([reply.statusCode, reply.json()]).toEqual([200, { taken: ['a'], refused: [refused] }])
  }
  const log = await rows(storage, "SELECT last_error FROM deliveries WHERE partner = 'acme' AND kind = 'http'")
  expect(log).toEqual([{ last_error: refused }])
  expect((await view(app, sent))?.offers).toMatchObject([{ key: 'acme/a' }])

  expect((await post(sent.id, { offers: [offer('c', { price: { amount: -1, period: 'month' } })] })).statusCode).toBe(
    422,
  )
  const long = await post(sent.id, { offers: 'x'.repeat(300_000) })
  expect([long.statusCode, long.json().detail]).toEqual([413, 'The body is too large: 256 kB at most.'])
  expect((await post(sent.id, [])).statusCode).toBe(422)
  expect((await post(sent.id, { offers: [] })).json()).toEqual({ taken: [], refused: [] })
  expect((await view(app, sent))?.asked.map(({ state }) => state).sort()).toEqual(['answered', 'asked'])

  await openErasures(storage, await openSecretKey(storage, null), await temporaryFile()).lead(sent.id, start)
  expect((await post(sent.id, body)).statusCode).toBe(404)
  expect(await view(app, sent)).toBeNull()
})

test.each(['rejected', 'cancelled', 'held'])('a partner has nothing to say of a lead that was %s', async (state) => {
  const { storage, origin, post } = await startSite()
  const sent = await send(storage, origin)
  const reason = state === 'cancelled' ? ", cancel_reason = 'unsubscribed'" : ''
  await storage.atomic([
    { sql: `UPDATE deliveries SET state = '${state}'${reason} WHERE kind = 'http'`, parameters: [] },
  ])
  expect((await post(sent.id, { offers: [offer('a')] })).statusCode).toBe(404)
})

test('a partner that declines by a call is not waited for', async () => {
  const { storage, app, origin, post } = await startSite()
  const sent = await send(storage, origin)
  await post(sent.id, { offers: [] })
  expect((await view(app, sent))?.asked.map(({ state }) => state).sort()).toEqual(['asked', 'declined'])
})

test('an offer is chosen once, however often its button is pressed, and its partner is told once', async () => {
  const { storage, app, origin, post } = await startSite()
  const sent = await send(storage, origin, { context: { attribution: { campaign: 'spring & more' } } })
  await post(sent.id, { offers: [offer('a'), offer('b', { link: undefined })] })
  const presses = await Promise.all(Array.from({ length: 6 }, () => press(app, sent, 'acme/a')))
  const to = new Set(presses.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))
  expect([...to]).toEqual([expect.stringMatching(/^303 https:\/\/insurer\.example\.com\/take\?q=1/)])
  const told = await rows(storage, choices)
  expect(told).toMatchObject([{ partner: 'acme', replay: 0, state: 'pending' }])
  expect(JSON.parse(String(told[0]?.payload))).toMatchObject({ id: sent.id, offer: 'a' })
  expect((await view(app, sent))?.offers.map(({ isChosen }) => isChosen)).toEqual([true, false])

  // Another one of the same partner takes its place, as a message of its own.
  expect((await press(app, sent, 'acme/b')).headers.location).toBe(`${sent.results}#chosen`)
  await press(app, sent, 'acme/b')
  const after = await rows(storage, choices)
  expect(after).toMatchObject([{ replay: 1 }])
  expect(JSON.parse(String(after[0]?.payload))).toMatchObject({ offer: 'b' })

  expect((await press(app, sent, 'acme/none')).headers.location).toBe(`${sent.results}#offers`)
  expect((await press(app, sent, 'other/a')).headers.location).toBe(`${sent.results}#offers`)
})

test('a choice needs its consent, which is kept as evidence with the sentence, and never after an erasure', async () => {
  const { storage, app, origin, post } = await startSite({ hasConsent: true })
  const sent = await send(storage, origin)
  await post(sent.id, { offers: [offer('a')] })
  expect((await press(app, sent, 'acme/a')).headers.location).toBe(`${sent.results}?missing=acme%2Fa#chosen`)
  expect(await rows(storage, choices)).toEqual([])
  expect((await press(app, sent, 'acme/a', { consent: 'yes' })).headers.location).toContain('insurer.example.com')
  const evidence = `SELECT text, purpose, granted, locale, user_agent FROM consents WHERE consent = 'pass-on'`
  expect(await rows(storage, evidence)).toEqual([
    { text: consent.text, purpose: 'offer', granted: 1, locale: 'en', user_agent: 'Test' },
  ])

  const erasures = openErasures(storage, await openSecretKey(storage, null), await temporaryFile())
  for (let round = 0; round < 8; round++) {
    const other = await send(storage, origin)
    await post(other.id, { offers: [offer('a')] })
    await Promise.all([press(app, other, 'acme/a', { consent: 'yes' }), erasures.lead(other.id, start)])
    const kept = `FROM consents WHERE lead_id = '${other.id}' AND (ip IS NOT NULL OR user_agent IS NOT NULL)`
    expect(await rows(storage, `SELECT * ${kept}`)).toEqual([])
    expect(await rows(storage, `${choices} AND subject_id = '${other.id}' AND payload <> ''`)).toEqual([])
  }
})

test('a page is shown on its own brand alone, and for thirty days', async () => {
  const { storage, clock, app, origin, post } = await startSite()
  const sent = await send(storage, origin)
  await post(sent.id, { offers: [offer('a')] })
  expect(await view(app, sent)).not.toBeNull()
  for (const host of ['tallyleaf.example', 'clausewell.example']) expect(await view(app, sent, host)).toBeNull()
  clock.now = start + 30 * 24 * 60 * 60 * 1000 - 60_000
  expect(await view(app, sent)).not.toBeNull()
  clock.now += 120_000
  expect(await view(app, sent)).toBeNull()
  expect((await app.inject({ url: sent.results, headers: { host: 'localhost' } })).body).not.toContain('Comfort')
})

test('the page of the answers before is one press away while it is there', async () => {
  const { storage, app, origin } = await startSite()
  const first = await send(storage, origin)
  const second = await send(storage, origin, { context: { previous: tokenOf(first) } })
  expect((await view(app, second))?.previous).toBe(first.results)
  const forged = `${tokenOf(first)?.slice(0, -1)}${tokenOf(first)?.endsWith('A') ? 'B' : 'A'}`
  const third = await send(storage, origin, { context: { previous: forged } })
  expect((await view(app, third))?.previous).toBeNull()
  await openErasures(storage, await openSecretKey(storage, null), await temporaryFile()).lead(first.id, start)
  expect((await view(app, second))?.previous).toBeNull()
})

test('the answers are opened by whoever knows the last name, without ticks, five times at most, and never elsewhere', async () => {
  const { storage, app, origin } = await startSite()
  const sent = await send(storage, origin)
  const open = async (said: string | null, { of = sent, path = '/insurance/home-insurance' } = {}) => {
    const payload = new URLSearchParams({
      ...{ later: 'open', token: tokenOf(of) ?? '' },
      ...(said !== null && { 'later-asked': 'name', 'later-said': said }),
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    for (;;) {
      const reply = await app.inject({ method: 'POST', url: path, headers: { ...headers, host: 'localhost' }, payload })
      // A machine that runs tests is busy.
      if (reply.statusCode !== 503) return reply
    }
  }
  expect((await open(null)).statusCode).toBe(403)
  expect((await open('Lovelace', { path: '/insurance/car-insurance' })).statusCode).toBe(410)
  for (let tries = 0; tries < 3; tries++) expect((await open('Byron')).statusCode).toBe(403)
  const opened = await open(' LOVELACE ')
  expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  expect(opened.body).toContain('value="Lovelace"')
  expect(opened.body).toMatch(new RegExp(`name="previous" value="${tokenOf(sent)}"`))
  expect(opened.body).not.toMatch(/name="root\[privacy\]"[^>]* checked/)
  // Wrong tries before a right one count no more.
  for (let tries = 0; tries < 4; tries++) expect((await open('Byron')).statusCode).toBe(403)
  expect([(await open('Byron')).statusCode, (await open('Lovelace')).statusCode]).toEqual([410, 410])

  const other = await send(storage, origin)
  await openErasures(storage, await openSecretKey(storage, null), await temporaryFile()).lead(other.id, start)
  expect((await open(null, { of: other })).statusCode).toBe(410)
})
