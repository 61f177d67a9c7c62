import type { FastifyInstance } from 'fastify'
import { type Config, isLocalOnly } from '#server/config'
import type { ConsoleParts } from './page.ts'

/** Where the console is; null where there is none. @param port the server's */
export function consoleUrl(config: Config, port: number): string | null {
  return config.consoleOrigin ?? (isLocalOnly(config) ? `http://console.localhost:${port}` : null)
}

/**
 * Opens the console on the public server, where there is one; nothing of it is loaded elsewhere.
 * @param server the public one; of its hooks, none may come before
 * @returns what keeps it from being served, for operators
 */
export async function openConsole(server: FastifyInstance, parts: ConsoleParts): Promise<() => string[]> {
  if (consoleUrl(parts.config, parts.config.port) === null) return () => []
  if (parts.config.consoleOrigin === null)
    server.get('/console', (request, reply) => {
      const { port } = new URL(`http://${request.host}`)
      return reply.redirect(consoleUrl(parts.config, Number(port || 80)) ?? '/')
    })
  const { serveConsole } = await import('./console.ts')
  return serveConsole(server, parts)
}
