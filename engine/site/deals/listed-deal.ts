import type { Category, DealMarket, DealWords } from '#schemas/generated/deals.ts'

/** A deal in all its markets and languages, wherever it comes from. */
export interface ListedDeal {
  id: string
  shop: string
  category: Category
  /** From when it is shown, in ms since the epoch. */
  start: number
  /** From when it is not shown any more, in ms since the epoch. */
  end: number
  /** The path of its drawing; null without one. */
  image: string | null
  /** By country. */
  markets: Readonly<Record<string, DealMarket>>
  /** By language. */
  words: Readonly<Record<string, DealWords>>
}
