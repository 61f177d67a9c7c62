import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

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
