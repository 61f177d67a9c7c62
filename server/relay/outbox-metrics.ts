import { Counter, Gauge, type Registry } from 'prom-client'
import { backlog, visitors } from '#server/leads'
import { inTime, type Storage, StorageUnavailable } from '#server/storage'
import type { RelayEvent } from './relay.ts'

/** How long a reading waits for storage, in ms. */
const patience = 1000

/** Counts tries to deliver and shows what waits, by partner. Returns what each try is told to. */
export function outboxMetrics(registry: Registry, storage: Storage): (event: RelayEvent) => void {
  const registers = [registry]
  type Backlog = Awaited<ReturnType<typeof backlog>>
  let reading: Promise<Backlog | null> | null = null
  /** One reading for all that are shown together. The process's own figures are worth having while storage is away. */
  const read = () => {
    reading ??= inTime(patience, backlog(storage))
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
  gauge('leadwright_deliveries_waiting', 'Deliveries that wait, by partner.', ({ waiting }) =>
    waiting.map(({ partner, count }) => [partner, count]),
  )
  gauge('leadwright_delivery_lag_seconds', 'For how long the most overdue delivery has been due.', ({ waiting }) =>
    waiting.map(({ partner, due }) => [partner, Math.max(0, Date.now() - due) / 1000]),
  )
  gauge('leadwright_deliveries_dead', 'Deliveries that were given up, by partner.', ({ dead }) =>
    dead.map(({ partner, count }) => [partner, count]),
  )
  new Gauge({
    name: 'leadwright_notices_by_hand',
    help: 'Withdrawals that an operator has to pass on, since the partner has no request for them.',
    registers,
    async collect() {
      const found = await read()
      if (found) this.set(found.byHand)
      else this.reset()
    },
  })
  const attempts = new Counter({
    name: 'leadwright_delivery_attempts_total',
    help: 'Tries to deliver, by partner and what came of them.',
    labelNames: ['partner', 'outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'leadwright_mails_sent_total',
    help: 'Mails to visitors that a mail server took, by topic: confirmation, receipt, reminder, unsubscribe-link, resume.',
    labelNames: ['mail'],
    registers,
  })
  return ({ partner, topic, outcome }) => {
    attempts.inc({ partner, outcome })
    if (partner === visitors && outcome === 'delivered') mails.inc({ mail: topic })
  }
}
