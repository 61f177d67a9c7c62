// Generated from schemas/sections/faq.schema.json by `npx leadwright types`. Do not edit.
import type { SectionPhoto } from './hero.ts'

/**
 * Questions and answers that open in place.
 */
export interface FaqSection {
  /**
   * faq
   */
  kind: 'faq'
  /**
   * A heading.
   */
  title: string
  /**
   * The questions in order.
   */
  questions: {
    [k: string]: FaqQuestion
  }
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
export interface FaqQuestion {
  /**
   * The question, in the visitor's words.
   */
  question: string
  /**
   * The answer.
   */
  answer: string
}
