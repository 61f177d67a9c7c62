import { Gauge, type Registry } from 'prom-client'
import { subscriptionTotals } from '#server/leads'
import { inTime, type Storage, StorageUnavailable } from '#server/storage'

/** How long a reading waits for storage, in ms. */
const patience = 1000

/** Shows how many signed up for newsletters, confirmed and unsubscribed: read from storage, so that no restart forgets it. */
export function subscriptionMetrics(registry: Registry, storage: Storage): void {
  new Gauge({
    name: 'leadwright_subscriptions',
    help: 'Subscriptions to newsletters by form and by what happened to them so far.',
    labelNames: ['form', 'event'],
    registers: [registry],
    async collect() {
      const totals = await inTime(patience, subscriptionTotals(storage)).catch((error) => {
        if (error instanceof StorageUnavailable) return []
        throw error
      })
      this.reset()
      for (const { form, signedUp, confirmed, unsubscribed } of totals)
        for (const [event, count] of Object.entries({ 'signed up': signedUp, confirmed, unsubscribed }))
          this.set({ form, event }, count)
    },
  })
}
