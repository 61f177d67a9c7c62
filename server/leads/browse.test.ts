import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { type BrowseQuery, browseLeads, browseStatements, distinct } from './list-leads.ts'
import { storeLead } from './store-lead.ts'
import { sampleLead } from './testing/sample-lead.ts'

const limit = 50

/** Each filter with the index that it is looked up by, on SQLite and PostgreSQL. */
const filters: readonly [name: string, query: Partial<BrowseQuery>, index: RegExp][] = [
  ['form', { form: 'pets' }, /leads_of_form/],
  ['language', { locale: 'de' }, /leads_of_locale/],
  ['brand', { brand: 'main' }, /leads_of_brand/],
  ['partner', { partner: 'acme' }, /routings_of_partner/],
  ['suspicious', { state: 'awaitingReview' }, /leads_suspicious/],
  ['erased', { state: 'erased' }, /leads_erased/],
  ['unconfirmed', { state: 'unconfirmed' }, /subscriptions_by_state/],
  ['expired', { state: 'expired' }, /subscriptions_by_state/],
  ['time', { from: 1, to: Date.parse('2026-11-20') }, /leads_pkey|sqlite_autoindex_leads_1/],
  ['contacts', { contacts: ['a', 'b'] }, /lead_contacts/],
  ['partner and form', { partner: 'acme', form: 'pets' }, /routings_of_partner/],
  ['form and brand', { form: 'pets', brand: 'main' }, /leads_of_form/],
]

test.each(filters)('the filter %s is looked up by an index, from its end', async (_, query, index) => {
  const storage = await temporaryStorage()
  const isSqlite = storage.engine === 'sqlite'
  const pages = [{}, { before: v7() }].map((page) => browseStatements({ ...query, ...page, limit }))
  for (const { sql, parameters } of pages.flatMap(({ ids, newest, last }) => [ids, newest, last(v7())])) {
    const explain = { sql: `EXPLAIN ${isSqlite ? 'QUERY PLAN ' : ''}${sql}`, parameters }
    // So few rows PostgreSQL would read whole.
    const results = await storage.atomic([
      ...(isSqlite ? [] : [{ sql: 'SET LOCAL enable_seqscan = off', parameters: [] }]),
      ...(isSqlite ? [] : [{ sql: 'SET LOCAL enable_bitmapscan = off', parameters: [] }]),
      explain,
    ])
    const plan = (results.at(-1) ?? []).map((row) => String(row.detail ?? row['QUERY PLAN']))
    expect(plan.join('\n')).toMatch(index)
    // An automatic index is one of candidates, for a look at all leads. One index has but the leads that are looked for.
    const whole = /^SCAN (?!candidates|leads USING INDEX leads_(?:suspicious|erased))|AUTOMATIC|Seq Scan/
    expect(plan.filter((line) => whole.test(line.trim()))).toEqual([])
  }
})

test('what a list can be narrowed down to is read step by step in an index', async () => {
  const storage = await temporaryStorage()
  if (storage.engine !== 'sqlite') return
  for (const name of ['form', 'locale', 'brand'] as const) {
    const results = await storage.read([{ sql: `EXPLAIN QUERY PLAN ${distinct(name)}`, parameters: [] }])
    expect(results.flat().filter(({ detail }) => String(detail).includes(`leads_of_${name}`))).toHaveLength(2)
  }
})

test('where hardly a lead fits, a page ends after a while, and the next one goes on', async () => {
  const storage = await temporaryStorage()
  const first = sampleLead({ form: 'rare', locale: 'de' })
  await storeLead(storage, first)
  for (let at = 0; at < 11; at++)
    await Promise.all(
      Array.from({ length: 500 }, () => storeLead(storage, sampleLead({ form: 'often', locale: 'de' }))),
    )
  const query = { locale: 'de', state: 'active' as const, limit }
  let [pages, seen] = [0, 0]
  for (let before: string | undefined; ; ) {
    const { leads, next } = await browseLeads(storage, { ...query, form: 'rare', ...(before && { before }) })
    pages++
    seen += leads.length
    if (next === null) break
    before = next
  }
  expect([pages, seen]).toEqual([1, 1])
  const unconfirmed = await browseLeads(storage, { limit, brand: 'none', form: 'often' })
  expect(unconfirmed.leads).toEqual([])
  expect(unconfirmed.next).not.toBeNull()
  const rest = await browseLeads(storage, { limit, brand: 'none', form: 'often', before: unconfirmed.next ?? '' })
  expect(rest).toEqual({ leads: [], next: null })
})
