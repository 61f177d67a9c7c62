// Generated from schemas/sections/testimonials.schema.json by `npx leadwright types`. Do not edit.

/**
 * What visitors have said, each with stars. What nobody has said yet is marked as a sample, and is not shown.
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
   * Who said it, in order; the first is shown large.
   */
  testimonials: {
    [k: string]: Testimonial
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
export interface Testimonial {
  /**
   * Who said it.
   */
  name: string
  /**
   * What they do, or what it was about.
   */
  title: string
  /**
   * What they said, in the quotation marks of the language.
   */
  content: string
  /**
   * How many stars of five they gave.
   */
  rate: number
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
  /**
   * true: made up, so it is not shown. `check --release` lists it.
   */
  sample?: boolean
  /**
   * Where this was said and how it was verified: a review site and its address, or a letter and its date. Needed unless it is a sample.
   */
  source?: string
}
