import type { FastifyInstance, FastifyLoggerOptions, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { pathOf } from './limits.ts'

/**
 * The log: one JSON object a line for machines, a short line for a person at a terminal.
 * @param isTerminal whether somebody reads along
 */
export async function loggerOptions(level: string, isTerminal: boolean): Promise<FastifyLoggerOptions> {
  const options = {
    level,
    serializers: {
      // Addresses and queries are personal data or may hold some.
      req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request) }),
    },
  }
  if (!isTerminal) return options
  const { default: pretty } = await import('pino-pretty')
  return {
    ...options,
    stream: pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true }),
  }
}

/** The path without the address that is asked about at /geo, however that is written. */
function loggedPath({ url = '', routeOptions }: FastifyRequest): string {
  const route = routeOptions?.url
  return route?.startsWith('/geo/') ? route : pathOf(url).replace(/^\/geo\/.*/s, '/geo/*')
}

/** GET /metrics, for Prometheus: requests and the process. Returns where each domain adds its own; labels never name persons. */
export function metricRoutes(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'leadwright_' })
  const requests = new Histogram({
    name: 'leadwright_request_seconds',
    help: 'The duration of requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.075, 0.3, 1, 5, 15],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  // What watches garbage collection stays with the process, and would keep all that the metrics are read from.
  app.addHook('onClose', async () => registry.clear())
  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  )
  return registry
}
