import { onTestFinished } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { failed } from '../../channels/channel.ts'
import { recordOutcome } from '../../leads/deliveries.ts'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../../leads/testing/sample-lead.ts'
import type { WriteDeferred } from '../../mail/write-deferred.ts'
import { createOutbound } from '../../outbound/outbound.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { type Relay, type RelayOptions, type Reroute, startRelay } from '../relay.ts'

/** A signing secret that receivers and relay share. */
export const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`

/** A relay on real storage with a clock that the test moves. */
export interface RelayBench {
  storage: Storage
  relay: Relay
  clock: { now: number }
  /** The lines that the relay logged. */
  lines: string[]
  /** Stores a lead with a webhook to each partner. */
  enqueue(...partners: string[]): Promise<void>
  /** Every row of the outbox, by partner. */
  deliveries(): Promise<Row[]>
}

/** Where there are no definitions to write receipts from. */
export const noReceipts: WriteDeferred = async () => failed('There are no definitions.')

/** Where there are no definitions to route by. */
function toNobody(storage: Storage): Reroute {
  return async (delivery, outcome) => {
    await storage.atomic(recordOutcome(delivery, outcome, Date.now()))
    return { to: null }
  }
}

/** Starts a relay to partners by URL; its clock stands still until moved, its polls are quick. */
export async function startBench(
  urls: Record<string, string>,
  options: Partial<RelayOptions> = {},
): Promise<RelayBench> {
  const storage = options.storage ?? (await temporaryStorage())
  const clock = { now: Date.now() }
  const lines: string[] = []
  const log = (_fields: object, message: string) => void lines.push(message)
  const partners = Object.fromEntries(Object.entries(urls).map(([id, url]) => [id, partnerAt(id, url)]))
  const outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  const relay = startRelay({
    storage,
    partners: () => partners,
    writeDeferred: noReceipts,
    hash: (purpose, text) => `${purpose} ${text}`,
    reroute: toNobody(storage),
    secrets: (variable) => (variable === 'SECRET' ? secret : undefined),
    now: () => clock.now,
    random: () => 0,
    log: { info: log, warn: log, error: log },
    outbound,
    mailer: null,
    tariffs: () => new Map(),
    pollMs: 5,
    ...options,
  })
  onTestFinished(async () => {
    await relay.stop()
    await outbound.close()
  })
  return {
    storage,
    relay,
    clock,
    lines,
    async enqueue(...partnerIds) {
      const deliveries = partnerIds.map((partner) => sampleDelivery(partner, 'webhook', { to: partner }))
      await storeLead(storage, sampleLead({ receivedAt: new Date(clock.now).toISOString(), deliveries }))
      relay.wake()
    },
    async deliveries() {
      const [rows = []] = await storage.atomic([
        { sql: 'SELECT * FROM deliveries ORDER BY partner, id', parameters: [] },
      ])
      return rows
    },
  }
}

function partnerAt(name: string, url: string): PartnerDefinition {
  const deliveries = { hook: { kind: 'webhook', url, secretVariable: 'SECRET' } } as const
  return { name, filters: [{ form: 'home-insurance' }], deliveries }
}
