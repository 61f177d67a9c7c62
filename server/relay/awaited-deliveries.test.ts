import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { openAwaitedDeliveries } from './relay.ts'
import { startBench } from './testing/relay-bench.ts'

const deliveries = [
  { partner: 'mailing', delivery: 'provider', kind: 'data-delivery', payload: '{"body":{}}' } as const,
]

/** A lead on its way to the provider, whose delivery stands as told. */
async function standing(change: string): Promise<boolean | null> {
  const storage = await temporaryStorage()
  const lead = sampleLead({ deliveries: [...deliveries] })
  await storeLead(storage, lead)
  await storage.atomic([{ sql: `UPDATE deliveries SET ${change}`, parameters: [] }])
  return openAwaitedDeliveries(storage).ofLead(lead.id)
}

test('a page waits for the first try and no longer, also where it waits for a key', async () => {
  expect(await standing("state = 'delivered'")).toBe(true)
  expect(await standing("attempts = 1, last_error = 'The partner responded with 500.'")).toBe(false)
  expect(await standing("attempts = 0, last_error = 'The variable KEY is not set.'")).toBe(false)
  expect(await standing("state = 'dead', attempts = 1, last_error = 'The partner responded with 410 (Gone).'")).toBe(
    false,
  )
  expect(await openAwaitedDeliveries(await temporaryStorage()).ofLead('a lead that goes to no provider')).toBeNull()
})

test('a try that is under way is waited for', async () => {
  const begun = performance.now()
  expect(await standing('attempts = 1, lease_until = 1')).toBe(false)
  expect(performance.now() - begun).toBeGreaterThan(9000)
})

/** Longer than anybody waits: what is heard in time was not found by looking. */
const never = 60_000

/** Partners with a provider that answers so, one after the other. */
async function providerThat(...statuses: number[]): Promise<() => Record<string, PartnerDefinition>> {
  const receiver = await startReceiver((response, count) => answerWith(statuses[count - 1] ?? 200)(response))
  const url = receiver.url.replace('/hook', '')
  const provider = { kind: 'data-delivery', url, keyVariables: { default: 'SECRET' }, partnerId: '7' } as const
  return () => ({ mailing: { name: 'mailing', filters: [{ form: 'x' }], deliveries: { provider } } })
}

async function storeOne(storage: Storage): Promise<string> {
  const lead = sampleLead({ receivedAt: new Date().toISOString(), deliveries: [...deliveries] })
  await storeLead(storage, lead)
  return lead.id
}

test('the relay of this process says at once how a try went', async () => {
  const storage = await temporaryStorage()
  const awaitedDeliveries = openAwaitedDeliveries(storage, { lookMs: never })
  const partners = await providerThat(200, 500)
  const { relay } = await startBench({}, { storage, awaitedDeliveries, partners, now: Date.now, pollMs: never })
  for (const isDelivered of [true, false]) {
    const begun = performance.now()
    const outcome = awaitedDeliveries.ofLead(await storeOne(storage))
    relay.wake()
    expect(await outcome).toBe(isDelivered)
    expect(performance.now() - begun).toBeLessThan(9000)
  }
})

test('what the relay of another process did is heard of', async () => {
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  const heard: (string | null)[] = []
  // Without notifications it is seen when one looks.
  const awaitedDeliveries = openAwaitedDeliveries(ours, ours.engine === 'postgres' ? { lookMs: never } : {})
  ours.listen((tried) => {
    heard.push(tried)
    if (tried !== null) awaitedDeliveries.look(tried)
  })
  theirs.listen(() => {})
  if (ours.engine === 'postgres')
    await eventually(() => {
      theirs.notify('hello')
      expect(heard).toContain('hello')
    })
  await startBench({}, { storage: theirs, partners: await providerThat(200, 500), now: Date.now })
  for (const isDelivered of [true, false]) {
    const begun = performance.now()
    expect(await awaitedDeliveries.ofLead(await storeOne(ours))).toBe(isDelivered)
    expect(performance.now() - begun).toBeLessThan(9000)
  }
})

test('offers that are computed here are waited for until they are stored, and for a second at most', async () => {
  const storage = await temporaryStorage()
  const waited = async (lead: string) => {
    const begun = performance.now()
    await openAwaitedDeliveries(storage).ofOffers(lead)
    return performance.now() - begun
  }
  const tariff = { partner: 'acme', delivery: 'tariff', kind: 'tariff', payload: '{}' } as const
  const lead = sampleLead({ deliveries: [tariff] })
  await storeLead(storage, lead)
  // The first look takes longer than those that follow.
  await waited('a lead that no tariff is for')
  const longest = await waited(lead.id)
  expect(longest).toBeGreaterThan(900)
  expect(await waited('a lead that no tariff is for')).toBeLessThan(longest)
  await storage.atomic([{ sql: "UPDATE deliveries SET state = 'delivered'", parameters: [] }])
  expect(await waited(lead.id)).toBeLessThan(longest)
})
