import { setTimeout as sleep } from 'node:timers/promises'
import { type AttemptOutcome, failed } from '../delivery/delivery-kind.ts'
import { type Row, type Storage, StorageUnavailable } from '../storage/storage.ts'
import { type AttemptContext, attempt } from './attempt.ts'
import { bringForward, type ClaimedDelivery, claimDue, implausible, selectWaitingPartners, toClaimed } from './claim.ts'
import { type FirstTries, isAwaited } from './first-tries.ts'
import { bringLater, selectLater } from './later.ts'
import type { PassOn } from './pass-on.ts'
import { type Settlement, settle, settlementOf, tryWaiting } from './settle.ts'
import { wakeablePause } from './wakeable-pause.ts'

/** Where the relay reports; pino fits. */
export interface RelayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What came of a try. */
export interface RelayEvent {
  partner: string
  delivery: string
  outcome: 'delivered' | 'pending' | 'bounced' | 'refused' | 'dead'
}

/** What the relay works with. Times are milliseconds; `random` gives numbers in [0, 1). */
export interface RelayOptions extends Omit<AttemptContext, 'timeoutMs'> {
  storage: Storage
  random: () => number
  log: RelayLog
  /** Told of each delivery that a partner refused, to settle it. */
  passOn: PassOn
  /** Whether nothing speaks against this server's clock. */
  isClockRight?: () => boolean
  /** Told of each try, for who waits for it. */
  firstTries?: FirstTries
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
  let stopping = false
  let troubled = false

  async function run(): Promise<void> {
    await storage.atomic([tryWaiting(now())]).catch(() => undefined)
    while (!stopping) {
      const claimed = await claim()
      for (const delivery of claimed) start(delivery)
      if (claimed.length === 0) await pause.wait(pollMs)
    }
    await Promise.all([...underWay.values()].flatMap((deliveries) => [...deliveries.values()]))
  }

  async function claim(): Promise<ClaimedDelivery[]> {
    try {
      const time = now()
      const [partners = [], later = []] = await storage.read([selectWaitingPartners, selectLater(time)])
      // Under a clock that stands ahead they would leave months too early.
      if (later.length > 0 && isClockRight()) {
        await storage.atomic([bringLater(time)])
        pause.wake()
      }
      const claims = partners.flatMap(toClaim)
      const rows = claims.length === 0 ? [] : await storage.atomic(claims)
      troubled = false
      return rows.flat().map(toClaimed)
    } catch (err) {
      // One line an outage, not one a second.
      if (!troubled) log.error({ err }, 'The relay cannot read its outbox and keeps trying.')
      troubled = true
      return []
    }
  }

  function toClaim(row: Row) {
    const partner = String(row.partner)
    const ids = [...(underWay.get(partner)?.keys() ?? [])]
    const limit = mostPerPartner - ids.length
    if (limit <= 0) return []
    const time = now()
    // A server whose own clock is behind must not take what another holds.
    const latest = isClockRight() ? time + implausible : Number.MAX_SAFE_INTEGER
    return [
      bringForward({ partner, now: time, latest }),
      claimDue({ partner, limit, now: time, leaseUntil: time + leaseMs, underWay: ids, latest }),
    ]
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
      const outcome = await attempt(delivery, context).catch((error) => brokenOff(delivery, error))
      const settlement = settlementOf(delivery, outcome, { now: now(), random })
      report(delivery, outcome, settlement)
      options.firstTries?.report(delivery.subject, delivery.id, settlement.state === 'delivered')
      await write(delivery, settlement)
      if (isAwaited(delivery.kind)) storage.notify(delivery.subject)
    } catch (err) {
      log.error(
        { err, delivery: delivery.id },
        'A delivery could not be settled; it is sent again when its lease ends.',
      )
    }
  }

  /** Storage may be away for a moment: worth waiting for, because what is not settled is sent twice. */
  async function write(delivery: ClaimedDelivery, settlement: Settlement): Promise<void> {
    for (;;) {
      try {
        if (settlement.state === 'refused') await passOn(delivery, settlement)
        else await storage.atomic([settle(delivery, settlement)])
        return
      } catch (error) {
        if (!(error instanceof StorageUnavailable) || stopping || now() >= delivery.leaseUntil) throw error
        await sleep(pollMs)
      }
    }
  }

  async function passOn(delivery: ClaimedDelivery, settlement: Settlement): Promise<void> {
    const { to } = await options.passOn(delivery, settlement)
    const { id, subject: lead, partner } = delivery
    if (to === null) log.warn({ delivery: id, lead, partner }, 'Refused by its partner. The lead goes to nobody else.')
    else if (to.length > 0) log.info({ delivery: id, lead, partner, to }, 'Refused by its partner. The lead goes on.')
    else log.warn({ delivery: id, lead, partner }, 'Refused by its partner, and nobody is left who takes the lead.')
  }

  /** A bug, or a payload that cannot be read: a failure like others. What is thrown may repeat the payload and is not said. */
  function brokenOff({ id, partner }: ClaimedDelivery, error: unknown): AttemptOutcome {
    const { name = 'unknown', code, stack = '' } = error as { name?: string; code?: string; stack?: string }
    const at = stack.split('\n').filter((line) => /^ +at /.test(line))
    log.error({ delivery: id, partner, error: name, at }, 'A try broke off.')
    return failed(`The try broke off (${[name, code].filter(Boolean).join(', ')}).`)
  }

  function report(delivery: ClaimedDelivery, { kind }: AttemptOutcome, { state, last_error: error }: Settlement): void {
    const { id, partner, attempt } = delivery
    if (state === 'erased') {
      log.info({ delivery: id, partner }, 'Its lead was erased: nothing is sent.')
      return
    }
    if (kind === 'waiting') {
      // One line for all that wait for the same.
      const reason = `${partner}/${delivery.delivery}: ${error}`
      if (!awaited.has(reason)) log.warn({ partner, error }, 'Deliveries wait, and use up no tries.')
      awaited.add(reason)
      return
    }
    options.onTry?.({ partner, delivery: delivery.delivery, outcome: state })
    if (state === 'delivered') log.info({ delivery: id, partner, attempt }, 'Delivered.')
    else if (state === 'bounced') log.warn({ delivery: id, partner, error }, 'Mail bounced; not tried again.')
    else if (state === 'pending')
      log.warn({ delivery: id, partner, attempt, error }, 'Delivery failed; tried again later.')
    else if (state !== 'refused') log.error({ delivery: id, partner, attempt, error }, 'Delivery given up.')
  }

  const running = run()
  return {
    wake: () => pause.wake(),
    async stop() {
      stopping = true
      pause.wake()
      const patience = new AbortController()
      const late = sleep(stopMs, true, { signal: patience.signal }).catch(() => false)
      if (await Promise.race([running, late])) log.warn({}, 'Deliveries were left on their way; they are sent again.')
      patience.abort()
    },
  }
}
