// Generated from schemas/sections/slider.schema.json by `npx leadwright types`. Do not edit.
import type { MenuQuery } from '../menu.ts'

/**
 * A few slides, one visible at a time, each with a named tab. Without JavaScript all slides are shown, one below the other.
 */
export interface SliderSection {
  /**
   * slider
   */
  kind: 'slider'
  /**
   * The heading of the slider for screen readers, and the page's heading if the slider is the first section.
   */
  title: string
  /**
   * The slides in order; the first is visible at first.
   */
  slides: {
    [k: string]: Slide
  }
  /**
   * The number of seconds after which the next slide appears automatically: with a pause button, not during pointing or use, and never for visitors who prefer reduced motion. By default slides do not change automatically.
   */
  seconds?: number
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
export interface Slide {
  /**
   * The label of its tab, in a word or two.
   */
  name: string
  /**
   * The promise, or its beginning if a figure follows.
   */
  title: string
  /**
   * The figure of the promise, shown very large, such as {fact:savings}. Put its condition in the description.
   */
  figure?: string
  /**
   * The end of the promise, below the figure.
   */
  subtitle?: string
  /**
   * The condition, and the benefit for the visitor.
   */
  description: string
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
   * The label of its button; requires a page.
   */
  label?: string
  /**
   * The id of the page that the button leads to. The button is filled if that page has a form, and outlined otherwise.
   */
  page?: string
  query?: MenuQuery
}
