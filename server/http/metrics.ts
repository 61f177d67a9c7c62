import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LiveCatalog } from '#engine/node/live-catalog.ts'
import type { RelayEvent } from '../outbox/relay.ts'
import { inTime } from '../storage/patience.ts'
import { type Row, type Storage, StorageUnavailable } from '../storage/storage.ts'

/** What became of a posted submission. */
export type SubmissionOutcome =
  | 'stored'
  | 'known'
  | 'conflict'
  | 'superseded'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'unknown'

/** What this process counts. Labels name forms, partners and routes, never persons. */
export interface Metrics {
  submission(form: string, outcome: SubmissionOutcome): void
  delivery(event: RelayEvent): void
}

/** How long a reading waits for storage, in ms. */
const patience = 1000

/** GET /metrics, for Prometheus: requests, submissions, commits, deliveries. */
export function metricRoutes(app: FastifyInstance, storage: Storage, live: LiveCatalog): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'leadwright_' })
  const requests = new Histogram({
    name: 'leadwright_request_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.075, 0.3, 1, 5, 15],
    registers,
  })
  const submissions = new Counter({
    name: 'leadwright_submissions_total',
    help: 'Posted submissions by form and outcome.',
    labelNames: ['form', 'outcome'],
    registers,
  })
  const groupSize = new Histogram({
    name: 'leadwright_commit_calls',
    help: 'How many calls shared a commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  })
  const commits = new Histogram({
    name: 'leadwright_commit_seconds',
    help: 'How long a commit took, the disk included.',
    buckets: [0.0005, 0.002, 0.005, 0.02, 0.075, 0.3, 1, 5],
    registers,
  })
  const attempts = new Counter({
    name: 'leadwright_delivery_attempts_total',
    help: 'Tries to deliver, by partner and what came of them.',
    labelNames: ['partner', 'outcome'],
    registers,
  })
  const waiting = gauge('leadwright_deliveries_waiting', 'Deliveries that wait, by partner.')
  const lag = gauge('leadwright_delivery_lag_seconds', 'For how long the most overdue delivery has been due.')
  const dead = gauge('leadwright_deliveries_dead', 'Deliveries that were given up, by partner.')

  new Gauge({
    name: 'leadwright_definitions_set_aside',
    help: 'Definitions that are not live as their files have them, by what visitors have instead.',
    labelNames: ['live'],
    registers,
    collect() {
      for (const version of ['last good', 'absent'] as const)
        this.set({ live: version }, live.setAside().filter((aside) => aside.live === version).length)
    },
  })

  function gauge(name: string, help: string): Gauge<'partner'> {
    return new Gauge({ name, help, labelNames: ['partner'], registers })
  }

  storage.observe((calls, milliseconds) => {
    groupSize.observe(calls)
    commits.observe(milliseconds / 1000)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (_, reply) => {
    for (const each of [waiting, lag, dead]) each.reset()
    // The process's own figures are worth having while storage is away: then these are left out.
    const [rows = [], given = []] = await inTime(patience, storage.atomic([outbox, givenUp])).catch(nothing)
    for (const { partner, count, due } of rows) {
      const labels = { partner: String(partner) }
      waiting.set(labels, Number(count))
      lag.set(labels, Math.max(0, Date.now() - Number(due)) / 1000)
    }
    for (const { partner, count } of given) dead.set({ partner: String(partner) }, Number(count))
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  return {
    submission: (form, outcome) => submissions.inc({ form, outcome }),
    delivery: ({ partner, outcome }) => attempts.inc({ partner, outcome }),
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
