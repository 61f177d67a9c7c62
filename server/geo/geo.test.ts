import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { GeoUpstream } from '#schemas/generated/site.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { temporaryFolder } from '../testing/running-server.ts'
import { openGeo } from './geo.ts'
import { databaseFile, type Networks } from './testing/database-file.ts'

const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-11-22T12:00:00Z')

/** Look-ups, and what may be changed under them. */
async function open(more: { networks?: Networks; upstream?: GeoUpstream; env?: Record<string, string> } = {}) {
  const folder = temporaryFolder()
  const file = join(folder, 'countries.mmdb')
  const clock = { now: start }
  if (more.networks) await writeFile(file, databaseFile(more.networks, new Date(start)))
  const outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  const geo = await openGeo(
    { geoDatabase: more.networks ? file : null, secret: (variable) => more.env?.[variable] },
    { upstream: () => more.upstream, outbound, now: () => clock.now },
  )
  onTestFinished(async () => {
    await outbound.close()
    await rm(folder, { recursive: true })
  })
  const put = async (bytes: Buffer) => {
    await writeFile(`${file}.new`, bytes)
    await rename(`${file}.new`, file)
  }
  const country = async (address: string) => {
    const found = await geo.lookUp(address)
    return found.kind === 'countries' ? (found.countries.country?.iso_code ?? null) : found.kind
  }
  return { geo, clock, file, put, country }
}

test('the built-in database knows countries in IPv4 and IPv6, and none inside', async () => {
  const { geo, country } = await open()
  const asked = ['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888', '217.0.0.1', '2003::1', '192.168.1.1', '::1', 'x']
  expect(await Promise.all(asked.map(country))).toEqual(['US', 'US', 'US', 'DE', 'DE', null, null, 'none'])
  expect(geo.state()).toMatchObject({ source: 'database', builtAt: expect.any(String) })
})

test('100,000 random addresses, right and wrong, all end as written', async () => {
  const { geo } = await open()
  // A generator with a seed (mulberry32), so that what fails can be had again.
  let seed = 20261122
  const below = (limit: number) => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  const v4 = () => times(4, () => below(256)).join('.')
  const v6 = () => times(8, () => below(65_536).toString(16)).join(':')
  const kinds = [
    v4,
    v6,
    () => `2${v6()}`.replace(/^2\w*/, () => (0x2000 + below(0x1fff)).toString(16)),
    () => `::ffff:${v4()}`,
    () => `${v6()}%eth${below(9)}`,
    () => v6().replace(/(?::\w+){3}/, ':'),
    () => times(below(6), () => below(300)).join('.'),
    () => String.fromCodePoint(...times(below(40), () => below(0xd800))),
    () => v6().slice(below(20)),
  ]
  const outcomes: Record<string, number> = {}
  for (let count = 0; count < 100_000; count++) {
    const text = kinds[below(kinds.length)]?.() ?? ''
    const { kind } = await geo.lookUp(text)
    outcomes[kind] = (outcomes[kind] ?? 0) + 1
  }
  expect(Object.keys(outcomes).sort()).toEqual(['countries', 'none'])
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(20_000)
})

test('a database of MaxMind says where an address is, and where its network is registered', async () => {
  const { geo } = await open({
    networks: {
      20: { country: { iso_code: 'FR' }, registered_country: { iso_code: 'US' } },
      21: { registered_country: { iso_code: 'US' }, continent: { code: 'EU' } },
    },
  })
  const answers = await Promise.all(['20.1.2.3', '21.1.2.3', '22.1.2.3', '2a00::1'].map(geo.lookUp))
  expect(answers).toEqual(
    [
      { country: { iso_code: 'FR' }, registered_country: { iso_code: 'US' } },
      { country: null, registered_country: { iso_code: 'US' } },
      { country: null, registered_country: null },
      { country: null, registered_country: null },
    ].map((countries) => ({ kind: 'countries', countries })),
  )
})

test('GEO_DATABASE is replaced under the running server, and what is broken replaces nothing', async () => {
  const { geo, put, country, file } = await open({ networks: { 20: { country_code: 'FR' } } })
  expect([await geo.renew(), await country('20.0.0.1'), geo.notices()]).toEqual([false, 'FR', []])

  const good = databaseFile({ 20: { country_code: 'ES' } }, new Date(start))
  await put(good)
  expect([await geo.renew(), await geo.renew(), await country('20.0.0.1')]).toEqual([true, false, 'ES'])

  const says = async (bytes: Buffer) => {
    await put(bytes)
    expect(await geo.renew()).toBe(true)
    expect(await country('20.0.0.1')).toBe('ES')
    return geo.notices()
  }
  const instead = 'The database of 2026-11-22 is used instead.'
  const unusable = (reason: string) => [`Failed to load GEO_DATABASE: ${reason} ${instead}`]
  expect(await says(Buffer.alloc(0))).toEqual(unusable('It is not a MaxMind DB.'))
  expect(await says(Buffer.from('<html>Not found</html>'))).toEqual(unusable('It is not a MaxMind DB.'))
  expect(await says(good.subarray(0, good.length / 2))).toEqual(unusable('It is not a MaxMind DB.'))
  expect(await says(good.subarray(700))).toEqual(unusable('It is damaged.'))
  const strange = databaseFile({ 20: { autonomous_system_organization: 'Example' } }, new Date(start))
  expect(await says(strange)).toEqual(unusable('It is damaged, or contains no countries.'))
  expect(await says(databaseFile({}, new Date(start)))).toEqual(unusable('It contains no countries.'))
  await rm(file)
  expect([await geo.renew(), geo.notices()]).toEqual([true, unusable('It cannot be read (ENOENT).')])

  await put(databaseFile({ 20: { country_code: 'IT' } }, new Date(start)))
  expect([await geo.renew(), await country('20.0.0.1'), geo.notices()]).toEqual([true, 'IT', []])
})

test('a GEO_DATABASE that is broken at the start is told, and the built-in one stands in', async () => {
  const { file } = await open({ networks: {} })
  const outbound = createOutbound({ allow: [] })
  const parts = { upstream: () => undefined, outbound, now: () => start }
  const geo = await openGeo({ geoDatabase: file, secret: () => undefined }, parts)
  expect(geo.notices()).toEqual([
    expect.stringMatching(
      /^Failed to load GEO_DATABASE: It contains no countries\. The database of \d{4}-\d\d-\d\d is used instead\.$/,
    ),
  ])
  expect(await geo.lookUp('8.8.8.8')).toMatchObject({ countries: { country: { iso_code: 'US' } } })
  await outbound.close()
})

test('past 180 days a database is called old', async () => {
  const { geo, clock } = await open({ networks: { 20: { country_code: 'FR' } } })
  clock.now += 181 * day - 1
  expect([geo.state(), geo.notices()]).toEqual([
    { source: 'database', builtAt: '2026-11-22T12:00:00.000Z', ageDays: 180 },
    [],
  ])
  clock.now += 1
  expect(geo.state()).toMatchObject({ ageDays: 181 })
  expect(geo.notices()).toEqual([
    'The country database of 2026-11-22 is 181 days old. Set GEO_DATABASE to a newer one.',
  ])
})

const basicAuth = { userVariable: 'GEO_USER', passwordVariable: 'GEO_PASSWORD' }

test('an upstream is asked with basic auth, for addresses outside only', async () => {
  const service = await startReceiver((response) =>
    response
      .setHeader('content-type', 'application/json')
      .end('{"country":null,"registered_country":{"iso_code":"gb"}}'),
  )
  const upstream = { upstream: service.url.replace('/hook', '/geo/'), basicAuth }
  const { geo } = await open({ upstream, env: { GEO_USER: 'portal', GEO_PASSWORD: 'pässwort' } })
  expect(await geo.lookUp('::ffff:8.8.8.8')).toEqual({
    kind: 'countries',
    countries: { country: null, registered_country: { iso_code: 'GB' } },
  })
  await geo.lookUp('2A00::1%eth0')
  await geo.lookUp('10.0.0.1')
  await geo.lookUp('me')
  expect(service.received.map(({ path }) => path)).toEqual(['/geo/8.8.8.8', '/geo/2A00::1'])
  expect(service.received[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('portal:pässwort').toString('base64')}`,
    accept: 'application/json',
  })
  expect([geo.state(), geo.notices()]).toEqual([{ source: 'upstream' }, []])
})

test('an upstream without its secrets is not asked, and says what it lacks', async () => {
  const service = await startReceiver(answerWith(200))
  const { geo } = await open({ upstream: { upstream: service.url, basicAuth }, env: { GEO_USER: 'portal' } })
  expect(await geo.lookUp('8.8.8.8')).toEqual({ kind: 'failed', reason: 'Its user or password is not set.' })
  expect(service.received).toEqual([])
  expect(geo.notices()).toEqual(['GEO_PASSWORD is not set, so countries cannot be looked up.'])
})

const other = 'Its response contains no countries.'

test.each([
  ['an error', 'It responded with 500.', { status: 500, body: '{"country":{"iso_code":"ES"}}' }],
  ['a redirect', 'It responded with 302.', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['no authorisation', 'It responded with 401.', { status: 401 }],
  ['nothing', other, { body: '' }],
  ['a page', other, { body: '<!doctype html><title>Sign in</title>' }],
  ['half an answer', other, { body: '{"country":{"iso_code":"E' }],
  ['a list', other, { body: '[{"country":{"iso_code":"ES"}}]' }],
  ['another object', other, { body: '{"error":"quota exceeded"}' }],
  ['a country that is none', other, { body: '{"country":{"iso_code":"<script>"}}' }],
  ['a country in another shape', other, { body: '{"country":"ES"}' }],
  ['too much', 'The reply is larger than 16384 bytes.', { body: `{"country":null,"more":"${'x'.repeat(20_000)}"}` }],
])(
  'an upstream that answers %s has failed',
  async (_, reason, {
    status = 200,
    body = '',
    headers = {},
  }: {
    status?: number
    body?: string
    headers?: Record<string, string>
  }) => {
    const service = await startReceiver((response) => response.writeHead(status, headers).end(body))
    const { geo } = await open({ upstream: { upstream: service.url } })
    expect(await geo.lookUp('8.8.8.8')).toEqual({ kind: 'failed', reason })
    expect(service.received).toHaveLength(1)
    expect(geo.notices()).toEqual([`The country look-up service does not respond: ${reason}`])
  },
)

test('an upstream that hangs, drips or is away fails within seconds, and not many wait for it', async () => {
  const hanging = await startReceiver(() => {})
  const { geo } = await open({ upstream: { upstream: hanging.url } })
  const began = Date.now()
  const answers = await Promise.all(Array.from({ length: 100 }, () => geo.lookUp('8.8.8.8')))
  expect(Date.now() - began).toBeLessThan(20_000)
  const reasons = Map.groupBy(answers, (answer) => (answer.kind === 'failed' ? answer.reason : answer.kind))
  expect([...reasons].map(([reason, all]) => [reason, all.length])).toEqual([
    ['No response within 2 s.', 64],
    ['64 requests are already waiting for it.', 36],
  ])
  const dripping = await startReceiver((response) => {
    response.write('{"country":')
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  })
  const ends = ['http://127.0.0.1:1', dripping.url, 'http://10.0.0.1', 'http://localhost.invalid']
  const outcomes = await Promise.all(
    ends.map(async (url) => (await open({ upstream: { upstream: url } })).geo.lookUp('8.8.8.8')),
  )
  expect(outcomes).toEqual([
    { kind: 'failed', reason: 'The connection failed (ECONNREFUSED).' },
    { kind: 'failed', reason: 'No response within 2 s.' },
    { kind: 'failed', reason: expect.stringContaining('not a public address') },
    { kind: 'failed', reason: expect.stringMatching(/connection failed|No answer/) },
  ])
})
