import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { contentHash } from '../../engine/node/validators.ts'
import { routeLead } from '../distribution/new-lead.ts'
import { runRetention } from '../privacy/retention.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { keyOldContacts } from './contact-hashes.ts'
import { eraseLeads } from './erase.ts'
import { storeLead } from './store-lead.ts'
import { sampleLead } from './testing/sample-lead.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-20T10:00:00Z')
const phone = '+442079460018'

const partner = (changes: Partial<PartnerDefinition>): PartnerDefinition => ({
  name: 'x',
  filters: [{ form: 'home-insurance' }],
  deliveries: { feed: { kind: 'pull' } },
  ...changes,
})

async function rows(storage: Storage, table: string): Promise<Row[]> {
  const [found = []] = await storage.atomic([{ sql: `SELECT * FROM ${table}`, parameters: [] }])
  return found
}

/** @returns the partners that took it */
async function take(storage: Storage, partners: Record<string, PartnerDefinition>, moment: number, id = v7()) {
  const lead = sampleLead({ id, receivedAt: new Date(moment).toISOString() })
  const routed = { ...lead, suspicion: null, answers: {}, receivedAt: moment }
  const routing = await routeLead(storage, partners, routed, [phone], await openSecretKey(storage, null))
  await storeLead(storage, { ...lead, routing })
  return routing.decisions.filter(({ taken }) => taken).map(({ partner: taker }) => taker)
}

test('who has the database without its key cannot find a phone number by trying', async () => {
  const storage = await temporaryStorage()
  await take(storage, { acme: partner({ duplicateDays: 30 }) }, now)
  const [row] = await rows(storage, 'partner_contacts')
  const unkeyed = contentHash(phone)
  expect(row?.contact).not.toBe(unkeyed)
  const foreign = await openSecretKey(storage, 'another key, of another installation')
  expect(row?.contact).not.toBe(foreign('contact of a partner', unkeyed))
  expect(String(row?.contact)).toMatch(/^[\w-]{43}$/)
})

test('hashes that an earlier version kept without a key get one, and still count', async () => {
  const storage = await temporaryStorage()
  const partners = { acme: partner({ duplicateDays: 30 }) }
  const old = (contact: string, lead: string) => ({
    sql: 'INSERT INTO partner_contacts (partner, contact, lead_id, seen_at) VALUES (?, ?, ?, ?)',
    parameters: ['acme', contentHash(contact), lead, now - day],
  })
  await storage.atomic([
    old(phone, 'a'),
    old(phone, 'b'),
    ...Array.from({ length: 1200 }, (_, n) => old(`${n}`, `${n}`)),
  ])
  const hash = await openSecretKey(storage, null)
  expect(await keyOldContacts(storage, hash)).toBe(1202)
  expect(await keyOldContacts(storage, hash)).toBe(0)
  expect(JSON.stringify(await rows(storage, 'partner_contacts'))).not.toContain(contentHash(phone))
  expect(await take(storage, partners, now)).toEqual([])
})

test('contacts and days are forgotten when nothing counts them any more', async () => {
  const storage = await temporaryStorage()
  const partners = { acme: partner({ duplicateDays: 30, dailyCap: 5 }), other: partner({ duplicateDays: 100 }) }
  await take(storage, { ...partners, gone: partner({ duplicateDays: 200 }) }, now - 60 * day)
  await runRetention(storage, { retention: new Map(), partners }, now - 60 * day)
  expect(await rows(storage, 'partner_contacts')).toHaveLength(3)
  expect(await rows(storage, 'partner_days')).toHaveLength(1)
  const later = async (moment: number) => {
    await runRetention(storage, { retention: new Map(), partners }, moment, { isOrdered: true })
    return (await rows(storage, 'partner_contacts')).map(({ partner: whose }) => whose).sort()
  }
  expect(await later(now)).toEqual(['gone', 'other'])
  expect(await rows(storage, 'partner_days')).toEqual([])
  expect(await later(now + 41 * day)).toEqual(['gone'])
  // Whose definition is away for a while may come back.
  expect(await later(now + 306 * day)).toEqual([])
})

test('what a lead left with partners goes with it, and the person may come again', async () => {
  const storage = await temporaryStorage()
  const partners = { acme: partner({ duplicateDays: 30 }) }
  const id = v7()
  expect(await take(storage, partners, now, id)).toEqual(['acme'])
  expect(await take(storage, partners, now + day)).toEqual([])
  await eraseLeads(storage, [id], now)
  expect(await rows(storage, 'partner_contacts')).toEqual([])
  expect(await take(storage, partners, now + day)).toEqual(['acme'])
})

test('a contact that came while the clock stood two years ahead does not count until then', async () => {
  const storage = await temporaryStorage()
  const partners = { acme: partner({ duplicateDays: 30 }) }
  expect(await take(storage, partners, now + 730 * day)).toEqual(['acme'])
  expect(await take(storage, partners, now)).toEqual(['acme'])
  expect(await take(storage, partners, now + day)).toEqual([])
})
