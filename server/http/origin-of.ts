import type { FastifyRequest } from 'fastify'
import { type Brand, hostsOf } from '#engine/site'

/** Where a brand is at home; or the host asked for, if it names it as one of its own. */
export function originOf(brand: Brand, { host, protocol }: FastifyRequest): string | null {
  if (brand.origin !== undefined) return brand.origin
  const asked = host.toLowerCase()
  const isOwn = hostsOf(brand).some((own) => own === asked || own === asked.replace(/:\d+$/, ''))
  return isOwn ? `${protocol}://${asked}` : null
}
