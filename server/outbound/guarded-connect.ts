import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { MayConnect } from './public-address.ts'

/** Finds all addresses of a name, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that was not made, because it would have led to an address inside. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/**
 * An undici connector that asks `mayConnect` about each address just before the socket opens.
 *
 * The address that was judged is the one connected to, so a name that resolves differently the second time (DNS
 * rebinding) gains nothing.
 */
export function guardedConnect(
  mayConnect: MayConnect,
  resolve: Resolve = lookup,
  { insecure = false }: { insecure?: boolean } = {},
): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(mayConnect, resolve),
    rejectUnauthorized: !insecure, // Checked also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
    allowH2: false,
  })
  return (options, callback) => {
    // A literal address is never looked up, so it has to be judged here.
    const literal = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !mayConnect(literal)) return callback(refusal(literal), null)
    connect(options, callback)
  }
}

function guardedLookup(mayConnect: MayConnect, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses: LookupAddress[] = found.filter(({ address }) => mayConnect(address))
      const [first] = addresses
      if (!first) return callback(refusal(found.map(({ address }) => address).join(', ')), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function refusal(addresses: string): AddressRefused {
  return new AddressRefused(
    `Refused to connect to ${addresses}: not a public address (OUTBOUND_ALLOW can let it pass).`,
  )
}
