import { expect, test } from 'vitest'
import { createOutbound } from '../outbound/outbound.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { openGeo } from './geo.ts'

const usa = { country: { iso_code: 'US' }, registered_country: null }
const unknown = { country: null, registered_country: null }

test('countries of addresses, one’s own address, and how often one may ask', async () => {
  const { app } = await appOn(await temporaryStorage(), undefined, {
    env: { TRUST_PROXY: '127.0.0.1/32', RATE_LIMIT: '3' },
  })
  const ask = async (url: string, from = '198.51.100.1') => {
    const reply = await app.inject({ url, headers: { 'x-forwarded-for': from } })
    expect(reply.headers['cache-control'], url).toBe('no-store')
    return reply
  }
  const answers = async (...asked: [url: string, from?: string][]) =>
    Promise.all(asked.map(async ([url, from]) => (await ask(url, from)).json()))

  // Behind a proxy, the visitor's and never the proxy's.
  expect(await answers(['/geo/8.8.8.8'], ['/geo/me', '8.8.8.8'], ['/geo/me', '8.8.8.8:51000'])).toEqual([usa, usa, usa])
  expect(await answers(['/geo/me', '1.1.1.1, 8.8.8.8'], ['/geo/me', '[2001:4860:4860::8888]:443'])).toEqual([usa, usa])
  expect(await answers(['/geo/192.168.1.1'], ['/geo/me', 'nonsense'], ['/geo/fe80::1%25eth0'])).toEqual([
    unknown,
    unknown,
    unknown,
  ])
  expect(await answers(['/myipaddress', '8.8.8.8'], ['/myipaddress', '[2a00::1]:443'], ['/myipaddress', 'x'])).toEqual([
    { ip: '8.8.8.8' },
    { ip: '2a00::1' },
    { ip: '127.0.0.1' },
  ])
  // Who is not behind the proxy is not believed.
  const direct = { url: '/myipaddress', remoteAddress: '203.0.113.5', headers: { 'x-forwarded-for': '8.8.8.8' } }
  expect((await app.inject(direct)).json()).toEqual({ ip: '203.0.113.5' })

  for (const wrong of ['/geo/', '/geo/x', '/geo/8.8.8', '/geo/8.8.8.8/24', '/geo/ME', `/geo/${'1'.repeat(5000)}`]) {
    const reply = await ask(wrong)
    expect([reply.statusCode, reply.headers['content-type']], wrong).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
    ])
    expect(reply.json()).toEqual({
      ...{ type: 'about:blank', title: 'Bad Request', status: 400, code: 'not-an-ip-address' },
      detail: 'This is not an IP address. Send an IP address, or me for your own.',
    })
  }
  for (const [wrong, status] of [
    ['/geo/%zz', 400],
    ['/geo', 404],
    ['/myipaddress/x', 404],
  ] as const) {
    const reply = await app.inject(wrong)
    expect([reply.statusCode, reply.headers['content-type']], wrong).toEqual([
      status,
      wrong.startsWith('/geo')
        ? expect.stringContaining('application/problem+json')
        : expect.stringContaining('text/html'),
    ])
  }
  expect((await app.inject({ url: '/geo/8.8.8.8', method: 'POST' })).statusCode).toBe(404)

  const statuses = []
  for (let count = 0; count < 32; count++) statuses.push((await ask('/geo/8.8.8.8', '2a02::1')).statusCode)
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
  const refused = await ask('/myipaddress', '2a02::ffff')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await ask('/myipaddress', '2a02:0:0:1::1')).statusCode).toBe(200)

  expect((await app.inject('/readyz')).json()).toMatchObject({
    geo: { source: 'database', builtAt: expect.any(String), ageDays: expect.any(Number) },
  })
  const metrics = (await app.inject('/metrics')).body
  expect(metrics).toMatch(/leadwright_geo_lookups_total\{source="database",outcome="none"\} 6/)
  expect(metrics).toMatch(/leadwright_geo_database_built_timestamp_seconds 1\d{9}$/m)
  expect(metrics).not.toContain('8.8.8.8')
})

test('an upstream that fails is 502, and a notice', async () => {
  const service = await startReceiver(answerWith(503))
  const outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  const secret = () => undefined
  const upstream = () => ({ upstream: service.url })
  const geo = await openGeo({ geoDatabase: null, secret }, { upstream, outbound, now: Date.now })
  const { app } = await appOn(await temporaryStorage(), () => ({ geo, notices: geo.notices }))
  const reply = await app.inject('/geo/8.8.8.8')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    502,
    expect.stringContaining('application/problem+json'),
  ])
  expect(reply.headers['cache-control']).toBe('no-store')
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toMatchObject([
    200,
    {
      notices: ['The country look-up service does not respond: It responded with 503.'],
      geo: { source: 'upstream' },
    },
  ])
  await outbound.close()
})
