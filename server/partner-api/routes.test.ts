import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { rateLimits } from '../http/limits.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { createKey } from './keys.ts'
import { partnerRoutes } from './routes.ts'

const now = () => Date.parse('2026-11-20T10:00:00Z')

/** An app with three leads for acme; `get` asks with acme's key unless told otherwise. */
async function startApp() {
  const storage = await temporaryStorage()
  for (const number of [1, 2, 3]) {
    await storeLead(storage, sampleLead({ deliveries: [sampleDelivery('acme', 'pull', { number })] }))
  }
  const { key } = await createKey(storage, 'acme', now)
  const app: FastifyInstance = Fastify()
  onTestFinished(() => app.close())
  const { reads: limit } = await rateLimits(app, null)
  const { site } = await repositorySite().then((site) => ({ site: () => site }))
  await app.register(partnerRoutes, { site, storage, now, limit, onOffers: () => {} })
  const { key: other } = await createKey(storage, 'acme', now)
  const get = (query = '', authorization = `Bearer ${key}`, headers: Record<string, string> = {}) =>
    app.inject({
      url: `/api/v1/leads${query}`,
      headers: { ...headers, ...(authorization !== '' && { authorization }) },
    })
  return { get, key, other, storage }
}

test('a partner follows the cursor through its leads', async () => {
  const { get } = await startApp()
  const first = await get('?limit=2')
  expect(first.statusCode).toBe(200)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.json().leads).toEqual([{ number: 1 }, { number: 2 }])
  const second = await get(`?after=${first.json().next}`)
  expect(second.json().leads).toEqual([{ number: 3 }])
  const third = await get(`?after=${second.json().next}`)
  expect(third.json()).toEqual({ leads: [], next: second.json().next })
})

test('a table, when one is asked for; the cursor is in the header', async () => {
  const { get, key } = await startApp()
  const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' }
  const reply = await get('?limit=2', '', headers)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.body).toBe('number\r\n1\r\n2\r\n')
  expect(reply.headers.link).toBe(`</api/v1/leads?after=${(await get('?limit=2')).json().next}&limit=2>; rel="next"`)
})

test('a key that asks too often has to wait, and no other key with it', async () => {
  const { get, other } = await startApp()
  for (let count = 0; count < 600; count++) expect((await get('?limit=1')).statusCode).toBe(200)
  const refused = await get('?limit=1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await get('?limit=1', `Bearer ${other}`)).statusCode).toBe(200)
})

test('made-up keys are refused before storage is asked, once there were many from one address', async () => {
  const { get, storage } = await startApp()
  let calls = 0
  const { read } = storage
  storage.read = (statements) => {
    calls += 1
    return read(statements)
  }
  const madeUp = (number: number) => `Bearer lw_${number.toString(16).padStart(16, '0')}_${'a'.repeat(43)}`
  const statuses = new Map<number, number>()
  for (let count = 0; count < 3100; count += 100) {
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => get('', madeUp(count + n))))
    for (const { statusCode } of replies) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 3000, 429: 100 })
  expect(calls).toBe(3000)
})

test('the scheme may be written in any case', async () => {
  const { get, key } = await startApp()
  expect((await get('', `bearer ${key}`)).statusCode).toBe(200)
})

test.each(['', 'Bearer', 'Bearer lw_wrong', 'Basic YTpi', `Bearer lw_0123456789abcdef_${'a'.repeat(43)}`])(
  'without a good key (%s) the answer is 401',
  async (authorization) => {
    const { get } = await startApp()
    const answer = await get('', authorization)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Bearer',
      'content-type': expect.stringContaining('application/problem+json'),
      'cache-control': 'no-store',
    })
    expect(answer.json()).toMatchObject({ status: 401, title: 'Unauthorized' })
  },
)

test.each(['?limit=0', '?limit=501', '?limit=x', '?limit=-1', '?limit=1.5', '?limit=', '?limit=1&limit=2'])(
  '%s is refused with the range',
  async (query) => {
    const { get } = await startApp()
    const answer = await get(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('from 1 to 500')
  },
)

test.each(['?after=1', '?after=!!!', '?after=a&after=b', '?after=djI6MQ'])(
  '%s is refused as no cursor',
  async (query) => {
    const { get } = await startApp()
    const answer = await get(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('"next"')
  },
)
