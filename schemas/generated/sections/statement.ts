// Generated from schemas/sections/statement.schema.json by `npx leadwright types`. Do not edit.
import type { HeroAction } from './hero.ts'
import type { HeroFigure } from './hero.ts'

/**
 * One thing said large: a figure with its condition, what is behind it, a drawing beside it and something to press.
 */
export interface StatementSection {
  /**
   * statement
   */
  kind: 'statement'
  /**
   * A heading.
   */
  title: string
  /**
   * The paragraphs in order, each under an id of its own. Words may hold [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
  figure: HeroFigure
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
  action?: HeroAction
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
