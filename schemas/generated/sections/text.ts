// Generated from schemas/sections/text.schema.json by `npx leadwright types`. Do not edit.
import type { SectionPhoto } from './hero.ts'

/**
 * Running text.
 */
export interface TextSection {
  /**
   * text
   */
  kind: 'text'
  /**
   * A heading.
   */
  title?: string
  /**
   * The paragraphs in order, each under its own id. They may contain [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
  /**
   * true: it is highlighted as a notice, such as a warning worded by law.
   */
  notice?: boolean
  /**
   * true: each paragraph begins with a short name and a colon, or with a sentence that says the most important. It is set above the rest, in bold.
   */
  named?: boolean
  /**
   * true: it says what the law or fairness requires of many pages, such as how the site is paid. "npx leadwright text --unique" leaves it out.
   */
  legal?: boolean
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
