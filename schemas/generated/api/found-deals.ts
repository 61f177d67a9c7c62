// Generated from schemas/api/found-deals.schema.json by `npx leadwright types`. Do not edit.
import type { Deal } from './deals.ts'

/**
 * The deals that a search finds: those with its words first, then those with words that begin so, then those with them anywhere. 100 at most.
 */
export interface FoundDeals {
  deals: Deal[]
}
