import { expect, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { firstTry } from './first-try.ts'

/** A lead on its way to the provider, whose delivery stands as told. */
async function standing(change: string): Promise<boolean | null> {
  const storage = await temporaryStorage()
  const lead = sampleLead({
    deliveries: [{ partner: 'mailing', delivery: 'provider', kind: 'data-delivery', payload: '{}' }],
  })
  await storeLead(storage, lead)
  await storage.atomic([{ sql: `UPDATE deliveries SET ${change}`, parameters: [] }])
  return firstTry(storage, lead.id)
}

test('a page waits for the first try and no longer, also where it waits for a key', async () => {
  expect(await standing("state = 'delivered'")).toBe(true)
  expect(await standing("attempts = 1, last_error = 'The partner answered 500.'")).toBe(false)
  expect(await standing("attempts = 0, last_error = 'The variable KEY is not set.'")).toBe(false)
  expect(await standing("state = 'dead', attempts = 1, last_error = 'The partner answered 410 (Gone).'")).toBe(false)
  expect(await firstTry(await temporaryStorage(), 'a lead that goes to no provider')).toBeNull()
})

test('a try that is under way is waited for', async () => {
  const begun = performance.now()
  expect(await standing('attempts = 1, lease_until = 1')).toBe(false)
  expect(performance.now() - begun).toBeGreaterThan(9000)
})
