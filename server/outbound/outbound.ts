import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, request } from 'undici'

/** All unicast that IANA gives out; beyond it, addresses that ipaddr.js calls unicast are merely unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** A connection that was not made, because it would have led to an address inside. */
class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** The reply's status, or a sentence (no personal data, no path of the URL) that says why there was none. */
export type OutboundAnswer = { ok: true; status: number; retryAfter: string | null } | { ok: false; reason: string }

/** What to post. `timeoutMs` covers everything from the look-up of the name to the end of the reply. */
export interface OutboundRequest {
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** What to ask for. `timeoutMs` covers everything, as with a post; a reply of more than `mostBytes` is none. */
export interface OutboundQuestion {
  headers: Record<string, string>
  timeoutMs: number
  mostBytes: number
  /** Whether anybody's certificate will do. */
  insecure?: boolean
}

/** The reply, or a sentence as with a post. */
export type OutboundReply =
  | { ok: true; status: number; body: Buffer; etag: string | null; lastModified: string | null }
  | { ok: false; reason: string }

/** What to send where the reply decides. Of that no more than `mostBytes` is read. */
export interface OutboundCall extends OutboundRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  mostBytes: number
}

/** As with a post, and the reply's text; null where it is longer than was to be read, or broke off. */
export type OutboundCallAnswer =
  | { ok: true; status: number; retryAfter: string | null; body: string | null }
  | { ok: false; reason: string }

/** The one way out: posts to and reads from addresses that others chose, without reaching anything inside. */
export interface Outbound {
  post(url: string, request: OutboundRequest): Promise<OutboundAnswer>
  call(url: string, call: OutboundCall): Promise<OutboundCallAnswer>
  get(url: string, question: OutboundQuestion): Promise<OutboundReply>
  /** Breaks off what is on its way. */
  close(): Promise<void>
}

/** Partners that this server plays itself: calls to their hosts never leave it. */
export interface LocalPartners {
  /** Reserved names, so that no real host is meant. */
  hosts: readonly string[]
  /** Rejects once `signal` aborts. */
  answer(
    call: { host: string; path: string; body: string },
    signal: AbortSignal,
  ): Promise<{ status: number; body: string }>
}

/** What a way out is opened with. */
export interface OutboundOptions {
  /** CIDR ranges to connect to, in addition to public addresses. */
  allow: readonly string[]
  resolve?: Resolve
  /** Calls to these hosts are answered here. Only for a server that other machines cannot reach. */
  local?: LocalPartners | undefined
}

/** Enough to keep a connection usable; nobody reads a reply's body. */
const mostReplyBytes = 64 * 1024

/**
 * Opens the way out. Only http and https, only public addresses and those within `allow` (CIDR ranges), no redirect is
 * followed, no proxy asked, certificates are checked. Throws when a range of `allow` is no CIDR.
 */
export function createOutbound({ allow, resolve, local }: OutboundOptions): Outbound {
  const agent = new Agent({ connect: guardedConnect(allowPublic(allow), resolve) })
  /** Connects only where somebody set that certificates are not checked. */
  const trusting = new Agent({ connect: guardedConnect(allowPublic(allow), resolve, { insecure: true }) })
  const closing = new AbortController()
  return {
    async post(url, outboundRequest) {
      const target = targetOf(url)
      return target ? post(agent, target, outboundRequest) : noTarget
    },
    async call(url, outboundCall) {
      const target = targetOf(url)
      if (target && local?.hosts.includes(target.host)) return callLocally(local, target, outboundCall, closing.signal)
      return target ? call(agent, target, outboundCall) : noTarget
    },
    async get(url, question) {
      const target = targetOf(url)
      return target ? get(question.insecure ? trusting : agent, target, question) : noTarget
    },
    async close() {
      closing.abort()
      await Promise.all([agent.destroy(), trusting.destroy()])
    },
  }
}

const noTarget = { ok: false, reason: 'The URL is not an http(s) URL.' } as const

function targetOf(url: string): URL | null {
  const target = URL.parse(url)
  return target && /^https?:$/.test(target.protocol) ? target : null
}

async function post(agent: Agent, url: URL, { headers, body, timeoutMs }: OutboundRequest): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const reply = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal })
    const retryAfter = reply.headers['retry-after']
    // The status counts even when the rest of the reply never comes.
    await reply.body.dump({ limit: mostReplyBytes, signal }).catch(() => undefined)
    return { ok: true, status: reply.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal, timeoutMs) }
  }
}

async function call(
  agent: Agent,
  url: URL,
  { method, headers, body, timeoutMs, mostBytes }: OutboundCall,
): Promise<OutboundCallAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const reply = await request(url, { method, dispatcher: agent, headers, body, signal })
    const retryAfter = reply.headers['retry-after']
    // As with a post, the status counts even when the rest of the reply never comes.
    const said = await readAtMost(reply.body, mostBytes).catch(() => null)
    return {
      ...{ ok: true, status: reply.statusCode, body: said?.toString('utf8') ?? null },
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    }
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal, timeoutMs) }
  }
}

/** Like a call over the network, in time and in length. */
async function callLocally(
  local: LocalPartners,
  { host, pathname: path }: URL,
  { body, timeoutMs, mostBytes }: OutboundCall,
  closing: AbortSignal,
): Promise<OutboundCallAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const reply = await local.answer({ host, path, body }, AbortSignal.any([signal, closing]))
    const isWhole = Buffer.byteLength(reply.body) <= mostBytes
    return { ok: true, status: reply.status, retryAfter: null, body: isWhole ? reply.body : null }
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal, timeoutMs) }
  }
}

/** null when there is more; leaving the loop breaks the reply off. */
async function readAtMost(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function get(
  agent: Agent,
  url: URL,
  { headers, timeoutMs, mostBytes }: OutboundQuestion,
): Promise<OutboundReply> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { statusCode: status, headers: named, body } = await request(url, { dispatcher: agent, headers, signal })
    const read = await readAtMost(body, mostBytes)
    if (read === null) return { ok: false, reason: `The reply is larger than ${mostBytes} bytes.` }
    const [etag, lastModified] = [named.etag, named['last-modified']].map((value) => [value ?? null].flat()[0] ?? null)
    return { ok: true, status, body: read, etag: etag ?? null, lastModified: lastModified ?? null }
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal, timeoutMs) }
  }
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `No response within ${timeoutMs / 1000} s.`
  if (error instanceof AddressRefused) return error.message
  const { code, name = 'unknown error' } = error as { code?: string; name?: string }
  return `The connection failed (${code ?? name}).`
}

/** Finds all addresses of a name, as `dns.lookup` does. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * An undici connector that asks `mayConnect` about each address just before the socket opens.
 *
 * The address that was judged is the one connected to, so a name that resolves differently the second time (DNS
 * rebinding) gains nothing.
 */
function guardedConnect(
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
  return new AddressRefused(`Refused to connect to ${addresses}: not a public address. Set OUTBOUND_ALLOW to allow it.`)
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Judges an address: true when a delivery may connect to it. */
type MayConnect = (address: string) => boolean

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
