import { dirname, join } from 'node:path'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { openErasures } from '../privacy/erasures.ts'
import { runRetention } from '../privacy/retention.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { storeLead } from './store-lead.ts'
import { sampleLead, standaloneMail } from './testing/sample-lead.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000

async function enqueue(storage: Storage, to: string, at = now): Promise<void> {
  const letter = { from: 'portal@example.com', to, subject: 'Hello', text: 'Dear visitor' }
  await storage.atomic(standaloneMail(v7({ msecs: at }), letter, at))
}

/** To whom there are mails still, and how those stand that are erased. */
async function left(storage: Storage) {
  const [rows = []] = await storage.atomic([{ sql: 'SELECT state, payload FROM deliveries', parameters: [] }])
  return rows.map(({ state, payload }) => (payload === '' ? state : JSON.parse(String(payload)).to)).sort()
}

async function erasuresOn(storage: Storage, list: string) {
  return openErasures(storage, await openSecretKey(storage, 'a-key-of-the-environment-00000000'), list)
}

test('a mail that belongs to no lead is erased with its address, also where an older copy brings it back', async () => {
  const storage = await temporaryStorage()
  const list = join(dirname(await temporaryFile()), 'erasures')
  for (const to of ['Ada@example.com', 'grace@example.com', 'ada@example.com']) await enqueue(storage, to)
  const lead = sampleLead({ answers: { email: 'ada@example.com' } })
  await storeLead(storage, lead)
  const erased = await (await erasuresOn(storage, list)).email(' ada@example.com', now + 1)
  expect([erased[0], erased.length]).toEqual([lead.id, 3])
  expect(await left(storage)).toEqual(['erased', 'erased', 'grace@example.com'])

  const old = await temporaryStorage()
  await enqueue(old, 'ada@example.com', now)
  // Who came again since then is here of their own will.
  await enqueue(old, 'ada@example.com', now + day)
  await (await erasuresOn(old, list)).renew()
  expect(await left(old)).toEqual(['ada@example.com', 'erased'])
})

test('a mail that belongs to no lead is kept for thirty days', async () => {
  const storage = await temporaryStorage()
  for (const [to, age] of [
    ['old@example.com', 31],
    ['new@example.com', 29],
  ] as const)
    await enqueue(storage, to, now - age * day)
  expect(await runRetention(storage, { retention: new Map(), partners: {} }, now)).toEqual({ ok: true, erased: 0 })
  expect(await left(storage)).toEqual(['erased', 'new@example.com'])
})
