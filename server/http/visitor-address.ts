import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Brand, hostsOf } from '#engine/site'

/** Addresses that programs call and pages load. Every other is a page, or would be one. */
const notPages =
  /^\/(?:(?:api|assets|geo|media|schemas|validators)(?:\/|$)|(?:healthz|readyz|metrics|myipaddress|shopping-deals(?:-by-title)?)$)/

/**
 * The address a request came from. Some proxies write the port behind it, which is another with each connection; what a
 * proxy passes on and is no address at all counts as the proxy's own.
 */
export function visitorAddress({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? addressIn(socket.remoteAddress ?? '') ?? ''
}

/** The address that limits count by: an IPv6 /64 is one household. */
export function limitedAddress(request: FastifyRequest): string {
  const address = visitorAddress(request)
  return ipaddr.IPv6.isValid(address) ? String(ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)) : address
}

function addressIn(text: string): string | null {
  if (isIPv4(text)) return text
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = (bracketed ?? dotted ?? text).replace(/%.*$/, '')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return isAddress ? ipaddr.process(bare).toString() : null
}

/** The path of a request's target, which some clients write with a host before it (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? ''
}

/** Whether a person looks at what is answered there. */
export function isPageAddress(target: string): boolean {
  return !notPages.test(pathOf(target))
}

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

/** Whether a page of this host sent it: browsers say where a POST comes from. */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && URL.canParse(headers.origin) && new URL(headers.origin).host === host
}

/** Where a brand is at home; or the host asked for, if it names it as one of its own. */
export function originOf(brand: Brand, { host, protocol }: FastifyRequest): string | null {
  if (brand.origin !== undefined) return brand.origin
  const asked = host.toLowerCase()
  const isOwn = hostsOf(brand).some((own) => own === asked || own === asked.replace(/:\d+$/, ''))
  return isOwn ? `${protocol}://${asked}` : null
}

/** The token of an Authorization header (RFC 6750), however the scheme and the spaces are written; null without one. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null
}
