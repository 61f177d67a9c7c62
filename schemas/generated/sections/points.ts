// Generated from schemas/sections/points.schema.json by `npx leadwright types`. Do not edit.
import type { SectionPhoto } from './hero.ts'

/**
 * Points to check when comparing, each with or without a figure.
 */
export interface PointsSection {
  /**
   * points
   */
  kind: 'points'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above the points.
   */
  text?: string
  /**
   * The points in order.
   */
  points: {
    [k: string]: SectionPoint
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
export interface SectionPoint {
  /**
   * The point to check.
   */
  title: string
  /**
   * Why it matters, and the usual value.
   */
  text: string
  /**
   * Its figure in a word or two, shown large next to the text, which states its condition.
   */
  figure?: string
}
