import { contentHash } from '#engine/node'
import type { DealUpstream } from '#schemas/generated/site.ts'
import type { Outbound } from '#server/outbound'
import type { KeptFeed } from './kept-feed.ts'

/** What a fetch came to: another feed, the same as is kept, or a sentence that says why neither. */
export type Fetched =
  | { kind: 'feed'; kept: KeptFeed }
  | { kind: 'same'; kept: KeptFeed }
  | { kind: 'failed'; reason: string }

/** Ten thousand deals of some kB each, in bytes. */
const mostBytes = 16 * 1024 * 1024

interface Asking {
  upstream: DealUpstream
  token: string | null
  /** What is kept from before. */
  known: KeptFeed | null
  outbound: Outbound
  /** Milliseconds since the epoch. */
  now: () => number
  /** From the look-up of the name to the last byte. */
  timeoutMs: number
}

/** Asks for the feed, unless it is still what is kept (RFC 9110, section 13). Never throws. */
export async function fetchFeed({ upstream, token, known, outbound, now, timeoutMs }: Asking): Promise<Fetched> {
  const source = sourceOf(upstream.url)
  const last = known?.source === source ? known : null
  const reply = await outbound.get(upstream.url, {
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(last?.etag && { 'if-none-match': last.etag }),
      ...(last?.lastModified && { 'if-modified-since': last.lastModified }),
    },
    ...{ timeoutMs, mostBytes, insecure: upstream.insecure ?? false },
  })
  if (!reply.ok) return { kind: 'failed', reason: reply.reason }
  if (reply.status === 304 && last) return { kind: 'same', kept: { ...last, confirmedAt: now() } }
  if (reply.status !== 200) return { kind: 'failed', reason: answered(reply.status) }
  const hash = contentHash(reply.body)
  const { etag, lastModified } = reply
  if (last?.hash === hash) return { kind: 'same', kept: { ...last, etag, lastModified, confirmedAt: now() } }
  const feed = objectIn(reply.body)
  if (!feed) return { kind: 'failed', reason: 'What it answered is no JSON object in UTF-8.' }
  return { kind: 'feed', kept: { source, hash, etag, lastModified, confirmedAt: now(), feed } }
}

/** What a feed is known by as an upstream's own. */
export function sourceOf(url: string): string {
  return contentHash(url)
}

function answered(status: number): string {
  const isRedirect = status !== 304 && status >= 300 && status < 400
  return `It answered ${status}.${isRedirect ? ' Redirects are not followed: name the address they lead to.' : ''}`
}

function objectIn(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
