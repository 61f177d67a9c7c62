// Random sequences of verbs, alone and at the same time, with retries, kills and clock steps, against a model.
import fc from 'fast-check'
import { v7 } from 'uuid'
import { mailToVisitor } from '../../mail/write-mail.ts'
import { runRetention } from '../../privacy/retention.ts'
import type { KeyedHash } from '../../storage/settings.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import {
  activate,
  type ClaimedDelivery,
  claim,
  clearBlocked,
  type Outcome,
  recordOutcome,
  replay,
  waiting,
} from '../deliveries.ts'
import { eraseLeads } from '../erase.ts'
import { readFeed } from '../feed.ts'
import { findLead } from '../find-leads.ts'
import type { Lead } from '../lead.ts'
import { cancelReasons, deliveryStates, leadStates } from '../lifecycle.ts'
import { advanceOffersMail, insertAskedMail, quotaHash } from '../messages.ts'
import { reroute, storeLead } from '../store-lead.ts'
import { confirm, type DescribeNotices, mintToken, subscriberHash, unsubscribe } from '../subscriptions.ts'
import { sampleLead } from './sample-lead.ts'

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`
const brand = 'main'
const minute = 60 * 1000
const day = 24 * 60 * minute

/** `news` asks to confirm, `tips` does not, `quote` subscribes to nothing and goes to one partner at a time. */
const forms = ['news', 'tips', 'quote'] as const
const addresses = ['ada@example.com', 'grace@example.com'] as const
const partners = ['first', 'second'] as const
const retention = new Map(forms.map((form) => [form, 20]))

/** What happened, as the model knows it: numbers are moments in the order of calls and answers. */
interface Known {
  id: string
  form: (typeof forms)[number]
  address: string
  unsubscribe: string
  confirm: string
  /** Since when nothing about it may leave: a withdrawal or an erasure was acknowledged. */
  withdrawnAt: number | null
  /** Whether partners are told of that; they are not of an erasure for age. */
  isTold: boolean
  /** When what it sent was claimed, by partner. */
  sentTo: Map<string, number>
  notified: Map<string, number>
}

/** Storage and what the model remembers of one sequence. */
class World {
  readonly leads: Known[] = []
  readonly inFlight: ClaimedDelivery[] = []
  now = Date.parse('2026-11-20T10:00:00.000Z')
  private moment = 0
  readonly storage: Storage

  constructor(storage: Storage) {
    this.storage = storage
  }

  tick(): number {
    this.moment += 1
    return this.moment
  }

  async store(form: Known['form'], address: string): Promise<void> {
    const [confirmToken, unsubscribeToken] = [mintToken(), mintToken()]
    const subscriber = subscriberHash(hash, address)
    const token = { address: subscriber, brand }
    const message = mailToVisitor('confirmation', { from: 'a@b.example', to: address, subject: 'x', text: 'x' })
    const asked = {
      ...{ message, address: quotaHash(hash, address) },
      tokens: [
        { ...token, hash: confirmToken.hash, purpose: 'confirm' as const },
        { ...token, hash: unsubscribeToken.hash, purpose: 'unsubscribe' as const },
      ],
    }
    const isFeed = form !== 'quote'
    const lead = sampleLead({
      ...{ id: v7({ msecs: this.now }), receivedAt: new Date(this.now).toISOString(), form, brand },
      answers: { email: address },
      deliveries: [
        delivery('first', 'webhook', address),
        ...(isFeed ? [delivery('second', 'webhook', address), delivery('reader', 'pull', address)] : []),
      ],
      routing: routingTo('first', ...(isFeed ? ['second', 'reader'] : [])),
      subscription:
        form === 'quote'
          ? null
          : form === 'news'
            ? { address: subscriber, isHeld: true, asked }
            : { address: subscriber, isHeld: false, asked: null },
      ...(form === 'tips' && {
        mails: [{ ...asked, message: { ...message, topic: 'receipt', delivery: 'receipt' }, notBefore: null }],
      }),
      ...(form === 'quote' && { mails: [aboutOffers('offers', address, this.now + minute)] }),
    } as Partial<Lead>)
    const known: Known = {
      ...{ id: lead.id, form, address, unsubscribe: unsubscribeToken.token, confirm: confirmToken.token },
      ...{ withdrawnAt: null, isTold: false, sentTo: new Map(), notified: new Map() },
    }
    // Undone where the address has unsubscribed: the visitor would be asked to confirm.
    if ((await storeLead(this.storage, lead)).stored) this.leads.push(known)
  }

  async confirm(lead: Known): Promise<void> {
    await confirm(this.storage, {}, { token: lead.confirm, brand, ip: '127.0.0.1', now: this.now })
  }

  /** All partners have answered. */
  async advance({ id }: Known): Promise<void> {
    await this.storage.atomic([advanceOffersMail(id, this.now)])
  }

  /** The visitor asks to be reminded before an offer ends. */
  async remind({ id, address }: Known): Promise<void> {
    await this.storage.atomic(insertAskedMail(id, aboutOffers('offer-expiry', address, this.now + 60 * minute)))
  }

  async unsubscribe(lead: Known): Promise<void> {
    // What signs up in the same moment may come after it.
    const before = this.leads.filter(({ address, form }) => address === lead.address && form !== 'quote')
    const withdrawing = { storage: this.storage, hash, describe, now: this.now }
    const ended = await unsubscribe(withdrawing, { token: lead.unsubscribe, brand }, 'one-click')
    if (ended === null) throw new Error('A link to unsubscribe does not work.')
    this.withdraw(
      before,
      before.map(({ id }) => id),
    )
  }

  async erase(address: string): Promise<void> {
    const before = this.leads.filter((lead) => lead.address === address)
    const ids = before.map(({ id }) => id)
    this.withdraw(before, await eraseLeads(this.storage, ids, this.now, { describe }))
  }

  private withdraw(leads: readonly Known[], told: readonly string[]): void {
    const at = this.tick()
    for (const lead of leads) {
      lead.withdrawnAt ??= at
      lead.isTold ||= told.includes(lead.id)
    }
  }

  async keepTime(): Promise<void> {
    await activate(this.storage, this.now)
    const site = { retention, partners: {} }
    const run = await runRetention(this.storage, site, this.now, { isOrdered: true })
    if (!run.ok) throw new Error(run.reason)
  }

  /** Claims what is due, as a relay does. What is not finished stays in flight. */
  async begin(): Promise<void> {
    const at = this.tick()
    await activate(this.storage, this.now)
    const { partners: due } = await waiting(this.storage, this.now)
    await clearBlocked(this.storage, due, this.now)
    const underWay = this.inFlight.map(({ id }) => id)
    const claims = due.map((partner) => ({
      ...{ partner, limit: 3, now: this.now, leaseUntil: this.now + 60_000, underWay },
    }))
    for (const one of await claim(this.storage, claims, true)) {
      this.note(one.subject, { at, topic: one.topic, partner: one.partner })
      this.inFlight.push(one)
    }
  }

  private note(subject: string, { at, topic, partner }: { at: number; topic: string; partner: string }): void {
    const lead = this.leads.find(({ id }) => id === subject)
    if (!lead) return
    const isNotice = topic === 'unsubscribe-notice'
    if (!isNotice && lead.withdrawnAt !== null && at > lead.withdrawnAt)
      throw new Error(`A ${topic} left for ${partner} after the lead was withdrawn.`)
    if (topic === 'lead') lead.sentTo.set(partner, at)
    if (
      isNotice &&
      this.inFlight.some((one) => one.subject === subject && one.partner === partner && one.topic === 'lead')
    )
      throw new Error(`${partner} is told of a withdrawal while the lead is on its way.`)
  }

  async finish(how: 'delivered' | 'failed' | 'dead' | 'rejected'): Promise<void> {
    for (const one of this.inFlight.splice(0)) {
      const lead = this.leads.find(({ id }) => id === one.subject)
      if (how === 'rejected' && one.topic === 'lead' && lead?.form === 'quote') {
        await this.reject(one)
        continue
      }
      const outcome = outcomes(this.now)[how === 'rejected' ? 'failed' : how]
      await this.storage.atomic(recordOutcome(one, outcome, this.now))
      if (one.topic === 'unsubscribe-notice' && how === 'delivered') {
        const times = (lead?.notified.get(one.partner) ?? 0) + 1
        lead?.notified.set(one.partner, times)
      }
    }
  }

  private async reject(delivery_: ClaimedDelivery): Promise<void> {
    const found = await findLead(this.storage, delivery_.subject)
    const rejected = { state: 'rejected', last_error: 'It lives elsewhere.' } as const
    const before =
      found?.routings.filter(({ reason }) => reason === 'refused').map(({ partner }) => String(partner)) ?? []
    const next = partners.find((partner) => partner !== delivery_.partner && !before.includes(partner))
    const lead = {
      ...{ id: delivery_.subject, form: 'quote', locale: 'de', brand, page: null, test: false },
      receivedAt: new Date(this.now).toISOString(),
      deliveries: next ? [delivery(next, 'webhook', String(found?.lead.answers))] : [],
      routing: routingTo(...(next ? [next] : [])),
    }
    const rerouting = { delivery: delivery_, outcome: rejected, lead, subscriber: null, day: null }
    if (
      found?.lead.erased_at !== null ||
      !(await reroute(this.storage, { ...rerouting, rejectedBefore: before.length }, this.now))
    )
      await this.storage.atomic(recordOutcome(delivery_, rejected, this.now))
  }

  async replay(withDelivered: boolean): Promise<void> {
    const states = withDelivered ? (['dead', 'delivered'] as const) : (['dead'] as const)
    for (const partner of partners) await replay(this.storage, { partner, states }, this.now)
  }

  async pull(): Promise<void> {
    const before = new Set(
      (
        await this.rows(
          "SELECT subject_id FROM deliveries WHERE kind = 'pull' AND feed_number IS NOT NULL AND topic = 'lead'",
        )
      ).map(({ subject_id }) => subject_id),
    )
    const at = this.tick()
    const { leads } = await readFeed(this.storage, 'reader', { after: 0, limit: 500, now: this.now })
    for (const { id } of leads) if (!before.has(id)) this.note(id, { at, topic: 'lead', partner: 'reader' })
  }

  async rows(sql: string): Promise<Row[]> {
    return (await this.storage.read([{ sql, parameters: [] }]))[0] ?? []
  }

  /** What holds after every verb. */
  async check(): Promise<void> {
    for (const topic of ['offers', 'offer-expiry']) {
      const twice = await this.rows(`SELECT subject_id FROM deliveries WHERE topic = '${topic}'
        GROUP BY subject_id HAVING count(*) > 1`)
      if (twice.length > 0) throw new Error(`A lead has two mails of the topic ${topic}.`)
    }
    const held = await this.rows('SELECT lead_id, count(*) AS n FROM routings WHERE taken = 1 GROUP BY lead_id')
    for (const { lead_id, n } of held) {
      const isQuote = this.leads.find(({ id }) => id === lead_id)?.form === 'quote'
      if (isQuote && Number(n) > 1) throw new Error('A lead is at more partners than its form allows.')
    }
    const kept = await this.rows(`SELECT d.topic FROM deliveries d JOIN leads l ON l.id = d.subject_id
      WHERE l.erased_at IS NOT NULL AND (d.payload LIKE '%@%' OR d.external_id LIKE '%@%')`)
    if (kept.length > 0) throw new Error(`A ${kept[0]?.topic} of an erased lead has the address.`)
    for (const { id } of this.leads) {
      const found = await findLead(this.storage, id)
      if (!found || !(String(found.lead.state) in leadStates)) throw new Error('A lead has no state.')
      for (const { state, cancel_reason: reason } of found.deliveries)
        if (!(String(state) in deliveryStates) || (reason !== null && !(String(reason) in cancelReasons)))
          throw new Error(`Nothing explains a delivery that is ${state} (${reason}).`)
    }
  }

  /** At the end everything is delivered, every link is tried, and every partner that had a withdrawn lead was told once. */
  async settle(): Promise<void> {
    this.inFlight.splice(0)
    this.now += 2 * 60 * 60 * 1000
    for (const lead of this.leads.filter(({ form }) => form === 'news')) await this.unsubscribeIfMailed(lead)
    for (let round = 0; round < 12; round++) {
      await this.begin()
      await this.finish('delivered')
      this.now += 2 * day
    }
    for (const lead of this.leads) {
      if (lead.withdrawnAt === null || !lead.isTold) continue
      const said = await this.rows(
        `SELECT partner, state FROM deliveries WHERE subject_id = '${lead.id}' AND topic = 'unsubscribe-notice'`,
      )
      for (const [partner, at] of lead.sentTo) {
        if (partner === 'reader' || at > lead.withdrawnAt) continue
        const [notice, ...more] = said.filter((row) => row.partner === partner)
        if (more.length > 0 || !['delivered', 'dead'].includes(String(notice?.state)))
          throw new Error(`${partner} had a lead of ${lead.form} and was not told that it was withdrawn.`)
        if (notice?.state === 'delivered' && (lead.notified.get(partner) ?? 0) < 1)
          throw new Error(`The notice to ${partner} says it was delivered, and was not.`)
      }
    }
  }

  private async unsubscribeIfMailed(lead: Known): Promise<void> {
    await this.unsubscribe(lead)
    const open = await this.rows(
      `SELECT 1 FROM subscriptions WHERE address = '${subscriberHash(hash, lead.address)}' AND state IN ('pending', 'confirmed')`,
    )
    if (open.length > 0) throw new Error('A link to unsubscribe left a subscription open.')
  }
}

function aboutOffers(topic: 'offers' | 'offer-expiry', to: string, notBefore: number) {
  const message = mailToVisitor(topic, { to, deferred: topic })
  return { message, address: quotaHash(hash, to), notBefore }
}

const outcomes = (now: number): Record<'delivered' | 'failed' | 'dead', Outcome> => ({
  delivered: {
    state: 'delivered',
    last_error: null,
    delivered_at: new Date(now).toISOString(),
    external_id: 'ada@example.com',
  },
  failed: { state: 'pending', last_error: 'The partner responded with 500.', due_at: now + 1000 },
  dead: { state: 'dead', last_error: 'The partner responded with 410 (Gone).' },
})

function delivery(partner: string, kind: 'webhook' | 'pull', address: string) {
  return { partner, delivery: 'hook', kind, payload: JSON.stringify({ id: address, address }) } as const
}

function routingTo(...to: string[]): Lead['routing'] {
  const decisions = to.map((partner) => ({
    partner,
    taken: true,
    reason: 'taken' as const,
    detail: '',
    day: null,
    price: null,
  }))
  return { decisions: decisions as Lead['routing']['decisions'], days: [], windows: [], contacts: [] }
}

const describe: DescribeNotices = ({ lead, deliveries }) =>
  deliveries
    .filter(({ partner }) => partner !== 'reader')
    .map(({ partner, delivery }) => ({
      ...{ partner, delivery, kind: 'webhook' as const },
      payload: JSON.stringify({ lead: lead.id, answers: lead.answers }),
      bare: JSON.stringify({ lead: lead.id }),
    }))

/** A step of a sequence: what is done, and to which lead or address. */
export type Step =
  | { verb: 'store'; form: Known['form']; address: string }
  | { verb: 'confirm' | 'unsubscribe' | 'advance' | 'remind'; lead: number }
  | { verb: 'erase'; address: string }
  | { verb: 'begin' | 'keepTime' | 'pull' | 'kill' }
  | { verb: 'finish'; how: 'delivered' | 'failed' | 'dead' | 'rejected' }
  | { verb: 'replay'; withDelivered: boolean }
  | { verb: 'clock'; hours: number }
  | { verb: 'atOnce'; steps: Step[] }

const store = fc.record({
  verb: fc.constant('store' as const),
  form: fc.constantFrom(...forms),
  address: fc.constantFrom(...addresses),
})
const finish = fc.record({
  verb: fc.constant('finish' as const),
  how: fc.constantFrom(
    'delivered' as const,
    'delivered' as const,
    'failed' as const,
    'dead' as const,
    'rejected' as const,
  ),
})
const onLead = fc.record({
  verb: fc.constantFrom('confirm' as const, 'confirm' as const, 'unsubscribe' as const),
  lead: fc.nat(5),
})
const onOffers = fc.record({
  verb: fc.constantFrom('advance' as const, 'remind' as const),
  lead: fc.nat(5),
})
const plain: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: onOffers, weight: 2 },
  { arbitrary: store, weight: 4 },
  { arbitrary: onLead, weight: 4 },
  { arbitrary: fc.record({ verb: fc.constant('erase' as const), address: fc.constantFrom(...addresses) }), weight: 1 },
  {
    arbitrary: fc.record({
      verb: fc.constantFrom(
        'begin' as const,
        'begin' as const,
        'begin' as const,
        'keepTime' as const,
        'pull' as const,
        'kill' as const,
      ),
    }),
    weight: 5,
  },
  { arbitrary: finish, weight: 5 },
  { arbitrary: fc.record({ verb: fc.constant('replay' as const), withDelivered: fc.boolean() }), weight: 2 },
  {
    arbitrary: fc.record({ verb: fc.constant('clock' as const), hours: fc.constantFrom(1, 30, 24 * 8, 24 * 40) }),
    weight: 2,
  },
)
const atOnce: fc.Arbitrary<Step> = fc
  .tuple(fc.oneof(onLead, onOffers), fc.boolean(), fc.oneof(onLead, plain))
  .map(([one, isTwice, other]) => ({ verb: 'atOnce' as const, steps: [one, isTwice ? one : other] }))

/** A lead on its usual way, which random steps alone seldom go to its end. */
const usual: fc.Arbitrary<Step[]> = fc
  .tuple(store, fc.nat(5), finish)
  .map(([one, lead, end]) => [one, { verb: 'confirm', lead }, { verb: 'begin' }, end])

/** Sequences of some `size` steps. */
export const sequences = (size = 30): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: plain.map((step) => [step]), weight: 6 },
        { arbitrary: atOnce.map((step) => [step]), weight: 1 },
        { arbitrary: usual, weight: 1 },
      ),
      { minLength: 4, maxLength: size },
    )
    .map((steps) => steps.flat())

async function take(world: World, step: Step): Promise<void> {
  switch (step.verb) {
    case 'store':
      return world.store(step.form, step.address)
    case 'confirm':
    case 'unsubscribe': {
      // Only a newsletter that asks to confirm has mailed its links.
      const mailed = world.leads.filter(({ form }) => form === 'news')
      const lead = mailed[step.lead % Math.max(1, mailed.length)]
      return lead ? world[step.verb](lead) : undefined
    }
    case 'advance':
    case 'remind': {
      const asking = world.leads.filter(({ form }) => form === 'quote')
      const lead = asking[step.lead % Math.max(1, asking.length)]
      return lead ? world[step.verb](lead) : undefined
    }
    case 'erase':
      return world.erase(step.address)
    case 'finish':
      return world.finish(step.how)
    case 'replay':
      return world.replay(step.withDelivered)
    case 'clock':
      // What was on its way has timed out: an attempt is shorter than its lease.
      world.inFlight.splice(0)
      world.now += step.hours * 60 * 60 * 1000
      return
    case 'kill':
      world.inFlight.splice(0)
      return
    case 'atOnce':
      await Promise.all(step.steps.map((one) => take(world, one)))
      return
    default:
      return world[step.verb]()
  }
}

const tables = [
  ...['deliveries', 'subscriptions', 'suppressions', 'mail_tokens', 'mail_quota', 'routings', 'consents'],
  ...['partner_days', 'partner_contacts', 'installation', 'leads'],
]

/** Runs one sequence on an empty storage; rejects with what did not hold. */
export async function runSequence(storage: Storage, steps: readonly Step[]): Promise<void> {
  await storage.atomic(tables.map((table) => ({ sql: `DELETE FROM ${table}`, parameters: [] })))
  const world = new World(storage)
  for (const step of steps) {
    await take(world, step)
    await world.check()
  }
  await world.settle()
  await world.check()
}
