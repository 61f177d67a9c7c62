import { Gauge, type Registry } from 'prom-client'
import { inTime } from '../storage/patience.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'

/** How long a reading waits for storage, in ms. */
const patience = 1000

const counts = {
  sql: `SELECT form, count(*) AS signed_up, count(confirmed_at) AS confirmed, count(unsubscribed_at) AS unsubscribed
    FROM subscriptions GROUP BY form`,
  parameters: [],
}

const events = { 'signed up': 'signed_up', confirmed: 'confirmed', unsubscribed: 'unsubscribed' } as const

/** Shows how many signed up for newsletters, confirmed and unsubscribed: read from storage, so that no restart forgets it. */
export function subscriptionMetrics(registry: Registry, storage: Storage): void {
  new Gauge({
    name: 'leadwright_subscriptions',
    help: 'Subscriptions to newsletters by form and by what happened to them so far.',
    labelNames: ['form', 'event'],
    registers: [registry],
    async collect() {
      const [rows = []] = await inTime(patience, storage.read([counts])).catch((error) => {
        if (error instanceof StorageUnavailable) return []
        throw error
      })
      this.reset()
      for (const row of rows)
        for (const [event, column] of Object.entries(events))
          this.set({ form: String(row.form), event }, Number(row[column]))
    },
  })
}
