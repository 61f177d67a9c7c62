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
   * A sentence or two below the heading.
   */
  text?: string
  /**
   * A drawing beside the promise.
   */
  drawing?:
    | 'home'
    | 'bill'
    | 'car'
    | 'meter'
    | 'socket'
    | 'flame'
    | 'keys'
    | 'router'
    | 'piggy-bank'
    | 'shield'
    | 'umbrella'
    | 'scales'
    | 'phone'
    | 'cards'
    | 'contract'
    | 'tooth'
    | 'stethoscope'
    | 'building'
    | 'bag'
    | 'people'
    | 'envelope'
    | 'calendar'
    | 'suitcase'
    | 'key-car'
    | 'solar'
    | 'radiator'
    | 'flower'
    | 'bank'
    | 'controller'
    | 'letterbox'
    | 'magnifier'
    | 'person-a'
    | 'person-b'
    | 'person-c'
  sum?: CardsSum
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
  /**
   * On a slip: what stands at the end of the line, such as how long it takes.
   */
  figure?: string
}
/**
 * Makes a slip of the cards: each of them a line, and below all of them what they come to.
 */
export interface CardsSum {
  /**
   * What the last line is.
   */
  title: string
  /**
   * What it comes to, in a word or two.
   */
  figure: string
}
