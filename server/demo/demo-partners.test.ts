// What the sample partners answer, read as the definitions of these partners have it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repaymentOf } from '#engine/form/values'
import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { isFictionalPhone } from '../../engine/form/values/formats.ts'
import { folders } from '../../engine/node/testing/repository.ts'
import { readOffers } from '../offers/read-offers.ts'
import { demoPartners } from './demo-partners.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']

const home = { type: 'flat', occupancy: 'owner', age: 'over30', features: ['alarm', 'pool'], claims: 'one' }
const energy = { kind: 'both', customer: 'household', bill: 145, people: 3, area: 90, heating: 'gas' }
const loan = { amount: 8000, months: 48, employment: 'permanent', income: 2100 }

const now = Date.parse('2026-11-26T12:00:00Z')

/** The offers of a sample partner, as they would be stored; each stay is as short as possible. */
async function ask(id: string, payload: object) {
  const partner = JSON.parse(
    readFileSync(join(folders.definitions, `partners/${id}.json`), 'utf8'),
  ) as PartnerDefinition
  const { url, offers: asked = {} } = partner.deliveries.quotes as HttpDelivery
  const { host, pathname: path } = new URL(url)
  const partners = demoPartners({ now: () => now, random: () => 0 })
  expect(partners.hosts).toContain(host)
  const reply = await partners.answer({ host, path, body: JSON.stringify(payload) }, AbortSignal.timeout(5000))
  expect(reply.status).toBe(200)
  const read = readOffers(JSON.parse(reply.body), { asked, currency: 'EUR', today: '2026-11-26' })
  expect(read.refused).toEqual([])
  return read.offers
}

const cases = [
  ['sample-insurance-a', home],
  ['sample-insurance-a', { type: 'house', occupancy: 'tenantFurnished', business: true, claims: 'two' }],
  ['sample-energy-a', energy],
  ['sample-energy-a', { kind: 'electricity', bill: 80 }],
  ['sample-energy-a', { kind: 'gas', gasVolume: 1100 }],
  ['sample-energy-a', { kind: 'electricity', heatingKind: 'heatPump', area: 120, people: 0, gas: 0 }],
  ['sample-energy-a', { kind: 'both', customer: 'business', electricity: 9000, gas: 20_000 }],
  ['sample-bank-a', loan],
  [
    'sample-bank-a',
    { plant: 'none', carLoanAmount: 5000, carLoanMonths: 24, secured: true, employment: 'retired', income: 1500 },
  ],
  ['sample-bank-a', { amount: 500, months: 120, employment: 'other' }],
  ['sample-bank-a', { amount: 75_000, months: 6, plant: 'panels', employment: 'official', income: 100_000 }],
] as const

test.each(cases)('%s answers %j in every language with offers that can be shown', async (id, payload) => {
  const answers = await Promise.all(languages.map((language) => ask(id, { ...payload, language })))
  for (const [index, offers] of answers.entries()) {
    expect(offers).toHaveLength(2)
    for (const { price, parts, phone = '', validUntil, rating } of offers) {
      const sum = parts?.reduce((total, { amount }) => total + amount * 100, 0)
      if (sum !== undefined) expect(Math.round(sum)).toBe(Math.round((price?.amount ?? 0) * 100))
      expect(isFictionalPhone(phone)).toBe(true)
      expect(validUntil).toBe('2026-12-26')
      expect(rating?.source).not.toBe(index === 0 ? '' : answers[0]?.[0]?.rating?.source)
    }
    expect(new Set(offers.map(({ id: offer }) => offer)).size).toBe(2)
  }
})

test('prices follow the answers', async () => {
  const lowest = async (id: string, payload: object) => (await ask(id, payload))[0]?.price?.amount ?? 0
  expect(await lowest('sample-insurance-a', { ...home, type: 'house' })).toBeGreaterThan(
    await lowest('sample-insurance-a', home),
  )
  expect(await lowest('sample-energy-a', { ...energy, people: 6 })).toBeGreaterThan(
    await lowest('sample-energy-a', energy),
  )
  // What the bill says is what the offer is near.
  const byBill = await lowest('sample-energy-a', { kind: 'electricity', bill: 120, language: 'de' })
  expect(byBill).toBeGreaterThan(100)
  expect(byBill).toBeLessThan(140)
})

test('the payment and the total of a loan are those of its annual rate', async () => {
  for (const { price, rate, term } of await ask('sample-bank-a', loan)) {
    const { payment, total } = repaymentOf({ cents: 800_000, rate: rate?.apr ?? 0, months: 48 })
    expect([price, rate?.total, term]).toEqual([
      { amount: payment / 100, period: 'month' },
      total / 100,
      { value: 48, unit: 'month' },
    ])
    expect(rate?.nominal).toBeLessThan(rate?.apr ?? 0)
  }
})

test.each([
  ['sample-insurance-a', { ...home, cancelled: true }],
  ['sample-insurance-a', { ...home, claims: 'more' }],
  ['sample-energy-a', { kind: 'electricity', customer: 'business', electricity: 200_000 }],
  ['sample-bank-a', { ...loan, employment: 'jobSearch' }],
  ['sample-bank-a', { ...loan, income: 300 }],
] as const)('%s declines %j', async (id, payload) => {
  expect(await ask(id, payload)).toEqual([])
})

test('a choice is taken, anything else is not found, and a broken-off call ends at once', async () => {
  const { answer, hosts } = demoPartners({ now: () => now, random: () => 1 })
  const [host = ''] = hosts
  const { signal } = new AbortController()
  expect(await answer({ host, path: '/v1/choices', body: '{}' }, signal)).toEqual({ status: 204, body: '' })
  expect(await answer({ host, path: '/', body: '{}' }, signal)).toEqual({ status: 404, body: '' })
  await expect(answer({ host, path: '/v1/quotes', body: '{}' }, AbortSignal.abort())).rejects.toThrow()
})
