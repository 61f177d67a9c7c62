// Generated from schemas/sections/slider.schema.json by `npx leadwright types`. Do not edit.
import type { MenuQuery } from '../menu.ts'

/**
 * A few slides, one in sight at a time, each under a tab with its name. Without a script all of them, one below the other.
 */
export interface SliderSection {
  /**
   * slider
   */
  kind: 'slider'
  /**
   * What the slides are: their heading for those who hear the page, and the page's where the slider stands first.
   */
  title: string
  /**
   * The slides in order; the first is in sight.
   */
  slides: {
    [k: string]: Slide
  }
  /**
   * After how many seconds the next slide comes by itself: with a button to pause, not while one is pointed at or used, and never for those who want less motion. Nothing moves by itself when left out.
   */
  seconds?: number
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
export interface Slide {
  /**
   * What its tab says, in a word or two.
   */
  name: string
  /**
   * The promise, or its beginning where a figure follows.
   */
  title: string
  /**
   * The figure of the promise, shown very large, such as {fact:savings}. What it holds for is the description.
   */
  figure?: string
  /**
   * How the promise ends, below the figure.
   */
  subtitle?: string
  /**
   * Under what condition it holds, and what it is for the visitor.
   */
  description: string
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
   * What its button says; with a page.
   */
  label?: string
  /**
   * The id of the page that the button leads to. It is filled where a form waits there, and outlined elsewhere.
   */
  page?: string
  query?: MenuQuery
}
