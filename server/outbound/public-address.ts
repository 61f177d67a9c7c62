import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** All unicast that IANA gives out; beyond it, addresses that ipaddr.js calls unicast are merely unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Judges an address: true when a delivery may connect to it. */
export type MayConnect = (address: string) => boolean

/**
 * Builds the judge of addresses: public unicast passes, and what stands in `allow` (CIDR ranges).
 *
 * Everything that leads back inside is refused: loopback, private and shared ranges, link-local (cloud metadata), unique
 * local, and IPv4 inside IPv6 (mapped, compatible, 6to4, Teredo, NAT64). Registries: RFC 6890 and IANA's special-purpose
 * addresses. Throws when a range of `allow` is no CIDR.
 */
export function allowPublic(allow: readonly string[]): MayConnect {
  const ranges: Range[] = allow.map((range) => ipaddr.parseCIDR(range))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.parse(address)
    return isPublic(parsed) || ranges.some((range) => contains(range, ipaddr.process(address)))
  }
}

/** Whether an address is unicast that IANA gives out, and nothing in disguise. */
export function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
  return address.range() === 'unicast'
}

function contains([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, bits)
}
