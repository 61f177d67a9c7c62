import { Counter, Gauge, type Registry } from 'prom-client'
import { visitors } from '../mail/visitor-mail.ts'
import { inTime } from '../storage/patience.ts'
import { type Row, type Storage, StorageUnavailable } from '../storage/storage.ts'
import { wayOf } from './message.ts'
import type { RelayEvent } from './relay.ts'

/** How long a reading waits for storage, in ms. */
const patience = 1000

/** Counts tries to deliver and shows what waits, by partner. Returns what each try is told to. */
export function outboxMetrics(registry: Registry, storage: Storage): (event: RelayEvent) => void {
  const registers = [registry]
  let reading: Promise<Row[][]> | null = null
  /** One reading for all that are shown together. The process's own figures are worth having while storage is away. */
  const read = () => {
    reading ??= inTime(patience, storage.read([outbox, givenUp]))
      .catch(nothing)
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, of: (found: Row[][]) => [Row, number][]) =>
    new Gauge({
      name,
      help,
      labelNames: ['partner'],
      registers,
      async collect() {
        const values = of(await read())
        this.reset()
        for (const [{ partner }, value] of values) this.set({ partner: String(partner) }, value)
      },
    })
  gauge('leadwright_deliveries_waiting', 'Deliveries that wait, by partner.', ([waiting = []]) =>
    waiting.map((row) => [row, Number(row.count)]),
  )
  gauge('leadwright_delivery_lag_seconds', 'For how long the most overdue delivery has been due.', ([waiting = []]) =>
    waiting.map((row) => [row, Math.max(0, Date.now() - Number(row.due)) / 1000]),
  )
  gauge('leadwright_deliveries_dead', 'Deliveries that were given up, by partner.', ([, dead = []]) =>
    dead.map((row) => [row, Number(row.count)]),
  )
  const attempts = new Counter({
    name: 'leadwright_delivery_attempts_total',
    help: 'Tries to deliver, by partner and what came of them.',
    labelNames: ['partner', 'outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'leadwright_mails_sent_total',
    help: 'Mails to visitors that a mail server took, by what they are for: confirm, receipt, reminder, unsubscribe-link.',
    labelNames: ['mail'],
    registers,
  })
  return ({ partner, delivery, outcome }) => {
    attempts.inc({ partner, outcome })
    if (partner === visitors && outcome === 'delivered') mails.inc({ mail: wayOf(delivery) })
  }
}

function nothing(error: unknown): Row[][] {
  if (error instanceof StorageUnavailable) return []
  throw error
}

const outbox = {
  sql: `SELECT partner, count(*) AS count, min(due_at) AS due FROM deliveries
    WHERE state = 'pending' AND kind <> 'pull' GROUP BY partner`,
  parameters: [],
}

const givenUp = {
  sql: "SELECT partner, count(*) AS count FROM deliveries WHERE state = 'dead' GROUP BY partner",
  parameters: [],
}
