import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Site } from '../../engine/site/site.ts'
import { type ClaimedDelivery, claimDue, recordOutcome, toClaimed } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'
import { rerouter } from './reroute.ts'

const hook = { kind: 'webhook', url: 'https://partner.example', secretVariable: 'SECRET' } as const
const partner = (changes: Partial<PartnerDefinition> = {}): PartnerDefinition => ({
  name: 'x',
  filters: [{ form: 'home-insurance' }],
  deliveries: { hook },
  ...changes,
})

const refused = { state: 'rejected', last_error: 'It lives elsewhere.' } as const

/** A server whose partners these are, another process that delivers, and leads in its storage. */
async function bench(partners: Record<string, PartnerDefinition>) {
  const place = await temporaryPlace()
  const [storage, other] = [await temporaryStorage(place), await temporaryStorage(place)]
  let site = {} as Site
  const { origin } = await appOn(storage, ({ live }) => {
    site = { ...live.current(), partners: { ...live.current().partners, all: partners } }
    return { live: { ...live, current: () => site } }
  })
  const hash = await openSecretKey(storage, null)
  const passOn = (on: Storage) => rerouter({ storage: on, site: () => site, hash, now: Date.now })
  return {
    storages: [storage, other] as const,
    refuse: (delivery: ClaimedDelivery, on = storage) => passOn(on)(delivery, refused),
    /** As clients do, it tries again while the server is too busy, under the same key. */
    async send(body: object = {}): Promise<string> {
      const key = v7()
      for (;;) {
        const reply = await submit(origin, { ...body, key })
        if (reply.ok) return ((await reply.json()) as { id: string }).id
        if (reply.status !== 503) throw new Error(`${reply.status} ${await reply.text()}`)
        await sleep(100)
      }
    },
    rows: (sql: string) => rows(storage, sql),
    /** What is due to a partner, taken as the relay takes it. */
    claim: (to: string, on = storage, lease = 60_000) => claim(on, to, lease),
  }
}

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  const [found = []] = await storage.atomic([{ sql, parameters: [] }])
  return found
}

async function claim(storage: Storage, to: string, lease: number): Promise<ClaimedDelivery[]> {
  const now = Date.now()
  const about = { partner: to, limit: 8, now, leaseUntil: now + lease, underWay: [], latest: now + 1e9 }
  const [found = []] = await storage.atomic([claimDue(about)])
  return found.map(toClaimed)
}

test('a refused lead goes to the next partners as routing would send it now, until nobody is left', async () => {
  const { send, claim, refuse, rows } = await bench({
    a: partner({ maxPartners: 1, priority: 3, dailyCap: 1, duplicateDays: 9 }),
    b: partner({ maxPartners: 1, priority: 2, deliveries: { hook, feed: { kind: 'pull' } } }),
    c: partner({ maxPartners: 2, priority: 1, duplicateDays: 9 }),
    d: partner({ maxPartners: 2, filters: [{ form: 'home-insurance', when: { gender: 'female' } }] }),
    e: partner(),
    men: partner({ filters: [{ form: 'home-insurance', when: { gender: 'male' } }] }),
  })
  const id = await send()
  const [toA] = await claim('a')
  if (!toA) throw new Error('a has no lead')
  const taken = "SELECT partner, taken FROM partner_days WHERE partner = 'a'"
  expect(await rows(taken)).toEqual([{ partner: 'a', taken: 1 }])
  expect(await refuse(toA)).toEqual({ to: ['b'] })
  // Said again, as after an answer that got lost, it changes nothing.
  expect(await refuse(toA)).toEqual({ to: null })
  expect(await rows(taken)).toEqual([{ partner: 'a', taken: 0 }])
  expect(await rows("SELECT partner FROM partner_contacts WHERE partner = 'a'")).toEqual([])

  const [toB] = await claim('b')
  if (!toB) throw new Error('b has no lead')
  expect(JSON.parse(toB.payload).data).toEqual(JSON.parse(toA.payload).data)
  expect(await refuse(toB)).toEqual({ to: ['c', 'd'] })
  const states = `SELECT partner, delivery, state, last_error FROM deliveries WHERE partner <> '@visitors'
    ORDER BY partner, delivery`
  expect(await rows(states)).toEqual([
    { partner: 'a', delivery: 'hook', ...refused },
    { partner: 'b', delivery: 'feed', state: 'rejected', last_error: 'The partner rejected the lead (hook).' },
    { partner: 'b', delivery: 'hook', ...refused },
    { partner: 'c', delivery: 'hook', state: 'pending', last_error: null },
    { partner: 'd', delivery: 'hook', state: 'pending', last_error: null },
  ])

  // One that takes its place leaves the other's alone; a is free again and is not asked again.
  for (const [to, next] of [['d', ['e']] as const, ['c', []] as const, ['e', []] as const]) {
    const [delivery] = await claim(to)
    if (!delivery) throw new Error(`${to} has no lead`)
    expect(await refuse(delivery)).toEqual({ to: next })
  }
  const decided = await rows(
    `SELECT partner, taken, reason, detail FROM routings WHERE lead_id = '${id}' ORDER BY partner`,
  )
  const gone = { taken: 0, reason: 'refused', detail: refused.last_error }
  expect(decided).toEqual([
    ...['a', 'b', 'c', 'd', 'e'].map((partner) => ({ partner, ...gone })),
    { partner: 'men', taken: 0, reason: 'not-wanted', detail: expect.any(String) },
  ])
  expect(await rows('SELECT erased_at FROM leads')).toEqual([{ erased_at: null }])
})

test('what is no refusal of a lead that is at the partner passes nothing on', async () => {
  const { send, claim, refuse, rows, storages } = await bench({
    a: partner({ priority: 1, maxPartners: 1, testLeads: true }),
    b: partner(),
  })
  // Nobody else takes tests.
  await send({ context: { test: true } })
  expect(await refuse((await claim('a'))[0] as ClaimedDelivery)).toEqual({ to: [] })
  // It had accepted this one, which an operator sent anew.
  await send()
  const [accepted] = await claim('a')
  if (!accepted) throw new Error('a has no lead')
  const at = new Date().toISOString()
  await storages[0].atomic(
    recordOutcome(accepted, { state: 'delivered', last_error: null, delivered_at: at }, Date.now()),
  )
  await rows(`UPDATE deliveries SET state = 'pending', replay = 1, attempts = 0 WHERE id = '${accepted.id}'`)
  expect(await refuse((await claim('a'))[0] as ClaimedDelivery)).toEqual({ to: null })
  expect(
    await rows(
      "SELECT taken, state FROM routings r JOIN deliveries d ON d.partner = r.partner AND lead_id = subject_id WHERE r.partner = 'a' ORDER BY taken",
    ),
  ).toEqual([
    { taken: 0, state: 'rejected' },
    { taken: 1, state: 'rejected' },
  ])
  // Its try took so long that another server has it now.
  await send()
  const [late] = await claim('a', storages[0], 0)
  const [held] = await claim('a', storages[1])
  expect(held?.id).toBe(late?.id)
  expect(await refuse(late as ClaimedDelivery)).toEqual({ to: null })
  expect(await refuse(held as ClaimedDelivery, storages[1])).toEqual({ to: ['b'] })
  expect(await rows("SELECT state FROM deliveries WHERE partner = 'b'")).toEqual([{ state: 'pending' }])
})

test('a lead that is erased while it is passed on leaves nothing anywhere', async () => {
  const { send, claim, refuse, rows, storages } = await bench({
    a: partner({ priority: 1, maxPartners: 1 }),
    b: partner(),
  })
  for (let round = 0; round < 15; round++) {
    const id = await send()
    const [delivery] = await claim('a')
    if (!delivery) throw new Error('a has no lead')
    const erased = async () => {
      await sleep(round % 5)
      return eraseLeads(storages[1], [id], Date.now())
    }
    await Promise.all([refuse(delivery), erased()])
    expect(await rows(`SELECT state FROM deliveries WHERE subject_id = '${id}' AND payload <> ''`)).toEqual([])
    expect(
      await rows(`SELECT detail FROM routings WHERE lead_id = '${id}' AND detail = '${refused.last_error}'`),
    ).toEqual([])
  }
})

test('partners refuse at random, two servers deliver and forget what they did: each lead is where it may be', async () => {
  const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']
  const one = (id: string, changes: Partial<PartnerDefinition>) => [id, partner(changes)]
  const partners = Object.fromEntries([
    ...ids
      .slice(0, 4)
      .map((id, at) => one(id, { maxPartners: 2, weight: at + 1, priority: 1, ...(at === 0 && { dailyCap: 5 }) })),
    ...ids.slice(4).map((id) => one(id, { maxPartners: 1 })),
  ])
  const { send, storages, refuse, rows } = await bench(partners)
  const leads = await Promise.all(Array.from({ length: 60 }, () => send()))
  /** What a partner says of a lead, whenever it is asked. */
  const accepts = (id: string, lead: string) => (Number.parseInt(lead.slice(-6), 16) >> (2 * ids.indexOf(id))) % 4 === 0
  const work = async (storage: Storage) => {
    for (;;) {
      const [[waiting] = []] = await storage.read([
        { sql: "SELECT count(*) AS n FROM deliveries WHERE state = 'pending' AND kind = 'webhook'", parameters: [] },
      ])
      if (waiting?.n === 0) return
      for (const id of ids)
        for (const delivery of await claim(storage, id, 200)) {
          // Killed after the partner's answer.
          if (Math.random() < 0.1) continue
          const delivered = { state: 'delivered', last_error: null, delivered_at: new Date().toISOString() } as const
          if (!accepts(id, delivery.subject)) await refuse(delivery, storage)
          else await storage.atomic(recordOutcome(delivery, delivered, Date.now()))
        }
    }
  }
  await Promise.all(storages.map(work))
  const routings = Map.groupBy(await rows('SELECT * FROM routings'), (row) => String(row.lead_id))
  const capped = (await rows("SELECT taken FROM partner_days WHERE partner = 'p0'"))[0]?.taken ?? 0
  expect(capped).toBeLessThanOrEqual(5)
  expect((await rows("SELECT count(*) AS n FROM routings WHERE partner = 'p0' AND taken = 1"))[0]?.n).toBe(capped)
  for (const lead of leads) {
    const of = routings.get(lead) ?? []
    const holders = of.flatMap(({ partner, taken }) => (taken === 1 ? [String(partner)] : []))
    const gone = of.flatMap(({ partner, reason }) => (reason === 'refused' ? [String(partner)] : []))
    expect(holders.every((id) => accepts(id, lead))).toBe(true)
    expect(gone.some((id) => accepts(id, lead))).toBe(false)
    const sharing = ids.slice(1, 4).filter((id) => accepts(id, lead))
    const alone = ids.slice(4).filter((id) => accepts(id, lead))
    const isP0 = holders.includes('p0')
    if (holders.some((id) => alone.includes(id))) expect(holders).toHaveLength(1)
    else expect(holders).toHaveLength(Math.min(2, sharing.length + (isP0 ? 1 : 0)))
    // None is lost: who would have had it was asked.
    if (holders.length === 0) expect([...sharing, ...alone]).toEqual([])
    const arrived = await rows(
      `SELECT partner FROM deliveries WHERE subject_id = '${lead}' AND state = 'delivered' ORDER BY partner`,
    )
    expect(arrived.map(({ partner }) => partner)).toEqual(holders.toSorted())
  }
})
