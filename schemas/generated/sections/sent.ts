// Generated from schemas/sections/sent.schema.json by `npx leadwright types`. Do not edit.
import type { HeroAction } from './hero.ts'

/**
 * For a page that visitors are sent to once they have answered a form elsewhere: that the answers arrived, and what happens next.
 */
export interface SentSection {
  /**
   * sent
   */
  kind: 'sent'
  /**
   * The heading of the page.
   */
  title: string
  /**
   * Where the answers are now, in a sentence or two.
   */
  text: string
  /**
   * What happens next, in order.
   */
  next: {
    [k: string]: SentNext
  }
  /**
   * Short facts below the heading, such as when offers come.
   */
  facts?: {
    /**
     * One fact.
     */
    [k: string]: string
  }
  /**
   * How to withdraw.
   */
  note?: string
  /**
   * A drawing next to it.
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
  action?: HeroAction
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
export interface SentNext {
  /**
   * What happens or what to do.
   */
  title: string
  /**
   * A sentence or two about it.
   */
  text?: string
}
