import { setTimeout as sleep } from 'node:timers/promises'
import { type Row, type Storage, StorageUnavailable } from '#server/storage/storage.ts'
import { type AttemptContext, attempt } from './attempt.ts'
import { createBell } from './bell.ts'
import { type ClaimedDelivery, claimDue, selectWaitingPartners, toClaimed } from './claim.ts'
import { type Settlement, settle, settlementOf } from './settle.ts'

/** Where the relay reports; pino fits. */
export interface RelayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What came of a try. */
export interface RelayEvent {
  partner: string
  outcome: 'delivered' | 'pending' | 'dead'
}

/** What the relay works with. Times are milliseconds; `random` gives numbers in [0, 1). */
export interface RelayOptions extends Omit<AttemptContext, 'timeoutMs'> {
  storage: Storage
  random: () => number
  log: RelayLog
  /** Told of each try, for counting. */
  onTry?: (event: RelayEvent) => void
  /** How often to look for due deliveries when nobody rings. */
  pollMs?: number
  /** How long a claim holds; longer than a try takes. */
  leaseMs?: number
  /** How long a partner may take to answer. */
  timeoutMs?: number
}

/** A running relay. */
export interface Relay {
  /** Says that deliveries were stored, so that they leave at once. */
  wake(): void
  /** Claims nothing more, and resolves when what is on its way has arrived or failed and is settled. */
  stop(): Promise<void>
}

/** How many deliveries to one partner are under way at a time: what a slow partner can hold up, and only its own. */
const mostPerPartner = 8

/** Starts to deliver from the outbox, at least once each, and goes on until stopped. */
export function startRelay(options: RelayOptions): Relay {
  const { storage, now, random, log, pollMs = 1000, leaseMs = 60_000, timeoutMs = 20_000 } = options
  const context: AttemptContext = { ...options, timeoutMs }
  const bell = createBell()
  const underWay = new Map<string, Set<Promise<void>>>()
  let stopping = false
  let troubled = false

  async function run(): Promise<void> {
    while (!stopping) {
      const claimed = await claim()
      for (const delivery of claimed) start(delivery)
      if (claimed.length === 0) await bell.wait(pollMs)
    }
    await Promise.all([...underWay.values()].flatMap((deliveries) => [...deliveries]))
  }

  async function claim(): Promise<ClaimedDelivery[]> {
    try {
      const [partners = []] = await storage.atomic([selectWaitingPartners])
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
    const limit = mostPerPartner - (underWay.get(partner)?.size ?? 0)
    return limit > 0 ? [claimDue({ partner, limit, now: now(), leaseUntil: now() + leaseMs })] : []
  }

  function start(delivery: ClaimedDelivery): void {
    const deliveries = underWay.get(delivery.partner) ?? new Set()
    underWay.set(delivery.partner, deliveries)
    const delivered = deliver(delivery).finally(() => {
      deliveries.delete(delivered)
      bell.ring()
    })
    deliveries.add(delivered)
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const outcome = await attempt(delivery, context)
      const settlement = settlementOf(delivery, outcome, { now: now(), random })
      report(delivery, settlement)
      options.onTry?.({ partner: delivery.partner, outcome: settlement.state })
      await write(delivery, settlement)
    } catch (err) {
      log.error({ err, delivery: delivery.id }, 'A delivery broke off; it is tried again when its lease ends.')
    }
  }

  /** Storage may be away for a moment: worth waiting for, because what is not settled is sent twice. */
  async function write(delivery: ClaimedDelivery, settlement: Settlement): Promise<void> {
    for (;;) {
      try {
        await storage.atomic([settle(delivery, settlement)])
        return
      } catch (error) {
        if (!(error instanceof StorageUnavailable) || stopping || now() >= delivery.leaseUntil) throw error
        await sleep(pollMs)
      }
    }
  }

  function report({ id, partner, attempt }: ClaimedDelivery, { state, last_error: error }: Settlement): void {
    if (state === 'delivered') log.info({ delivery: id, partner, attempt }, 'Delivered.')
    else if (state === 'pending')
      log.warn({ delivery: id, partner, attempt, error }, 'Delivery failed; tried again later.')
    else log.error({ delivery: id, partner, attempt, error }, 'Delivery given up.')
  }

  const running = run()
  return {
    wake: () => bell.ring(),
    async stop() {
      stopping = true
      bell.ring()
      await running
    },
  }
}
