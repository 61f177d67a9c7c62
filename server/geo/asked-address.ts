import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPublic } from '../outbound/public-address.ts'

/** What stands where an address belongs: none at all, one that leads nowhere outside, or one that is somewhere. */
export type AskedAddress = { kind: 'none' } | { kind: 'inside' } | { kind: 'public'; address: string }

const none: AskedAddress = { kind: 'none' }
const inside: AskedAddress = { kind: 'inside' }

/**
 * Reads an address, IPv4 in four decimal parts or IPv6, with or without a zone (RFC 4007). What is IPv4 in IPv6
 * (`::ffff:192.0.2.1`) is that; private, reserved and unassigned ones are inside.
 */
export function askedAddress(text: string): AskedAddress {
  if (isIPv4(text)) return isPublic(ipaddr.IPv4.parse(text)) ? { kind: 'public', address: text } : inside
  if (!isIPv6(text)) return none
  const zone = text.indexOf('%')
  const address = zone < 0 ? text : text.slice(0, zone)
  const parsed = ipaddr.IPv6.parse(address)
  if (isPublic(parsed)) return { kind: 'public', address }
  if (!parsed.isIPv4MappedAddress()) return inside
  const within = parsed.toIPv4Address()
  return isPublic(within) ? { kind: 'public', address: within.toString() } : inside
}
