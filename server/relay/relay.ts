import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { v5 as uuidFromName } from 'uuid'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import {
  askedOffers,
  deliveryKinds,
  failed,
  kindOf,
  type SendContext,
  sendMail,
  unset,
  waitsFor,
} from '#server/channels'
import {
  type AttemptOutcome,
  activate,
  backlog,
  type ClaimedDelivery,
  claim,
  clearBlocked,
  type Outcome,
  retryWaiting,
  settle,
  standing,
  type Topic,
  visitors,
  waiting,
} from '#server/leads'
import {
  hasToken,
  isDeferred,
  isWithoutToken,
  setMail,
  type VisitorMail,
  type WriteDeferred,
  withoutToken,
  withPageToken,
} from '#server/mail'
import { readAnswer, resultsToken, touchResults } from '#server/offers'
import {
  inTime,
  type KeyedHash,
  type Row,
  type Statement,
  type Storage,
  StorageUnavailable,
  withDeadline,
} from '#server/storage'
import { longestTurn, openCircuits } from './circuits.ts'

/** How long a reading waits for storage, in ms. */
const deadlineMs = 1000

/** An IMF-fixdate, or one of the two obsolete forms that RFC 9110 §5.6.7 makes recipients accept. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

const second = 1000

const minute = 60 * second

const hour = 60 * minute

/** How long to wait before each try: 10 tries over some 75 hours (Standard Webhooks, "Retries"). */
export const schedule: readonly number[] = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

const mostJitter = 0.2

const longestRetryAfter = 24 * hour

/** How long what the environment lacks is waited for before it is looked for again, in ms. */
const waitingPause = 5 * 60 * 1000

/** Where the relay reports; pino fits. */
export interface RelayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What came of a try. */
export interface RelayEvent {
  partner: string
  topic: Topic
  outcome: 'delivered' | 'pending' | 'bounced' | 'rejected' | 'dead'
}

/** What became of a lead whose delivery was rejected, and is settled so. */
export type Rerouted =
  /** It went to these partners, by id; to none, when no other takes it. */
  | { to: readonly string[] }
  /** It stays where it is: no other partner is to be asked, or the delivery was settled by another process. */
  | { to: null }

/** Settles a rejected delivery and reroutes its lead, in one transaction. Rejects with StorageUnavailable. */
export type Reroute = (delivery: ClaimedDelivery, outcome: Outcome) => Promise<Rerouted>

/** What the relay works with. Times are milliseconds; `random` gives numbers in [0, 1). */
export interface RelayOptions extends Omit<AttemptContext, 'timeoutMs'> {
  storage: Storage
  random: () => number
  log: RelayLog
  /** Called with each delivery that a partner rejected, to settle it. */
  reroute: Reroute
  /** Whether nothing speaks against this server's clock. */
  isClockRight?: () => boolean
  /** Told of each try, for who waits for it. */
  awaitedDeliveries?: AwaitedDeliveries
  /** Called with each lead for which a delivery that asks for offers was settled. */
  onAnswered?: (lead: string) => void
  /** Told of each try, for counting. */
  onTry?: (event: RelayEvent) => void
  /** How often to look for due deliveries when nobody rings. */
  pollMs?: number
  /** How long a claim holds; longer than a try takes. */
  leaseMs?: number
  /** How long a partner may take to answer. */
  timeoutMs?: number
  /** How long a stop waits for what is on its way. */
  stopMs?: number
}

/** A running relay. */
export interface Relay {
  /** Says that deliveries were stored, so that they leave at once. */
  wake(): void
  /**
   * Claims nothing more, and resolves when what is on its way has arrived or failed and is settled. What takes longer
   * than that may is left to its lease, after which it is sent again.
   */
  stop(): Promise<void>
}

/** How often to look for what is due and cannot leave, in ms. */
const clearPause = 1000

/** How many deliveries to one partner are under way at a time: what a slow partner can hold up, and only its own. */
const mostPerPartner = 8

/** Starts to deliver from the outbox, at least once each, and goes on until stopped. */
export function startRelay(options: RelayOptions): Relay {
  const { storage, now, random, log, isClockRight = () => true } = options
  const { pollMs = 1000, leaseMs = 60_000, timeoutMs = 20_000, stopMs = 25_000 } = options
  const context: AttemptContext = { ...options, timeoutMs }
  const pause = wakeablePause()
  /** By partner, then by the delivery's id. */
  const underWay = new Map<string, Map<string, Promise<void>>>()
  const awaited = new Set<string>()
  const circuits = openCircuits(storage, now)
  let clearedAt = performance.now()
  let stopping = false
  let troubled = false

  async function run(): Promise<void> {
    await retryWaiting(storage, now()).catch(() => undefined)
    while (!stopping) {
      const claimed = await claimAll()
      for (const delivery of claimed) start(delivery)
      if (claimed.length === 0) await pause.wait(pollMs)
    }
    await Promise.all([...underWay.values()].flatMap((deliveries) => [...deliveries.values()]))
  }

  async function claimAll(): Promise<ClaimedDelivery[]> {
    try {
      const time = now()
      const { partners, isScheduledDue } = await waiting(storage, time)
      // Under a clock that is ahead they would leave months too early.
      if (isScheduledDue && isClockRight()) {
        await activate(storage, time)
        pause.wake()
      }
      const claims = await Promise.all(partners.map(toClaim))
      const claimed = await claim(storage, claims.flat(), isClockRight())
      if (claimed.length === 0 && performance.now() - clearedAt > clearPause) {
        await clearBlocked(storage, partners, time)
        clearedAt = performance.now()
      }
      troubled = false
      return claimed
    } catch (err) {
      // One line an outage, not one a second.
      if (!troubled) log.error({ err }, 'Failed to read the outbox; will retry')
      troubled = true
      return []
    }
  }

  async function toClaim(partner: string) {
    const room = gives(partner) ? await circuits.room(partner) : 'all'
    const ids = [...(underWay.get(partner)?.keys() ?? [])]
    const limit = { all: mostPerPartner, one: 1, none: 0 }[room] - ids.length
    if (limit <= 0) return []
    const time = now()
    return [{ partner, limit, now: time, leaseUntil: time + leaseMs, underWay: ids }]
  }

  function start(delivery: ClaimedDelivery): void {
    const deliveries = underWay.get(delivery.partner) ?? new Map<string, Promise<void>>()
    underWay.set(delivery.partner, deliveries)
    const delivered = deliver(delivery).finally(() => {
      deliveries.delete(delivery.id)
      pause.wake()
    })
    deliveries.set(delivery.id, delivered)
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const asked = offersAsked(delivery)
      const made = await inTurn(delivery, asked).catch((error) => brokenOff(delivery, error))
      const outcome = outcomeOf(delivery, made, { now: now(), random })
      report(delivery, made, outcome)
      const tell = () => options.awaitedDeliveries?.report(delivery.subject, delivery.id, outcome.state === 'delivered')
      // Who waits for offers wants to read them, and so waits until they are stored.
      if (!isImmediate(delivery.kind)) tell()
      await write(delivery, outcome, asked && { asked, made })
      if (isImmediate(delivery.kind)) tell()
      if (isAwaited(delivery.kind) || asked) storage.notify(delivery.subject)
      if (!asked) return
      options.onAnswered?.(delivery.subject)
      // A sandbox says nothing of the partner itself.
      if (!delivery.isTest && made.kind !== 'waiting')
        await circuits.report(delivery.partner, made.kind !== 'failed').catch(unlessUnavailable)
    } catch (err) {
      log.error(
        { err, delivery: delivery.id },
        'Failed to store the outcome of a delivery; it is sent again when its lease ends',
      )
    }
  }

  /** Storage may be away for a moment: worth waiting for, because what is not settled is sent twice. */
  async function write(delivery: ClaimedDelivery, outcome: Outcome, answer: OffersTry | null): Promise<void> {
    let isRerouted = false
    for (;;) {
      try {
        const { statements, notes } = await answered(delivery, outcome, answer)
        const noted = notes.length > 0 ? { ...outcome, last_error: notes.join(' ') } : outcome
        if (outcome.state !== 'rejected') await settle(storage, delivery, noted, now(), statements)
        else {
          if (!isRerouted) await reroute(delivery, outcome)
          isRerouted = true
          if (statements.length > 0) await storage.atomic(statements)
        }
        return
      } catch (error) {
        if (!(error instanceof StorageUnavailable) || stopping || now() >= delivery.leaseUntil) throw error
        await sleep(pollMs)
      }
    }
  }

  /** What a try of a delivery with offers changes about the page of its lead, and what its log says of that. */
  async function answered(
    { subject: lead, partner, delivery }: ClaimedDelivery,
    { state }: Outcome,
    answer: OffersTry | null,
  ): Promise<{ statements: Statement[]; notes: string[] }> {
    if (!answer || state === 'pending') return { statements: [], notes: [] }
    const { asked, made } = answer
    const reply = made.kind === 'delivered' ? made.reply : undefined
    if (!reply?.ok) return { statements: [touchResults(lead)], notes: reply ? [reply.reason] : [] }
    const read = await readAnswer(storage, { lead, partner, delivery, isWhole: true, asked, json: reply.json }, now())
    return { statements: read?.statements ?? [], notes: read?.refused ?? [] }
  }

  /** One try, when it is the partner's turn and it may be asked. */
  async function inTurn(delivery: ClaimedDelivery, asked: AskedOffers | null): Promise<AttemptOutcome> {
    if (!asked) return attempt(delivery, context)
    const held = await heldUp(delivery, asked).catch((error): AttemptOutcome => {
      unlessUnavailable(error)
      return { kind: 'waiting', error: 'Storage was not available.', dueAt: now() + second }
    })
    if (typeof held !== 'number') return held
    await sleep(held)
    return attempt(delivery, context)
  }

  /** For how long a call waits for its turn, in ms; or that it is put off. */
  async function heldUp(
    { partner, isTest }: ClaimedDelivery,
    { perMinute }: AskedOffers,
  ): Promise<number | AttemptOutcome> {
    const wait = perMinute === undefined ? 0 : await circuits.turn(partner, perMinute)
    if (wait === null) {
      const error = `The partner is called ${perMinute} times a minute at most.`
      return { kind: 'waiting', error, dueAt: now() + longestTurn }
    }
    const refused = isTest ? null : await circuits.admit(partner)
    if (refused === null) return wait
    const error = 'The partner is not called for a while, since its last calls failed.'
    return { kind: 'waiting', error, dueAt: now() + refused }
  }

  /** What a delivery asks its partner for, if that answers leads with offers. */
  function offersAsked({ partner, delivery, topic }: ClaimedDelivery): AskedOffers | null {
    const definition = options.partners()[partner]?.deliveries[delivery]
    return topic === 'lead' && definition ? askedOffers(definition) : null
  }

  function gives(partner: string): boolean {
    return Object.values(options.partners()[partner]?.deliveries ?? {}).some((each) => askedOffers(each) !== null)
  }

  async function reroute(delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
    const { to } = await options.reroute(delivery, outcome)
    const { id, subject: lead, partner } = delivery
    if (to === null) log.warn({ delivery: id, lead, partner }, 'Partner rejected a lead; it goes to no other partner')
    else if (to.length > 0)
      log.info({ delivery: id, lead, partner, to }, 'Partner rejected a lead; it goes to the next partner')
    else log.warn({ delivery: id, lead, partner }, 'Partner rejected a lead; no other partner accepts it')
  }

  /** A bug, or a payload that cannot be read: a failure like others. What is thrown may repeat the payload and is not said. */
  function brokenOff({ id, partner }: ClaimedDelivery, error: unknown): AttemptOutcome {
    const { name = 'unknown', code, stack = '' } = error as { name?: string; code?: string; stack?: string }
    const at = stack.split('\n').filter((line) => /^ +at /.test(line))
    log.error(
      { delivery: id, partner, error: name, at },
      'Delivery attempt failed with an unexpected error; will retry',
    )
    return failed(`The attempt failed with an unexpected error (${[name, code].filter(Boolean).join(', ')}).`)
  }

  function report(delivery: ClaimedDelivery, { kind }: AttemptOutcome, { state, last_error: error }: Outcome): void {
    const { id, partner, attempt } = delivery
    if (state === 'cancelled' || state === 'erased') {
      log.info({ delivery: id, partner }, 'Delivery skipped: no longer needed')
      return
    }
    if (kind === 'waiting') {
      // One line for all that wait for the same.
      const reason = `${partner}/${delivery.delivery}: ${error}`
      if (!awaited.has(reason)) log.warn({ partner, error }, 'Deliveries postponed without using an attempt')
      awaited.add(reason)
      return
    }
    options.onTry?.({ partner, topic: delivery.topic, outcome: state })
    if (state === 'delivered') log.info({ delivery: id, partner, attempt }, 'Delivered.')
    else if (state === 'bounced') log.warn({ delivery: id, partner, error }, 'Mail bounced; will not retry')
    else if (state === 'pending') log.warn({ delivery: id, partner, attempt, error }, 'Delivery failed; will retry')
    else if (state !== 'rejected')
      log.error(
        { delivery: id, partner, attempt, error },
        'Delivery failed after the last attempt; replay it with leadwright deliveries replay',
      )
  }

  const running = run()
  return {
    wake: () => pause.wake(),
    async stop() {
      stopping = true
      pause.wake()
      const stopTimer = new AbortController()
      const late = sleep(stopMs, true, { signal: stopTimer.signal }).catch(() => false)
      if (await Promise.race([running, late])) log.warn({}, 'Deliveries were interrupted; they are sent again')
      stopTimer.abort()
    },
  }
}

/** What is only counted need not be written while storage is away. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailable)) throw error
}

/** A try of a delivery with offers. */
interface OffersTry {
  asked: AskedOffers
  made: AttemptOutcome
}

/** What a try needs to know and reach. */
interface AttemptContext extends SendContext {
  partners: () => Record<string, PartnerDefinition>
  writeDeferred: WriteDeferred
  /** The installation's own. */
  hash: KeyedHash
  /** Puts the contents of a lead's files into a payload. */
  fillFiles?: (lead: string, payload: string) => Promise<string>
}

/** Tries a delivery once; to a partner, as the definitions have it now. */
export async function attempt(claimed: ClaimedDelivery, context: AttemptContext): Promise<AttemptOutcome> {
  const message = { ...claimed, messageId: messageId(claimed) }
  if (claimed.partner === visitors) return sendToVisitor(message, context)
  const definition = context.partners()[claimed.partner]?.deliveries[claimed.delivery]
  const name = `${claimed.partner}/${claimed.delivery}`
  // An operator can mend both, so they are retried like an outage.
  if (!definition) return failed(`The definitions lack the delivery ${name}.`)
  const kind = kindOf(definition)
  if (!kind.send || definition.kind !== claimed.kind)
    return failed(`The kind of the delivery ${name} changed from ${claimed.kind} to ${definition.kind}.`)
  // What is stored has no copy of them.
  const payload = (await context.fillFiles?.(claimed.subject, claimed.payload)) ?? claimed.payload
  return kind.send({ ...message, payload }, definition, context)
}

/** Receivers drop repeats by this id. What an operator sends anew is no repeat. */
function messageId({ id, replay }: ClaimedDelivery): string {
  return replay === 0 ? id : uuidFromName(`replay ${replay}`, id)
}

/** Decides what an attempt makes of its delivery: delivered, tried again later, rejected, dead, or cancelled. */
function outcomeOf(
  { attempt }: ClaimedDelivery,
  made: AttemptOutcome,
  { now, random }: { now: number; random: () => number },
): Outcome {
  if (made.kind === 'delivered') {
    const kept = made.kept !== undefined && { payload: made.kept }
    const delivered_at = new Date(now).toISOString()
    return { state: 'delivered', last_error: null, delivered_at, external_id: made.externalId ?? null, ...kept }
  }
  if (made.kind === 'over') return { state: 'cancelled', cancel_reason: 'superseded', last_error: null, payload: '' }
  if (made.kind === 'waiting')
    return { state: 'pending', last_error: made.error, due_at: made.dueAt ?? now + waitingPause, attempts: attempt - 1 }
  if (made.kind === 'rejected') return { state: 'rejected', last_error: made.error }
  if (made.kind === 'bounced') return { state: 'bounced', last_error: made.error }
  if (made.kind === 'gone') return { state: 'dead', last_error: made.error }
  const due = nextTry({ attempts: attempt, now, random, retryAfter: made.retryAfter })
  if (due === null) return { state: 'dead', last_error: made.error }
  return { state: 'pending', last_error: made.error, due_at: due }
}

/** One try. */
async function sendToVisitor(
  message: ClaimedDelivery & { messageId: string },
  { mailer, writeDeferred, hash }: Pick<AttemptContext, 'mailer' | 'writeDeferred' | 'hash'>,
): Promise<AttemptOutcome> {
  if (!mailer) return waitsFor(unset('SMTP_URL'))
  if (isWithoutToken(message.payload))
    return { kind: 'gone', error: 'Its link was deleted when the mail was sent, so it can no longer be resent.' }
  const mail = JSON.parse(message.payload) as VisitorMail
  const written = isDeferred(mail)
    ? await writeDeferred({ ...message, deferred: mail })
    : { kind: 'written' as const, mail }
  if (written.kind !== 'written') return written
  const isOfPage = message.topic === 'offers' || message.topic === 'offer-expiry'
  const leaving = isOfPage ? withPageToken(written.mail, resultsToken(hash, message.subject)) : written.mail
  const outcome = await sendMail(mailer, { id: message.messageId, isAutomatic: true, ...setMail(leaving) })
  const sent = JSON.stringify(written.mail)
  return outcome.kind === 'delivered' && hasToken(sent) ? { ...outcome, kept: withoutToken(sent) } : outcome
}

/** What the next try depends on. `attempts` counts the tries made; `random` gives numbers in [0, 1). */
interface FailedTry {
  attempts: number
  now: number
  random: () => number
  retryAfter: string | null
}

/**
 * When to try again, in milliseconds since the epoch, or null when there are no tries left.
 *
 * Jitter of up to 20 % keeps a recovered partner from getting everything at once. A later `Retry-After` is obeyed, up to
 * a day.
 */
export function nextTry({ attempts, now, random, retryAfter }: FailedTry): number | null {
  const wait = schedule[attempts]
  if (wait === undefined) return null
  const scheduled = now + Math.round(wait * (1 + mostJitter * random()))
  const asked = parseRetryAfter(retryAfter, now) ?? scheduled
  return Math.max(scheduled, Math.min(asked, now + longestRetryAfter))
}

/**
 * When a reply's `Retry-After` asks to be tried again, in milliseconds since the epoch; null when it says nothing that
 * can be read. Seconds or an HTTP date (RFC 9110 §10.2.3).
 */
function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return now + Number(text) * 1000
  if (!httpDate.test(text)) return null
  // The asctime form names no zone, and is in GMT all the same.
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? null : time
}

/** Counts tries to deliver and shows what waits, by partner. Returns what each try is told to. */
export function outboxMetrics(registry: Registry, storage: Storage): (event: RelayEvent) => void {
  const registers = [registry]
  type Backlog = Awaited<ReturnType<typeof backlog>>
  let reading: Promise<Backlog | null> | null = null
  /** One reading for all that are shown together. The process's own figures are worth having while storage is away. */
  const read = () => {
    reading ??= inTime(deadlineMs, backlog(storage))
      .catch((error) => {
        if (error instanceof StorageUnavailable) return null
        throw error
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, of: (found: Backlog) => [partner: string, value: number][]) =>
    new Gauge({
      name,
      help,
      labelNames: ['partner'],
      registers,
      async collect() {
        const found = await read()
        this.reset()
        for (const [partner, value] of found ? of(found) : []) this.set({ partner }, value)
      },
    })
  gauge('leadwright_deliveries_waiting', 'Waiting deliveries, by partner.', ({ waiting }) =>
    waiting.map(({ partner, count }) => [partner, count]),
  )
  gauge('leadwright_delivery_lag_seconds', 'Seconds since the most overdue delivery was due.', ({ waiting }) =>
    waiting.map(({ partner, due }) => [partner, Math.max(0, Date.now() - due) / 1000]),
  )
  gauge('leadwright_deliveries_dead', 'Deliveries that failed after the last attempt, by partner.', ({ dead }) =>
    dead.map(({ partner, count }) => [partner, count]),
  )
  new Gauge({
    name: 'leadwright_notices_by_hand',
    help: 'Withdrawals that an operator must pass on, because the partner has no request for them.',
    registers,
    async collect() {
      const found = await read()
      if (found) this.set(found.byHand)
      else this.reset()
    },
  })
  const attempts = new Counter({
    name: 'leadwright_delivery_attempts_total',
    help: 'Delivery attempts, by partner and outcome.',
    labelNames: ['partner', 'outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'leadwright_mails_sent_total',
    help: 'Mails to visitors that a mail server accepted, by topic: confirmation, receipt, reminder, offers, offer-expiry, unsubscribe-link, resume.',
    labelNames: ['mail'],
    registers,
  })
  return ({ partner, topic, outcome }) => {
    attempts.inc({ partner, outcome })
    if (partner === visitors && outcome === 'delivered') mails.inc({ mail: topic })
  }
}

/** For how long a visitor waits for the provider, in ms (shared reading of the portal's section 4). */
const visitorWaitMs = 10_000

/** Tells pages how the first try went that they wait for. */
export interface AwaitedDeliveries {
  /**
   * Whether those who are awaited took a lead at the first try; null when the lead goes to none of them. Whichever
   * server makes the try says how it went: this one's relay at once, another's by the database.
   */
  ofLead(lead: string): Promise<boolean | null>
  /** Resolves once the offers are stored that are computed here, and after a second at the latest. */
  ofOffers(lead: string): Promise<void>
  /** A try of this process went so. */
  report(subject: string, message: string, isDelivered: boolean): void
  /** Another process tried a message of this subject. */
  look(subject: string): void
}

const kinds = Object.keys(deliveryKinds) as DeliveryDefinition['kind'][]

const awaited = kinds.filter((kind) => deliveryKinds[kind].isAwaited)

const immediate = kinds.filter((kind) => deliveryKinds[kind].isImmediate)

/** Whether pages wait for the first try of messages of this kind. */
export function isAwaited(kind: string): boolean {
  return (awaited as string[]).includes(kind)
}

/** Whether pages wait a moment for the offers of messages of this kind. */
export function isImmediate(kind: string): boolean {
  return (immediate as string[]).includes(kind)
}

interface Waiter {
  subject: string
  /** How the tries of this process went, by message. */
  told: Map<string, boolean>
  pause: WakeablePause
}

/**
 * @param lookMs how often to look for what another server did and could not say
 * @param offersWaitMs for how long a visitor waits for offers that are computed here
 */
export function openAwaitedDeliveries(
  storage: Storage,
  { lookMs = 1000, offersWaitMs = 1000 }: { lookMs?: number; offersWaitMs?: number | undefined } = {},
): AwaitedDeliveries {
  const waiters = new Set<Waiter>()

  /** @param of which kinds are waited for @param most for how long, in ms */
  async function wait({ subject, told, pause }: Waiter, of: typeof kinds, most: number): Promise<boolean | null> {
    const end = performance.now() + most
    let rows = await standing(storage, subject, of)
    for (;;) {
      if (rows.length === 0) return null
      const outcomes = rows.map((row) => told.get(String(row.id)) ?? isTaken(row))
      if (!outcomes.includes(null)) return !outcomes.includes(false)
      const left = end - performance.now()
      if (left <= 0) return false
      const known = told.size
      await pause.wait(Math.min(lookMs, left))
      if (told.size === known) rows = await standing(storage, subject, of)
    }
  }

  async function waitFor(subject: string, kinds: typeof awaited, most: number): Promise<boolean | null> {
    const waiter = { subject, told: new Map<string, boolean>(), pause: wakeablePause() }
    // Before the first look: a try that ends while it is under way must not be missed.
    waiters.add(waiter)
    // The lead is stored: what is asked from here on is not about that any more, and may take longer.
    return withDeadline(most + 2000, () => wait(waiter, kinds, most)).finally(() => waiters.delete(waiter))
  }

  const of = (subject: string) => [...waiters].filter((waiter) => waiter.subject === subject)
  return {
    ofLead: (subject) => waitFor(subject, awaited, visitorWaitMs),
    async ofOffers(subject) {
      // What storage takes counts too: the visitor goes on without it.
      const asked = waitFor(subject, immediate, offersWaitMs).catch(() => null)
      await Promise.race([asked, sleep(offersWaitMs, undefined, { ref: false })])
    },
    report(subject, message, isDelivered) {
      for (const { told, pause } of of(subject)) {
        told.set(message, isDelivered)
        pause.wake()
      }
    },
    look(subject) {
      for (const { pause } of of(subject)) pause.wake()
    },
  }
}

/** null while the first try is to come or under way. */
function isTaken({ state, last_error: error, lease_until: lease }: Row): boolean | null {
  if (state === 'delivered') return true
  // Also one that waits for its key has been tried in vain.
  return state !== 'pending' || (error !== null && lease === null) ? false : null
}

/** Wakes a loop that waits. A call while nobody waits is kept for the next wait. */
interface WakeablePause {
  wake(): void
  /** Resolves when woken, and after `ms` at the latest. */
  wait(ms: number): Promise<void>
}

/** A pause that one loop waits in. */
function wakeablePause(): WakeablePause {
  let wasWoken = false
  let end = () => {}
  return {
    wake() {
      wasWoken = true
      end()
    },
    async wait(ms) {
      if (!wasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wasWoken = false
    },
  }
}
