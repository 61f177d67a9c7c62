import { expect, test } from 'vitest'
import { keyAt } from '#engine/catalog/portal/page-key.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'
import { mintKey } from './submission-keys.ts'

async function leads(storage: Storage): Promise<unknown[]> {
  const sql = 'SELECT reason, detail FROM routings ORDER BY lead_id'
  const [rows = []] = await storage.atomic([{ sql, parameters: [] }])
  return rows.map(({ reason, detail }) => `${reason}: ${detail}`)
}

test('what fills the hidden field, or is faster than anybody reads, is stored and delivered to nobody', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const page = 'home-insurance'
  expect((await submit(origin, { context: { page, trap: 'https://spam.example' } })).status).toBe(201)
  expect((await submit(origin, { context: { page }, key: `${mintKey(Date.now())}-1` })).status).toBe(201)
  expect(await leads(storage)).toEqual([
    'suspicious: The field that people do not see was filled.',
    expect.stringMatching(/^suspicious: The form was sent \d+ ms after the page was shown\.$/),
  ])
  const [rows] = await storage.atomic([{ sql: 'SELECT id FROM deliveries', parameters: [] }])
  expect(rows).toEqual([])
  // Filled in a second after it was read for three: that is what password managers do, whatever the visitor's clock says.
  const key = () => mintKey(Date.now() - 500)
  expect((await submit(origin, { context: { page, elapsed: 4000 }, key: key() })).status).toBe(201)
  expect((await submit(origin, { context: { page, elapsed: 1999 }, key: mintKey(0) })).status).toBe(201)
  expect((await leads(storage)).slice(2)).toEqual([
    'taken: It takes such leads.',
    'suspicious: The form was sent 1999 ms after the page was shown.',
  ])
  // A minute later, without a key, with one of another make, or from no page: nothing is suspected.
  expect((await submit(origin, { context: { page }, key: `${mintKey(Date.now() - 60_000)}-1` })).status).toBe(201)
  expect((await submit(origin, { context: { page } })).status).toBe(201)
  expect((await submit(origin, { context: { page }, key: 'order-4711' })).status).toBe(201)
  expect((await submit(origin, { key: keyAt(Date.now(), '0'.repeat(32)) })).status).toBe(201)
  expect((await leads(storage)).slice(4)).toEqual(Array(4).fill('taken: It takes such leads.'))
})

test('a form that is sent as it came from the cache is one lead for ten minutes, however often', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const post = async (changes: Record<string, string> = {}) => {
    const body = formBody(changes)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const address = `${origin}/insurance/home-insurance?step=contact`
    return (await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status
  }
  expect(await Promise.all([post(), post()])).toEqual([303, 303])
  expect(await post()).toBe(303)
  expect(await leads(storage)).toHaveLength(1)
  expect(await post({ 'root[firstName]': 'Grace' })).toBe(303)
  expect(await leads(storage)).toHaveLength(2)
  // Eleven minutes later it is another visit.
  await storage.atomic([{ sql: "UPDATE leads SET received_at = '2026-01-01T00:00:00.000Z'", parameters: [] }])
  await storage.atomic([{ sql: "UPDATE leads SET idempotency_key = idempotency_key || ' long ago'", parameters: [] }])
  expect(await post()).toBe(303)
  expect(await leads(storage)).toHaveLength(3)
  expect(await post({ website: 'https://spam.example' })).toBe(303)
})
