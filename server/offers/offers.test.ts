// What partners answer, what visitors choose and what ends pages, in any order and at once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGuarded } from '../leads/lifecycle.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { openErasures } from '../privacy/erasures.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryFile, temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import {
  chooseOffer,
  endOldResults,
  endResults,
  leadOfToken,
  markSeen,
  offersReport,
  openResults,
  receiveOffers,
  reopenResults,
  resultsLife,
  resultsOf,
  resultsToken,
  revisionsOf,
  takeOffers,
} from './offers.ts'
import type { StoredOffer } from './read-offers.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const market = { currency: 'GBP', timeZone: 'Europe/London' }
const asked = {}

function offerOf(id: string, amount = 10): StoredOffer {
  return { id, product: 'Comfort', price: { amount, period: 'month' }, currency: 'GBP' }
}

async function openPage(storage: Storage): Promise<string> {
  const lead = sampleLead()
  await storeLead(storage, lead, [], [openResults(lead, { askedAt: now, seconds: 20, market })])
  return lead.id
}

const reply = (lead: string, partner: string, offers: StoredOffer[]) =>
  receiveOffers({ lead, partner, delivery: 'quotes', offers, isWhole: true }, now)

const call = (storage: Storage, lead: string, partner: string, offers: unknown[], at = now) =>
  takeOffers(storage, { lead, partner, delivery: 'quotes', asked, json: { offers } }, at)

const shownOf = async (storage: Storage, lead: string) =>
  (await resultsOf(storage, lead))?.offers.map(({ partner, offer }) => `${partner}/${offer.id}`).sort()

test('a reply has all offers; what came by a call before it stays', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  expect(await call(storage, lead, 'acme', [offerOf('called')])).toEqual({ taken: ['called'], refused: [] })
  await storage.atomic(reply(lead, 'acme', [offerOf('a'), offerOf('b')]))
  await storage.atomic(reply(lead, 'acme', [offerOf('b'), offerOf('c')]))
  await storage.atomic(reply(lead, 'other', []))
  expect(await shownOf(storage, lead)).toEqual(['acme/b', 'acme/c', 'acme/called'])
})

test('a call that repeats itself changes nothing, and one without offers says that the partner declines', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  const revision = async () => (await resultsOf(storage, lead))?.revision
  await call(storage, lead, 'acme', [offerOf('a')], now)
  const before = await revision()
  expect(await call(storage, lead, 'acme', [offerOf('a')], now + 1000)).toEqual({ taken: ['a'], refused: [] })
  expect(await revision()).toBe(before)
  expect(await call(storage, lead, 'acme', [offerOf('a', 11)], now + 2000)).toEqual({ taken: ['a'], refused: [] })
  expect(await revision()).toBe(Number(before) + 1)
  expect(await call(storage, lead, 'other', [], now + 3000)).toEqual({ taken: [], refused: [] })
  expect(await call(storage, lead, 'other', [], now + 4000)).toEqual({ taken: [], refused: [] })
  expect(await resultsOf(storage, lead)).toMatchObject({ declined: ['other'], revision: Number(before) + 2 })
  expect((await offersReport(storage, sampleLead().form, 0)).partners).toMatchObject([
    { partner: 'acme', answered: 1, won: 0 },
  ])
})

test('a lead has no more offers of a partner than anybody compares, and the partner is told', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => offerOf(`o${from + at}`))
  expect((await call(storage, lead, 'acme', ids(0, 15)))?.taken).toHaveLength(15)
  const more = await call(storage, lead, 'acme', ids(10, 25))
  expect(more?.taken).toHaveLength(10)
  expect(more?.refused).toEqual(['The lead has 20 offers of yours already.'])
  expect(await shownOf(storage, lead)).toHaveLength(20)
})

test('what was chosen stays as it was chosen', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  await storage.atomic(reply(lead, 'acme', [offerOf('a'), offerOf('b')]))
  await storage.atomic(chooseOffer({ lead, partner: 'acme', offer: 'a' }, now))
  await storage.atomic(reply(lead, 'acme', []))
  const late = await call(storage, lead, 'acme', [offerOf('a', 99)])
  expect(late).toEqual({ taken: [], refused: ['An offer that the visitor has chosen stays as it was.'] })
  expect((await resultsOf(storage, lead))?.offers).toMatchObject([{ offer: offerOf('a'), isChosen: true }])
})

test('an offer is chosen once, whoever presses at once', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const [storage] = storages as [Storage]
  const lead = await openPage(storage)
  await storage.atomic(reply(lead, 'acme', [offerOf('a')]))
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      (storages[at % 2] as Storage).atomic(chooseOffer({ lead, partner: 'acme', offer: 'a' }, now)).then(
        () => 'chosen',
        (error) => (isGuarded(error) ? 'chosen before' : String(error)),
      ),
    ),
  )
  expect(outcomes.sort()).toEqual(['chosen', ...Array.from({ length: 7 }, () => 'chosen before')])
})

test('pages end after their time and with their leads, and only counts are left', async () => {
  const storage = await temporaryStorage()
  const leads = await Promise.all(Array.from({ length: 230 }, () => openPage(storage)))
  for (const lead of leads) await storage.atomic(reply(lead, 'acme', [offerOf('a'), offerOf('b')]))
  const [first = '', second = ''] = leads
  await storage.atomic(chooseOffer({ lead: first, partner: 'acme', offer: 'a' }, now))
  await storage.atomic([markSeen(first, now)])
  await storage.atomic([reopenResults(second, { askedAt: now + 1000, seconds: 20 })])
  await endOldResults(storage, now + resultsLife)
  expect((await revisionsOf(storage, leads)).size).toBe(230)
  await endOldResults(storage, now + resultsLife + 1)
  expect([...(await revisionsOf(storage, leads)).keys()]).toEqual([second])
  expect(await resultsOf(storage, first)).toBeNull()
  expect(await call(storage, first, 'acme', [offerOf('c')])).toBeNull()
  await storage.atomic(reply(first, 'acme', [offerOf('c')]))
  const kept = await rowsOf(storage, `SELECT content FROM offers WHERE lead_id <> '${second}'`)
  expect(kept).toEqual([{ content: '' }])
  expect(await offersReport(storage, sampleLead().form, 0)).toMatchObject({ pages: 230, seen: 1, chosen: 1 })
})

async function rowsOf(storage: Storage, sql: string) {
  return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
}

test('a token is that of its lead, and altered in any character it is none', async () => {
  const storage = await temporaryStorage()
  const hash = await openSecretKey(storage, null)
  const { id } = sampleLead()
  const token = resultsToken(hash, id)
  expect(leadOfToken(hash, token)).toBe(id)
  for (let at = 0; at < token.length; at++)
    for (const other of ['A', 'b', '-', '_', '9', '.', ''])
      if (token[at] !== other) expect(leadOfToken(hash, token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
  const stranger = await openSecretKey(await temporaryStorage(), 'x'.repeat(32))
  expect(leadOfToken(stranger, token)).toBeNull()
  fc.assert(fc.property(fc.string(), (text) => leadOfToken(hash, text) === null))
})

type Step = { lead: number; partner: string } & (
  | { verb: 'reply' | 'call'; ids: string[]; amount: number }
  | { verb: 'choose'; ids: string[] }
  | { verb: 'erase' | 'end' | 'reopen' }
)

const one = { lead: fc.nat(1), partner: fc.constantFrom('acme', 'other') }
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...one,
      verb: fc.constantFrom('reply' as const, 'call' as const),
      ids,
      amount: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...one, verb: fc.constant('choose' as const), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...one, verb: fc.constantFrom('erase' as const, 'end' as const, 'reopen' as const) }),
  },
)

/** What holds of a page once calls were acknowledged and replies recorded. */
class Page {
  /** Offers by a call that was answered 200, by partner and id. */
  readonly called = new Set<string>()
  readonly chosen = new Map<string, number | undefined>()
  /** The last reply of each partner, where nothing else went on at the same time. */
  readonly replied = new Map<string, string[]>()
  isOver = false
  readonly lead: string

  constructor(lead: string) {
    this.lead = lead
  }
}

test('in any order and at once: each offer belongs to its lead, none comes twice, none that was acknowledged is lost, none outlives its lead', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)] as const
  const [storage] = storages
  const hash = await openSecretKey(storage, null)
  const file = await temporaryFile()
  const erasures = storages.map((each, at) => openErasures(each, hash, `${file}-${at}`))
  let seen = 0

  async function take(pages: readonly Page[], { lead, partner, ...what }: Step, at: number, isAlone: boolean) {
    const page = pages[lead] as Page
    const own = storages[at % 2] as Storage
    const offers = 'ids' in what ? what.ids.map((id) => offerOf(id, 'amount' in what ? what.amount : 1)) : []
    switch (what.verb) {
      case 'reply':
        await own.atomic(reply(page.lead, partner, offers))
        if (isAlone) page.replied.set(partner, what.ids)
        else page.replied.delete(partner)
        return
      case 'call': {
        const answer = await call(own, page.lead, partner, offers)
        for (const id of answer?.taken ?? []) page.called.add(`${partner}/${id}`)
        return
      }
      case 'choose':
        for (const id of what.ids)
          await own.atomic(chooseOffer({ lead: page.lead, partner, offer: id }, now)).catch((error) => {
            if (!isGuarded(error)) throw error
          })
        return
      case 'erase':
        await erasures[at % 2]?.lead(page.lead, now)
        page.isOver = true
        return
      case 'end':
        await own.atomic(endResults([page.lead]))
        page.isOver = true
        return
      case 'reopen':
        await own.atomic([reopenResults(page.lead, { askedAt: now, seconds: 20 })])
    }
  }

  async function check(page: Page): Promise<void> {
    const results = await resultsOf(storage, page.lead)
    const rows = await rowsOf(
      storage,
      `SELECT partner, offer_id, content FROM offers WHERE lead_id = '${page.lead}' AND content <> ''`,
    )
    if (page.isOver) return expect([results, rows]).toEqual([null, []])
    const shown = results?.offers.map(({ partner, offer }) => `${partner}/${offer.id}`) ?? []
    seen += shown.length
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.length).toBe(rows.length)
    expect(shown).toEqual(expect.arrayContaining([...page.called]))
    for (const [partner, replied] of page.replied)
      expect(shown).toEqual(expect.arrayContaining(replied.map((id) => `${partner}/${id}`)))
    for (const { partner, offer, isChosen } of results?.offers ?? []) {
      const key = `${partner}/${offer.id}`
      const amount = offer.price?.amount
      if (page.chosen.has(key)) expect([isChosen, amount]).toEqual([true, page.chosen.get(key)])
      if (isChosen) page.chosen.set(key, amount)
    }
    expect(shown).toEqual(expect.arrayContaining([...page.chosen.keys()]))
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async (rounds) => {
        const pages = [new Page(await openPage(storage)), new Page(await openPage(storage))]
        for (const round of rounds) {
          await Promise.all(round.map((each, at) => take(pages, each, at, round.length === 1)))
          for (const page of pages) await check(page)
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
  expect(seen).toBeGreaterThan(50)
})

test('offers that arrive while their lead is erased are not kept', async () => {
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  const hash = await openSecretKey(ours, null)
  const erasures = openErasures(ours, hash, await temporaryFile())
  let taken = 0
  for (let round = 0; round < 40; round++) {
    const lead = await openPage(ours)
    const answers = [0, 1, 2].map((at) => call(at === 1 ? ours : theirs, lead, `partner-${at}`, [offerOf('a')]))
    const [, ...outcomes] = await Promise.all([erasures.lead(lead, now), ...answers])
    taken += outcomes.filter(Boolean).length
    expect(await rowsOf(ours, `SELECT content FROM offers WHERE lead_id = '${lead}' AND content <> ''`)).toEqual([])
  }
  expect(taken).toBeLessThan(120)
})
