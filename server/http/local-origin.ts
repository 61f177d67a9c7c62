import type { FastifyRequest } from 'fastify'
import { visitorAddress } from './visitor-address.ts'

/**
 * The origin that somebody on this very machine came to, who tries the product: null for everybody else, since whoever
 * may write the host of a link that is mailed to others could have their tokens sent to himself.
 */
export function localOrigin(request: FastifyRequest): string | null {
  const { host, protocol } = request
  const address = visitorAddress(request)
  const isHere = address === '::1' || address.startsWith('127.')
  const isNamedHere = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
  return isHere && isNamedHere ? `${protocol}://${host.toLowerCase()}` : null
}
