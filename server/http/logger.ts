import type { FastifyLoggerOptions, FastifyRequest } from 'fastify'
import { pathOf } from './visitor-address.ts'

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
