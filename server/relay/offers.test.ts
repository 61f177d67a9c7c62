// Replies with offers, and attempts that overlap.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { openResults, resultsOf } from '../offers/offers.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { startBench } from './testing/relay-bench.ts'

const market = { currency: 'GBP', timeZone: 'Europe/London' }

/** A partner that answers each call as told; `count` counts from 1. */
async function startPartner(answer: (response: ServerResponse, count: number) => void) {
  let calls = 0
  const server = createServer(async (request, response) => {
    await text(request)
    calls += 1
    answer(response, calls)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/quotes`
  return { url, calls: () => calls }
}

const offer = (id: string) => ({ id, product: 'Comfort', price: { amount: 10, period: 'month' } })
const offers = (...ids: string[]) => JSON.stringify({ offers: ids.map(offer) })

function partnerAt(url: string, more: object = {}): Record<string, PartnerDefinition> {
  const quotes = { kind: 'http', url, offers: more } as const
  return { acme: { name: 'Acme', filters: [{ form: 'x' }], deliveries: { quotes } } }
}

async function storeAsked(storage: Storage, askedAt: number): Promise<string> {
  const deliveries = [{ partner: 'acme', delivery: 'quotes', kind: 'http', payload: '{}' } as const]
  const lead = sampleLead({ receivedAt: new Date(askedAt).toISOString(), deliveries })
  await storeLead(storage, lead, [], [openResults(lead, { askedAt, seconds: 20, market })])
  return lead.id
}

const idsOf = async (storage: Storage, lead: string) =>
  (await resultsOf(storage, lead))?.offers.map(({ offer: { id } }) => id).sort()

async function deliveriesOf(storage: Storage) {
  const sql = 'SELECT state, attempts, last_error FROM deliveries'
  return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
}

test('an attempt whose lease ran out changes nothing that the next one wrote', async () => {
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  const first = Promise.withResolvers<ServerResponse>()
  const { url, calls } = await startPartner((response, count) => {
    if (count === 1) first.resolve(response)
    else response.end(offers('second'))
  })
  const partners = () => partnerAt(url)
  let now = Date.now()
  const lead = await storeAsked(ours, now)
  await startBench({}, { storage: ours, partners, now: () => now })
  const held = await first.promise
  now += 61_000
  await startBench({}, { storage: theirs, partners, now: () => now })
  await eventually(async () => expect(await idsOf(ours, lead)).toEqual(['second']))
  held.end(offers('first'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(calls()).toBe(2)
  expect(await idsOf(ours, lead)).toEqual(['second'])
  expect(await deliveriesOf(ours)).toEqual([{ state: 'delivered', attempts: 2, last_error: null }])
})

test('what is not shown stands in the log of the delivery, and says nothing of the answer', async () => {
  const bodies = [
    `{"offers":"${'x'.repeat(10_000_000)}"}`,
    '{"offers":[{"product":"ada@example.com","price":{"amount":-1,"period":"month"}}]}',
    'not JSON',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"__proto__":{"offers":[]}}',
  ]
  const { url } = await startPartner((response, count) => response.end(bodies[count - 1]))
  const storage = await temporaryStorage()
  const now = Date.now()
  await startBench({}, { storage, partners: () => partnerAt(url), now: () => now })
  for (const [at] of bodies.entries()) {
    const lead = await storeAsked(storage, now)
    await eventually(async () =>
      expect((await deliveriesOf(storage)).filter(({ state }) => state === 'delivered')).toHaveLength(at + 1),
    )
    expect(await resultsOf(storage, lead)).toMatchObject({ offers: [], revision: 1 })
  }
  const remarks = new Set((await deliveriesOf(storage)).map(({ last_error }) => last_error))
  expect([...remarks].sort()).toEqual([
    'The offer at "/offers/0" is not shown: "price/amount" must be > 0.',
    'The partner responded with 200 and invalid JSON.',
    'The partner responded with 200, and the body exceeds 256 kB or is incomplete.',
    'There is no list of offers at "/offers".',
  ])
})

test('a partner that fails is left alone, also by a second server, and asked again once it is back', async () => {
  let isBack = false
  const { url, calls } = await startPartner((response, count) => {
    response.statusCode = isBack ? 200 : 500
    response.end(offers(`q-${count}`))
  })
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  let now = Date.now()
  const options = { partners: () => partnerAt(url), now: () => now }
  await startBench({}, { storage: ours, ...options })
  await startBench({}, { storage: theirs, ...options })
  for (let count = 0; count < 40; count++) await storeAsked(ours, now)
  // At most what both had under way when the fifth failed.
  await eventually(() => expect(calls()).toBeGreaterThanOrEqual(5))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const failed = calls()
  expect(failed).toBeLessThan(40)
  now += 31_000
  await eventually(() => expect(calls()).toBe(failed + 1))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(calls()).toBe(failed + 1)
  isBack = true
  now += 61_000
  await eventually(async () => {
    now += 2000
    const rows = await deliveriesOf(ours)
    expect(rows.filter(({ state }) => state !== 'delivered')).toEqual([])
  })
  // The clock runs so fast here that a lease may end before its call.
  expect(calls()).toBeGreaterThanOrEqual(failed + 1 + 40)
  expect(calls()).toBeLessThan(failed + 1 + 50)
})

test('more calls than a partner allows are put off, and all are made', async () => {
  const { url, calls } = await startPartner((response) => response.end(offers('a')))
  const storage = await temporaryStorage()
  let now = Date.now()
  const partners = () => partnerAt(url, { perMinute: 30 })
  await startBench({}, { storage, partners, now: () => now })
  for (let count = 0; count < 6; count++) await storeAsked(storage, now)
  await eventually(() => expect(calls()).toBe(1))
  await eventually(async () => {
    now += 2000
    const rows = await deliveriesOf(storage)
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'delivered'))
  })
  expect(calls()).toBe(6)
})
