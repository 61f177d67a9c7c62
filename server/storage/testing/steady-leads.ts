import { setTimeout as sleep } from 'node:timers/promises'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../../leads/testing/sample-lead.ts'
import { type Storage, StorageUnavailable } from '../storage.ts'

/** Leads that arrive at a storage all the time, as a server with visitors has them. */
export interface SteadyLeads {
  /** The ids of those that were acknowledged so far. */
  readonly acknowledged: readonly string[]
  /** Resolves once `count` more are acknowledged. */
  more(count: number): Promise<void>
  end(): Promise<void>
}

/**
 * Stores leads in groups of four. One that cannot be stored now is not acknowledged.
 * @param pause between two groups, in ms: 20 makes about 200 leads a second
 */
export function steadyLeads(storage: Storage, pause = 20): SteadyLeads {
  const acknowledged: string[] = []
  let isOver = false

  async function store(): Promise<void> {
    const lead = sampleLead({ deliveries: [sampleDelivery('acme', 'pull'), sampleDelivery('acme', 'webhook')] })
    try {
      await storeLead(storage, lead)
      acknowledged.push(lead.id)
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
    }
  }

  const running = (async () => {
    while (!isOver) await Promise.all([store(), store(), store(), store(), sleep(pause)])
  })()
  return {
    acknowledged,
    async more(count) {
      const goal = acknowledged.length + count
      while (acknowledged.length < goal) await sleep(5)
    },
    async end() {
      isOver = true
      await running
    },
  }
}
