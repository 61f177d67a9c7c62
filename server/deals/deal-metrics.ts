import { Counter, Gauge, type Registry } from 'prom-client'
import type { Deals } from './deals.ts'

/** Shows how many deals there are, how old their feed is, and what of it failed. */
export function dealMetrics(registry: Registry, deals: Pick<Deals, 'state' | 'failures'>): void {
  const registers = [registry]
  new Gauge({
    ...{ name: 'leadwright_deals', help: 'Deals that hold now.', registers },
    collect() {
      this.set(deals.state().shown)
    },
  })
  new Gauge({
    ...{ name: 'leadwright_deals_refused', help: 'Deals of the upstream that cannot be used.', registers },
    collect() {
      this.set(deals.state().leftOut ?? 0)
    },
  })
  new Gauge({
    ...{ name: 'leadwright_deals_age_seconds', registers },
    help: 'How long ago the upstream last said what its deals are; nothing for deals.json, and where it never did.',
    collect() {
      this.reset()
      const { ageSeconds } = deals.state()
      if (ageSeconds !== undefined) this.set(ageSeconds)
      else this.remove()
    },
  })
  let told = 0
  new Counter({
    ...{ name: 'leadwright_deals_upstream_failures_total', help: 'Fetches of the upstream that failed.', registers },
    collect() {
      this.inc(deals.failures() - told)
      told = deals.failures()
    },
  })
}
