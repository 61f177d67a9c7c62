import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** GET /metrics, for Prometheus: requests and the process. Returns where each domain adds its own; labels never name persons. */
export function metricRoutes(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'leadwright_' })
  const requests = new Histogram({
    name: 'leadwright_request_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.075, 0.3, 1, 5, 15],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  )
  return registry
}
