import { parseCursor } from './cursor.ts'

const defaultLimit = 100
const mostLeads = 500

/** The query of `GET /api/v1/leads`, or a sentence that says what to do about it. */
export type FeedQueryParsed = { ok: true; after: number; limit: number } | { ok: false; detail: string }

/** Reads `after` and `limit` as they stand in a URL. */
export function parseFeedQuery(query: Record<string, unknown>): FeedQueryParsed {
  const { after = '', limit = String(defaultLimit) } = query
  const start = after === '' ? 0 : typeof after === 'string' ? parseCursor(after) : null
  if (start === null) {
    const detail = '"after" is not a cursor: pass "next" of an earlier answer as it is, or leave it out to start over.'
    return { ok: false, detail }
  }
  const most = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (most < 1 || most > mostLeads)
    return { ok: false, detail: `"limit" must be a whole number from 1 to ${mostLeads}.` }
  return { ok: true, after: start, limit: most }
}
