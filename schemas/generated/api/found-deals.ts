// Generated from schemas/api/found-deals.schema.json by `npx leadwright types`. Do not edit.
import type { Deal } from './deals.ts'

/**
 * The search results: deals that contain the words first, then deals with words that begin with them, then deals that contain them anywhere. 100 at most.
 */
export interface FoundDeals {
  deals: Deal[]
}
