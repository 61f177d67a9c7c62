import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { repositoryLive } from '../../engine/node/testing/repository.ts'
import { mintKey } from '../leads/store-lead.ts'
import type { KeyedHash } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'
import { type FunnelQuery, funnelChoices, funnelFigures, funnelsOf, sweepOf } from './figures.ts'
import { deviceOf, openVisits, visitTime } from './visits.ts'

const hash: KeyedHash = (purpose, text) => createHmac('sha256', `key ${purpose}`).update(text).digest('base64url')

const always = { form: 'home-insurance', since: '2026-01-01', until: '2999-01-01' }

async function figures(storage: Storage, query: Partial<FunnelQuery> = {}) {
  const found = await funnelFigures(storage, { ...always, ...query })
  return Object.fromEntries([...found].map(([step, { seen, done }]) => [step || 'sent', [seen, done]]))
}

async function formOf(id = 'home-insurance') {
  const version = (await repositoryLive()).current().forms.version(id, 'en')
  if (!version) throw new Error(`There is no form "${id}"`)
  return version
}

/** A server's counting, with a clock of the test's, and what one visitor's pages report. */
async function counting(storage: Storage, clock = { now: Date.parse('2026-11-20T23:00:00Z') }) {
  const { form, hash: definition } = await formOf()
  const visits = openVisits(storage, hash, () => clock.now)
  const of = { definition, brand: 'main', page: 'home-insurance', device: 'phone', source: '' } as const
  const say = (token: string | undefined, step: string, told: Partial<typeof of> = {}) => {
    const visit = visits.visit(token, form, { ...of, ...told })
    visit.see(step)
    return visit.token()
  }
  const steps = form.steps.map(({ id }) => id)
  return { clock, visits, form, of, say, steps, first: steps[0] ?? '', second: steps[1] ?? '' }
}

test('a visit counts when its token comes back, and each of its steps once', async () => {
  const storage = await temporaryStorage()
  const { visits, say, first, second } = await counting(storage)
  // The same report without a token, however often, is no visit.
  for (let said = 0; said < 5; said++) say(undefined, first)
  await visits.flush()
  expect(await figures(storage)).toEqual({})

  const token = say(undefined, first)
  for (let said = 0; said < 3; said++) say(token, second)
  await visits.flush()
  for (let said = 0; said < 3; said++) say(say(token, second), first)
  await visits.flush()
  expect(await figures(storage)).toEqual({ [first]: [1, 1], [second]: [1, 0] })
  expect(say(undefined, 'made-up')).toBeUndefined()
  say(token, 'made-up')
  await visits.flush()
  expect(Object.keys(await figures(storage))).toHaveLength(2)
})

test('tokens that are forged, over, or of another form count nothing', async () => {
  const storage = await temporaryStorage()
  const { clock, visits, form, of, say, first, second } = await counting(storage)
  const token = say(undefined, first) ?? ''
  const [payload = '', seal = ''] = token.split('.')
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const altered = Buffer.from(JSON.stringify({ ...said, id: 'other' })).toString('base64url')
  const own = openVisits(
    storage,
    (purpose, text) => hash(`${purpose} of others`, text),
    () => clock.now,
  )
  const stranger = own.visit(undefined, form, of)
  stranger.see(first)
  const other = await formOf('loan')
  const ofOther = visits.visit(undefined, other.form, { ...of, definition: other.hash })
  ofOther.see(other.form.steps[0]?.id ?? '')
  const wrong = [
    ...['', '.', 'x', `${payload}.`, `.${seal}`, `${altered}.${seal}`, `${payload}.${seal.slice(1)}x`],
    ...[stranger.token() ?? '', ofOther.token() ?? ''],
  ]
  for (const each of wrong) {
    say(each, second)
    visits.sent(each, form)
  }
  say(token, second, { definition: 'older' })
  clock.now += visitTime
  say(token, second)
  visits.sent(token, form)
  await visits.flush()
  expect(await figures(storage)).toEqual({})
})

test('two reports of one visit at once, at two servers, are one visit', async () => {
  const place = await temporaryPlace()
  const [storage, other] = [await temporaryStorage(place), await temporaryStorage(place)]
  const [one, two] = [await counting(storage), await counting(other)]
  for (let visit = 0; visit < 40; visit++) {
    const token = one.say(undefined, one.first)
    one.say(token, one.second)
    two.say(token, two.second)
  }
  await Promise.all([one.visits.flush(), two.visits.flush()])
  expect(await figures(storage)).toEqual({ [one.first]: [40, 40], [one.second]: [40, 0] })
})

test('visits that are over are summed up once, by whichever server, or not at all', async () => {
  const place = await temporaryPlace()
  const [storage, other] = [await temporaryStorage(place), await temporaryStorage(place)]
  const { clock, visits, say, first, second } = await counting(storage)
  for (let visit = 0; visit < 20; visit++) {
    const token = say(undefined, first)
    clock.now += 7000
    say(token, second)
  }
  await visits.flush()
  const before = await figures(storage)
  expect(before).toEqual({ [first]: [20, 20], [second]: [20, 0] })
  const end = clock.now + 2 * visitTime
  // Killed before its end, the transaction leaves all as it was.
  await expect(storage.atomic([...sweepOf(storage, end), { sql: 'SELECT nothing', parameters: [] }])).rejects.toThrow()
  expect(await storage.read([{ sql: 'SELECT * FROM step_counts', parameters: [] }])).toEqual([[]])
  const sweeps = [storage, other, storage, other].map((each) => each.atomic(sweepOf(each, end)))
  await Promise.all(sweeps)
  expect(await figures(storage)).toEqual(before)
  expect(await storage.read([{ sql: 'SELECT * FROM visit_steps', parameters: [] }])).toEqual([[]])
  const found = await funnelFigures(storage, always)
  expect(found.get(first)?.medianSeconds).toBe(10)
  expect([...(found.get(second)?.left ?? [])]).toEqual([['', 20]])

  // What comes too late is not counted again.
  say(say(undefined, first), second)
  clock.now = end
  await visits.flush()
  expect(await figures(storage)).toEqual(before)
})

test('what visitors leave on and what they meet is counted by question and rule', async () => {
  const storage = await temporaryStorage()
  const { clock, visits, form, of, first } = await counting(storage)
  const [field] = form.steps[0]?.fields ?? []
  const begun = () => {
    const visit = visits.visit(undefined, form, of)
    visit.see(first)
    return visits.visit(visit.token(), form, of)
  }
  const id = field?.id ?? ''
  for (let visit = 0; visit < 3; visit++) {
    begun().see(first, { field: id, code: 'required' }, `root[${id}]`)
    begun().see(first, { field: id, code: 'anything' }, 'root[made-up]')
    begun().see(first, { field: 'made-up', code: 'required' }, '\0')
  }
  const leaver = begun()
  leaver.see(first, null, `root[${id}]`)
  // Who looks at another tab and goes on has not left.
  visits.visit(leaver.token(), form, of).sent()
  await visits.flush()
  clock.now += visitTime + 61_000
  await visits.flush()
  const found = (await funnelFigures(storage, always)).get(first)
  expect(Object.fromEntries(found?.errors ?? [])).toEqual({ [`${id} required`]: 3, [`${id} other`]: 3, '': 3 })
  expect(Object.fromEntries(found?.left ?? [])).toEqual({ [id]: 3, '': 6 })
})

test('visits are told apart by language, version, brand, device, source and page', async () => {
  const storage = await temporaryStorage()
  const { visits, form, of, first } = await counting(storage)
  for (const source of ['News', 'news', 'ada@example.com', '']) {
    const visit = visits.visit(undefined, form, { ...of, source })
    visit.see(first)
    visits.visit(visit.token(), form, of)
  }
  for (let made = 0; made < 300; made++) {
    const visit = visits.visit(undefined, form, { ...of, source: `made-${made}` })
    visit.see(first)
    visits.visit(visit.token(), form, of)
  }
  await visits.flush()
  expect(await figures(storage, { source: 'news' })).toEqual({ [first]: [2, 0] })
  expect(await figures(storage, { source: '', device: 'phone' })).toEqual({ [first]: [1, 0] })
  expect(await figures(storage, { device: 'tablet' })).toEqual({})
  const choices = await funnelChoices(storage, always)
  expect(choices).toMatchObject({ locale: ['en'], brand: ['main'], device: ['phone'], page: ['home-insurance'] })
  expect([choices.source.length, choices.source[0]]).toEqual([202, 'other'])
  expect(JSON.stringify(choices)).not.toContain('example.com')
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36', 'desktop'],
  ['', 'desktop'],
])('a browser that says %s runs on a %s', (agent, device) => {
  expect(deviceOf({ 'user-agent': agent })).toBe(device)
})

test('pages report what they show and send it with its visit; the same lead again is no second one', async () => {
  const storage = await temporaryStorage()
  const { app, origin, visits } = await appOn(storage)
  const { definition } = (await (await submit(origin)).json()) as { definition: string }
  const say = async (step: string, more: object = {}) => {
    const payload = { form: 'home-insurance', locale: 'en', definition, step, page: 'home-insurance', ...more }
    return app.inject({ method: 'POST', url: '/api/v1/steps', payload })
  }
  expect((await say('nonsense')).statusCode).toBe(204)
  for (let said = 0; said < 3; said++) expect((await say('housing')).statusCode).toBe(200)
  expect((await say('housing', { page: '\0' })).statusCode).toBe(422)
  await say('housing', { visit: (await say('housing', { page: 'form:home-insurance made-up', source: null })).body })
  await visits.flush()
  expect((await funnelChoices(storage, always)).page).toEqual([''])
  const visit = (await say('contact-2', { visit: (await say('housing')).body })).body
  const key = mintKey(Date.now() - 60_000)
  const lead = { key, definition, context: { page: 'home-insurance', visit } }
  expect([(await submit(origin, lead)).status, (await submit(origin, lead)).status]).toEqual([201, 200])
  // A token that is none keeps no lead away.
  expect((await submit(origin, { context: { visit: 'x.y' } })).status).toBe(201)
  await visits.flush()
  expect(await figures(storage)).toEqual({ housing: [2, 1], 'contact-2': [1, 1], sent: [1, 0] })
  const [funnel] = await funnelsOf(storage, 'home-insurance', '2026-01-01')
  expect(funnel).toMatchObject({ locale: 'en', definition, sent: 1, byApi: 2 })
  expect([...(funnel?.shown ?? [])].sort()).toEqual([
    ['contact-2', 1],
    ['housing', 2],
  ])
})

test('without JavaScript the posts of steps count, and those that are repeated do not', async () => {
  const storage = await temporaryStorage()
  const { app, visits } = await appOn(storage)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const post = (step: string, fields: Record<string, string>) =>
    app.inject({
      ...{ method: 'POST', headers: { ...headers, referer: 'http://localhost:80/x?utm_source=Radio' } },
      url: `/insurance/home-insurance?step=${step}`,
      payload: new URLSearchParams(fields).toString(),
    })
  const hidden = (name: string, html: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
  for (let repeat = 0; repeat < 3; repeat++) await post('housing', { 'root[residence]': 'primary' })
  await post('housing', { key: 'k', visit: 'made-up', go: 'back' })
  const wrong = await post('housing', { 'root[residence]': 'nonsense' })
  const [visit, key] = [hidden('visit', wrong.body), hidden('key', wrong.body)]
  await visits.flush()
  expect(await figures(storage)).toEqual({})

  const next = await post('housing', { 'root[residence]': 'primary', visit, key })
  await visits.flush()
  const { housing, ...rest } = await figures(storage)
  expect(housing?.[0]).toBe(1)
  expect(
    Object.values(rest)
      .flat()
      .every((count) => count <= 1),
  ).toBe(true)
  const [error] = (await funnelFigures(storage, always)).get('housing')?.errors ?? []
  expect(error?.[1]).toBe(1)

  const fields = Object.fromEntries(formBody({ visit: hidden('visit', next.body), key }))
  const sent = await post('contact-2', fields)
  expect([sent.statusCode, (await post('contact-2', fields)).statusCode]).toEqual([303, 303])
  await visits.flush()
  expect((await figures(storage)).sent).toEqual([1, 0])
  expect((await funnelChoices(storage, always)).page).toEqual(['home-insurance'])
})

test('an address that reports too many steps is refused for a minute, and its lead and others are not', async () => {
  const { app, origin } = await appOn(await temporaryStorage(), undefined, { env: { RATE_LIMIT: '30' } })
  const payload = { form: 'home-insurance', locale: 'en', definition: 'x', step: 'housing' }
  const say = (remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url: '/api/v1/steps', payload, remoteAddress })
  for (let said = 0; said < 600; said++) expect((await say()).statusCode).toBe(204)
  const refused = await say()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await say('192.0.2.7')).statusCode).toBe(204)
  expect((await submit(origin)).status).toBe(201)
})
