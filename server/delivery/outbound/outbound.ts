import { Agent, request } from 'undici'
import { AddressRefused, guardedConnect, type Resolve } from './guarded-connect.ts'
import { allowPublic } from './public-address.ts'

/** The reply's status, or a sentence (no personal data, no path of the URL) that says why there was none. */
export type OutboundAnswer = { ok: true; status: number; retryAfter: string | null } | { ok: false; reason: string }

/** What to post. `timeoutMs` covers everything from the look-up of the name to the end of the reply. */
export interface OutboundRequest {
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** The one way out: posts to addresses that others chose, without reaching anything inside. */
export interface Outbound {
  post(url: string, request: OutboundRequest): Promise<OutboundAnswer>
  /** Breaks off what is on its way. */
  close(): Promise<void>
}

/** Enough to keep a connection usable; nobody reads a reply's body. */
const mostReplyBytes = 64 * 1024

/**
 * Opens the way out. Only http and https, only public addresses and those within `allow` (CIDR ranges), no redirect is
 * followed, no proxy asked, certificates are checked. Throws when a range of `allow` is no CIDR.
 */
export function createOutbound({ allow, resolve }: { allow: readonly string[]; resolve?: Resolve }): Outbound {
  const agent = new Agent({ connect: guardedConnect(allowPublic(allow), resolve) })
  return {
    async post(url, outboundRequest) {
      const target = URL.parse(url)
      if (!target || !/^https?:$/.test(target.protocol)) return { ok: false, reason: 'The URL is not an http(s) URL.' }
      return post(agent, target, outboundRequest)
    },
    close: () => agent.destroy(),
  }
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
    return { ok: false, reason: signal.aborted ? `No answer within ${timeoutMs / 1000} s.` : reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const { code, name = 'unknown error' } = error as { code?: string; name?: string }
  return `The connection failed (${code ?? name}).`
}
