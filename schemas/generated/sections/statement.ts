// Generated from schemas/sections/statement.schema.json by `npx leadwright types`. Do not edit.
import type { HeroAction } from './hero.ts'
import type { HeroFigure } from './hero.ts'
import type { SectionPhoto } from './hero.ts'

/**
 * One large statement: a figure with its condition and background, a drawing next to it and a button.
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
   * The paragraphs in order, each under its own id. They may contain [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
  figure: HeroFigure
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
