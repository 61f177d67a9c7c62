import { expect, test } from 'vitest'
import { keyAt } from '../../engine/site/page-key.ts'
import { mintKey } from '../leads/store-lead.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'

async function leads(storage: Storage): Promise<unknown[]> {
  const sql = "SELECT reason, detail FROM routings WHERE partner = 'demo' ORDER BY lead_id"
  const [rows = []] = await storage.atomic([{ sql, parameters: [] }])
  return rows.map(({ reason, detail }) => `${reason}: ${detail}`)
}

test('what fills the hidden field, or is faster than a hand, is stored and delivered to nobody', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const page = 'home-insurance'
  expect((await submit(origin, { context: { page, honeypot: 'https://spam.example' } })).status).toBe(201)
  expect((await submit(origin, { context: { page }, key: `${mintKey(Date.now())}-1` })).status).toBe(201)
  expect(await leads(storage)).toEqual([
    'suspicious: The hidden honeypot field was filled in.',
    expect.stringMatching(/^suspicious: The form was sent \d+ ms after the page was shown\.$/),
  ])
  const [rows] = await storage.atomic([{ sql: 'SELECT id FROM deliveries', parameters: [] }])
  expect(rows).toEqual([])
  // A password manager fills it in, and the visitor presses the button at once, whatever the visitor's clock says.
  const key = () => mintKey(Date.now() - 100)
  expect((await submit(origin, { context: { page, timeOnPageMs: 100 }, key: key() })).status).toBe(201)
  expect((await submit(origin, { context: { page, timeOnPageMs: 99 }, key: mintKey(0) })).status).toBe(201)
  expect((await leads(storage)).slice(2)).toEqual([
    'taken: It takes such leads.',
    'suspicious: The form was sent 99 ms after the page was shown.',
  ])
  // A minute later, without a key, with one of another make, or from no page: nothing is suspected.
  expect((await submit(origin, { context: { page }, key: `${mintKey(Date.now() - 60_000)}-1` })).status).toBe(201)
  expect((await submit(origin, { context: { page } })).status).toBe(201)
  expect((await submit(origin, { context: { page }, key: 'order-4711' })).status).toBe(201)
  expect((await submit(origin, { key: keyAt(Date.now(), '0'.repeat(32)) })).status).toBe(201)
  expect((await leads(storage)).slice(4)).toEqual(Array(4).fill('taken: It takes such leads.'))
})

test('a receipt says that a lead is held, as often as it is asked for, and of no other lead', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const page = 'home-insurance'
  const held = async (sent: Parameters<typeof submit>[1]) => {
    const reply = await submit(origin, sent)
    return [reply.status, ((await reply.json()) as { held?: boolean }).held]
  }
  const trapped = { context: { page, honeypot: 'https://spam.example' }, key: mintKey(Date.now() - 60_000) }
  expect(await held(trapped)).toEqual([201, true])
  expect(await held(trapped)).toEqual([200, true])
  // It is the same lead, which is held already, however slowly it is sent again.
  expect(await held({ ...trapped, context: { page } })).toEqual([200, true])
  const quick = { context: { page, timeOnPageMs: 700 }, key: mintKey(Date.now() - 700) }
  expect(await held(quick)).toEqual([201, undefined])
  expect(await held(quick)).toEqual([200, undefined])
})

test('how soon is too soon is a setting of the site', async () => {
  const storage = await temporaryStorage()
  let minMilliseconds = 2000
  const { origin } = await appOn(storage, ({ live }) => ({
    live: {
      ...live,
      current: () => ({
        ...live.current(),
        definition: { ...live.current().definition, antiSpam: { minMilliseconds } },
      }),
    },
  }))
  const elapsed = (ms: number) =>
    submit(origin, { context: { page: 'home-insurance', timeOnPageMs: ms }, key: mintKey(Date.now()) })
  await elapsed(1999)
  minMilliseconds = 0
  await elapsed(0)
  expect((await leads(storage)).map((text) => String(text).split(':')[0])).toEqual(['suspicious', 'taken'])
})

test('a form that is sent as it came from the cache is one lead for ten minutes, however often', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const post = async (changes: Record<string, string> = {}) => {
    const body = formBody(changes)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const address = `${origin}/insurance/home-insurance?step=contact-2`
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

test('keys of the version before are read, and the reply names those of today', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const context = { page: 'home-insurance', trap: 'https://spam.example', elapsed: 5000 }
  const { status, headers } = await submit(origin, { context })
  expect(status).toBe(201)
  expect(headers.get('warning')).toBe(
    '299 - "context.trap is now called context.honeypot. context.elapsed is now called context.timeOnPageMs. The next version accepts only the new name."',
  )
  expect(await leads(storage)).toEqual(['suspicious: The hidden honeypot field was filled in.'])
})
