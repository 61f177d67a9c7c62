import { readdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DealUpstream } from '#schemas/generated/site.ts'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import type { Site } from '../../engine/site/site.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { temporaryFolder } from '../testing/running-server.ts'
import { openDeals } from './deals.ts'
import { startSecureFeed } from './testing/secure-feed.ts'

const minute = 60_000
const begin = Date.parse('2026-11-25T12:00:00Z')

const deal = (title: string, more: object = {}) => ({
  ...{ shop: 'Moss', category: 'home', title, start: '2026-11-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
  markets: { GB: { price: 20, url: 'https://moss.example/lamp' } },
  ...more,
})
const feedOf = (deals: object) => JSON.stringify({ locales: ['en', 'es'], deals })
const oneLamp = feedOf({ lamp: deal('Lamp') })

const repository = await repositorySite()

/** Deals of an upstream, on a clock that the test sets, and what the log says of them. */
async function open(
  upstream: DealUpstream | null,
  { dataDir = temporaryFolder(), allow = ['127.0.0.0/8'], deadlineMs = 10_000 } = {},
) {
  const clock = { now: begin }
  const said: { more: object; message: string }[] = []
  const say = (more: object, message: string) => void said.push({ more, message })
  const log = { info: say, warn: say } as never
  const outbound = createOutbound({ allow })
  onTestFinished(() => outbound.close())
  const definition = upstream ? { ...repository.definition, deals: { upstream } } : repository.definition
  const live: { site: Site } = { site: { ...repository, definition } }
  const secret = (variable: string) => (variable === 'DEALS_TOKEN' ? 'open sesame' : undefined)
  const deals = await openDeals({
    config: { dataDir, secret },
    site: () => live.site,
    outbound,
    now: () => clock.now,
    deadlineMs,
  })
  const titles = () =>
    deals
      .shelf()
      .page({ locale: 'en', limit: 100 })
      .deals.map(({ title }) => title)
  const tick = async (minutes = 0) => {
    clock.now += minutes * minute
    await deals.tick(log)
    return titles()
  }
  return { deals, clock, said, tick, titles, dataDir, live }
}

const answer =
  (body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)

test('a feed is fetched with its token, then conditionally, on its schedule', async () => {
  const receiver = await startReceiver((response, count) => {
    if (count === 1)
      return answer(oneLamp, { etag: '"one"', 'last-modified': 'Wed, 25 Nov 2026 11:00:00 GMT' })(response)
    return answerWith(304)(response)
  })
  const { deals, tick } = await open({ url: receiver.url, tokenVariable: 'DEALS_TOKEN', everyMinutes: 5 })
  expect(deals.state()).toEqual({ source: 'upstream', deals: 0, shown: 0, leftOut: 0 })
  expect(await tick()).toEqual(['Lamp'])
  const shelf = deals.shelf()
  await tick(4)
  expect(receiver.received).toHaveLength(1)
  expect(deals.state().ageSeconds).toBe(240)
  await tick(1)
  expect(receiver.received).toHaveLength(2)
  expect(deals.state()).toEqual({ source: 'upstream', deals: 1, shown: 1, leftOut: 0, ageSeconds: 0 })
  expect(deals.shelf()).toBe(shelf)
  expect(receiver.received[0]?.headers).toMatchObject({
    accept: 'application/json',
    authorization: 'Bearer open sesame',
  })
  expect(receiver.received[0]?.headers).not.toHaveProperty('if-none-match')
  expect(receiver.received[1]?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': 'Wed, 25 Nov 2026 11:00:00 GMT',
  })
})

test('deals with mistakes are left out and named, markup in titles among them; the others are shown', async () => {
  const bad = {
    html: deal('<img src=x onerror=alert(1)>'),
    over: deal('Over', { end: '2026-10-01T00:00:00Z' }),
    dearer: deal('Dearer', {
      markets: { GB: { price: 20, oldPrice: { amount: 10, basis: 'recommended' }, url: 'https://moss.example' } },
    }),
    script: deal('Script', { markets: { GB: { price: 20, url: 'javascript:alert(1)' } } }),
    'no id': deal('No id'),
    none: null,
    __proto: deal('Long'.repeat(100)),
  }
  const spanish = deal('Rug', {
    markets: { ES: { price: 30, url: 'https://moss.example/rug' } },
    translations: { es: { title: 'Alfombra' } },
  })
  const receiver = await startReceiver(answer(feedOf({ ...bad, lamp: deal('Lamp & “more”'), rug: spanish })))
  const { deals, tick, said } = await open({ url: receiver.url })
  expect(await tick()).toEqual(['Lamp & “more”'])
  expect(deals.shelf().page({ locale: 'es' }).deals).toMatchObject([{ title: 'Alfombra', price: 30, currency: 'EUR' }])
  expect(deals.state()).toMatchObject({ deals: 2, leftOut: 7 })
  expect(deals.notices()).toEqual(['7 deals of the upstream are invalid and left out. The log names them.'])
  const named = said.find(({ message }) => message === '7 deals of the feed are invalid and left out.')
  expect(named?.more).toMatchObject({
    leftOut: expect.arrayContaining([
      'deals.over.end: The deal ends before it begins. "end" must be later than "start".',
      expect.stringMatching(/^deals\.html\.title: /),
      expect.stringMatching(/^deals\.script\.markets\.GB\.url: /),
    ]),
  })
})

const refused: [name: string, answer: (response: ServerResponse) => void, says: string][] = [
  ['an error', answerWith(500), 'It responded with 500.'],
  [
    'a redirect',
    answerWith(302, { location: 'http://127.0.0.1:1/' }),
    'It responded with 302. Redirects are not followed: use the final address.',
  ],
  ['what is no JSON', answer('<html>Maintenance</html>'), 'The response is not a JSON object in UTF-8.'],
  ['half a feed', answer(oneLamp.slice(0, -3)), 'The response is not a JSON object in UTF-8.'],
  ['a list', answer('[]'), 'Its feed is rejected. It is no feed: an object with "deals".'],
  [
    'an unknown key',
    answer('{ "locales": ["en"], "deals": {}, "more": 1 }'),
    'Its feed is rejected. more: Unknown key "more".',
  ],
  [
    'no good deal',
    answer(feedOf({ lamp: deal('') })),
    'Its feed is rejected. None of its deals can be used. The first: deals.lamp.title: ',
  ],
  ['a connection that ends', (response) => void response.destroy(), 'The connection failed (UND_ERR_SOCKET).'],
]

test.each(refused)('while the upstream answers with %s the last good feed is shown', async (_, bad, says) => {
  const receiver = await startReceiver((response, count) => (count === 2 ? bad(response) : answer(oneLamp)(response)))
  const { deals, tick } = await open({ url: receiver.url })
  expect(await tick()).toEqual(['Lamp'])
  expect(await tick(15)).toEqual(['Lamp'])
  expect(deals.state()).toMatchObject({ ageSeconds: 900, deals: 1 })
  expect(deals.state().failing).toContain(says)
  expect(deals.notices()[0]).toMatch(/^Failed to fetch deals: /)
  // Tried again sooner than usual.
  expect(await tick(1)).toEqual(['Lamp'])
  expect(deals.state()).toEqual({ source: 'upstream', deals: 1, shown: 1, leftOut: 0, ageSeconds: 0 })
  expect(deals.failures()).toBe(1)
})

test('of 50 MB no more is read than is taken', async () => {
  let written = 0
  const receiver = await startReceiver((response) => {
    const chunk = Buffer.alloc(256 * 1024, 32)
    const write = () => {
      while (!response.destroyed && written < 50 * 1024 * 1024) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  const { deals, tick } = await open({ url: receiver.url })
  await tick()
  expect(deals.state().failing).toBe('The reply is larger than 16777216 bytes.')
  expect(written).toBeLessThan(40 * 1024 * 1024)
})

test('addresses inside are never connected to, and an upstream that is down is told', async () => {
  const receiver = await startReceiver(answer(oneLamp))
  const inside = await open({ url: receiver.url }, { allow: [] })
  expect(await inside.tick()).toEqual([])
  expect(inside.deals.state().failing).toContain('not a public address')
  expect(receiver.received).toEqual([])
  const down = await open({ url: 'http://127.0.0.1:1/' })
  expect(await down.tick()).toEqual([])
  expect(down.deals.state().failing).toBe('The connection failed (ECONNREFUSED).')
})

test('that nothing has changed says nothing to who knows nothing yet', async () => {
  const receiver = await startReceiver(answerWith(304))
  const { deals, tick } = await open({ url: receiver.url })
  expect(await tick()).toEqual([])
  expect(deals.state().failing).toBe('It responded with 304.')
})

test('while a slow upstream is waited for, and when it was waited for too long, the last good feed is shown', async () => {
  const dripping: NodeJS.Timeout[] = []
  onTestFinished(() => dripping.forEach(clearInterval))
  const receiver = await startReceiver((response, count) => {
    if (count === 1) return answer(oneLamp)(response)
    response.writeHead(200)
    dripping.push(setInterval(() => response.write(' '), 20))
  })
  const { deals, tick, titles, clock } = await open({ url: receiver.url }, { deadlineMs: 500 })
  expect(await tick()).toEqual(['Lamp'])
  const waiting = tick(15)
  expect(titles()).toEqual(['Lamp'])
  clock.now += 15 * minute
  // One question at a time.
  await tick()
  await waiting
  expect(receiver.received).toHaveLength(2)
  expect(titles()).toEqual(['Lamp'])
  expect(deals.state().failing).toBe('No response within 0.5 s.')
})

test('without its token it is not asked', async () => {
  const receiver = await startReceiver(answer(oneLamp))
  const { deals, tick } = await open({ url: receiver.url, tokenVariable: 'OTHER_TOKEN' })
  await tick()
  expect(deals.notices()).toEqual(['Failed to fetch deals: OTHER_TOKEN is not set, so the upstream is not called.'])
  expect(receiver.received).toEqual([])
})

test('a certificate that nobody signed is refused, unless that is set; then a notice says so', async () => {
  const url = await startSecureFeed(oneLamp)
  const strict = await open({ url })
  expect(await strict.tick()).toEqual([])
  expect(strict.deals.state().failing).toBe('The connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).')
  const trusting = await open({ url, insecure: true })
  expect(await trusting.tick()).toEqual(['Lamp'])
  expect(trusting.deals.notices()).toEqual([
    'The certificate of the deals upstream is not verified, because site.json sets "insecure".',
  ])
})

test('the last good feed survives a restart with the upstream down, and a damaged file is passed over', async () => {
  const receiver = await startReceiver((response, count) => (count === 1 ? answer(oneLamp) : answerWith(503))(response))
  const first = await open({ url: receiver.url })
  await first.tick()
  const second = await open({ url: receiver.url }, { dataDir: first.dataDir })
  expect(second.titles()).toEqual(['Lamp'])
  expect(await second.tick(30)).toEqual(['Lamp'])
  expect(second.deals.state()).toMatchObject({ ageSeconds: 1800, failing: 'It responded with 503.' })
  expect(readdirSync(first.dataDir)).toEqual(['deals-feed.json'])
  writeFileSync(join(first.dataDir, 'deals-feed.json'), '{ "feed": {')
  expect((await open({ url: receiver.url }, { dataDir: first.dataDir })).titles()).toEqual([])
})

test('deals.json is shown where no upstream is set, and a feed for the definitions that are live', async () => {
  const receiver = await startReceiver(answer(feedOf({ lamp: deal('Lamp', { picture: 'lamp-of-a-test' }) })))
  const { deals, tick, live, titles } = await open({ url: receiver.url })
  await tick()
  const withUpstream = live.site
  expect(deals.shelf().page({ locale: 'en' }).deals[0]).not.toHaveProperty('image')
  live.site = {
    ...withUpstream,
    deals: {
      ...withUpstream.deals,
      drawings: [{ id: 'lamp-of-a-test', path: '/media/lamp-of-a-test-1.svg', svg: '' }],
    },
  }
  expect(deals.shelf().page({ locale: 'en' }).deals[0]).toMatchObject({ image: '/media/lamp-of-a-test-1.svg' })
  live.site = repository
  expect(titles()).not.toContain('Lamp')
  expect(deals.state()).toMatchObject({ source: 'file', deals: repository.deals.all.length })
  const revision = deals.revision()
  expect(deals.revision()).toBe(revision)
  live.site = withUpstream
  expect(deals.revision()).toBe(revision + 1)
})

test("another upstream's deals are not shown in its place, also after a restart", async () => {
  const former = await startReceiver(answer(oneLamp))
  const later = await startReceiver((response, count) =>
    (count <= 2 ? answerWith(503) : answer(feedOf({ rug: deal('Rug') })))(response),
  )
  const { deals, tick, titles, live, dataDir } = await open({ url: former.url })
  expect(await tick()).toEqual(['Lamp'])
  const withFormer = live.site
  live.site = { ...withFormer, definition: { ...withFormer.definition, deals: { upstream: { url: later.url } } } }
  expect(titles()).toEqual([])
  expect(deals.state()).toEqual({ source: 'upstream', deals: 0, shown: 0, leftOut: 0 })
  expect(await tick()).toEqual([])
  expect(deals.state().failing).toBe('It responded with 503.')
  const restarted = await open({ url: later.url }, { dataDir })
  expect(restarted.titles()).toEqual([])
  expect(await restarted.tick()).toEqual([])
  // Set back: what is kept is from there, and the failure was the other one's.
  live.site = withFormer
  expect(titles()).toEqual(['Lamp'])
  expect(deals.state()).not.toHaveProperty('failing')
  expect(await restarted.tick(1)).toEqual(['Rug'])
})

test("what an upstream says after another was set is not shown as that one's", async () => {
  let finish = () => {}
  const former = await startReceiver((response, count) => {
    if (count === 1) finish = () => answer(oneLamp)(response)
    else answer(feedOf({ lamp: deal('Lamp again') }))(response)
  })
  const later = await startReceiver(answer(feedOf({ rug: deal('Rug') })))
  const { tick, titles, live } = await open({ url: former.url })
  const withFormer = live.site
  const asking = tick()
  await vi.waitFor(() => expect(former.received).toHaveLength(1), { timeout: 10_000 })
  live.site = { ...withFormer, definition: { ...withFormer.definition, deals: { upstream: { url: later.url } } } }
  finish()
  await asking
  expect(titles()).toEqual([])
  live.site = withFormer
  expect(await tick()).toEqual(['Lamp again'])
})

test('a day of an upstream that flaps loses no good feed', async () => {
  /** What is true at the upstream: another feed each hour. */
  let version = 0
  const answers = [
    (response: ServerResponse) => answer(feedOf({ lamp: deal(`Lamp ${version}`) }))(response),
    answerWith(502),
    (response: ServerResponse) => void response.destroy(),
    answer('{ "deals": '),
    answer(feedOf({ lamp: deal('<b>') })),
    answerWith(301, { location: 'http://127.0.0.1:1/' }),
  ]
  // Which answer comes when is the same in every run.
  let seed = 17
  const next = () => {
    seed = (seed * 48271) % 2147483647
    return seed % answers.length
  }
  let isGood = true
  const receiver = await startReceiver((response) => {
    const which = next()
    isGood = which === 0
    answers[which]?.(response)
  })
  const { deals, tick, titles } = await open({ url: receiver.url, everyMinutes: 2 })
  let expected: string[] = []
  let losses = 0
  for (let passed = 0; passed < 24 * 60; passed++) {
    version = Math.floor(passed / 60)
    const asked = receiver.received.length
    await tick(1)
    if (receiver.received.length > asked && isGood) expected = [`Lamp ${version}`]
    if (JSON.stringify(titles()) !== JSON.stringify(expected)) losses += 1
  }
  expect(losses).toBe(0)
  expect(receiver.received.length).toBeGreaterThan(720)
  expect(deals.failures()).toBeGreaterThan(500)
  expect(expected).toEqual([expect.stringMatching(/^Lamp 2[123]$/)])
})
