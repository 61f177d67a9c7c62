import type { FastifyLoggerOptions, FastifyRequest } from 'fastify'

/**
 * The log: one JSON object a line for machines, a short line for a person at a terminal.
 * @param isTerminal whether somebody reads along
 */
export async function loggerOptions(level: string, isTerminal: boolean): Promise<FastifyLoggerOptions> {
  const options = {
    level,
    serializers: {
      // Addresses and queries are personal data or may hold some.
      req: ({ method, url }: FastifyRequest) => ({ method, path: url?.split('?')[0] ?? '' }),
    },
  }
  if (!isTerminal) return options
  const { default: pretty } = await import('pino-pretty')
  return {
    ...options,
    stream: pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true }),
  }
}
