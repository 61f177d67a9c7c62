import { Gauge, type Registry } from 'prom-client'
import type { LiveCatalog } from '#engine/node'

/** Shows how many definitions are not live as their files have them. */
export function definitionMetrics(registry: Registry, live: LiveCatalog): void {
  new Gauge({
    name: 'leadwright_definitions_set_aside',
    help: 'Definitions that are not live as their files have them, by what visitors have instead.',
    labelNames: ['live'],
    registers: [registry],
    collect() {
      for (const version of ['last good', 'absent'] as const)
        this.set({ live: version }, live.setAside().filter((aside) => aside.live === version).length)
    },
  })
}
