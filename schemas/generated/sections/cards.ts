// Generated from schemas/sections/cards.schema.json by `npx leadwright types`. Do not edit.
import type { SectionPhoto } from './hero.ts'

/**
 * A few cards side by side, each with or without a link to a page.
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
   * A drawing next to the promise.
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
    | 'signpost'
    | 'adviser'
    | 'comparison'
    | 'person-a'
    | 'person-b'
    | 'person-c'
  photo?: SectionPhoto
  sum?: CardsSum
  /**
   * Only in these languages; in all languages of the page by default.
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
   * A drawing next to the promise.
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
    | 'signpost'
    | 'adviser'
    | 'comparison'
    | 'person-a'
    | 'person-b'
    | 'person-c'
  /**
   * On a slip: the text at the end of the line, such as a duration.
   */
  figure?: string
}
/**
 * Shows the cards as a slip: one line per card, with a total below.
 */
export interface CardsSum {
  /**
   * The label of the last line.
   */
  title: string
  /**
   * The total, in a word or two.
   */
  figure: string
}
