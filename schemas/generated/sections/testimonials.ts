// Generated from schemas/sections/testimonials.schema.json by `npx leadwright types`. Do not edit.

/**
 * Reviews by visitors, each with stars. Samples are marked as such and are not shown.
 */
export interface TestimonialsSection {
  /**
   * testimonials
   */
  kind: 'testimonials'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two below it.
   */
  text?: string
  /**
   * The reviews in order; the first is shown large.
   */
  testimonials: {
    [k: string]: Testimonial
  }
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
export interface Testimonial {
  /**
   * The reviewer.
   */
  name: string
  /**
   * Their occupation, or the topic.
   */
  title: string
  /**
   * The review, in the quotation marks of the language.
   */
  content: string
  /**
   * The number of stars out of five.
   */
  rate: number
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
   * true: a fictitious sample, so it is not shown. `check --release` lists it.
   */
  sample?: boolean
  /**
   * The source and verification: a review site and its address, or a letter and its date. Required unless it is a sample.
   */
  source?: string
}
