// Generated from schemas/sections/cards.schema.json by `npx leadwright types`. Do not edit.

/**
 * A few things side by side, each with a page behind it or none.
 */
export interface CardsSection {
  /**
   * cards
   */
  kind: 'cards'
  /**
   * A heading.
   */
  title: string
  /**
   * The cards in order.
   */
  cards: {
    [k: string]: SectionCard
  }
  /**
   * Only in these languages; in all of the page's when left out.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
export interface SectionCard {
  /**
   * Its title.
   */
  title: string
  /**
   * A sentence or two.
   */
  text?: string
  /**
   * The id of the page it leads to.
   */
  page?: string
}
