// Generated from schemas/sections/points.schema.json by `npx leadwright types`. Do not edit.

/**
 * What to look at when comparing, point by point, each with its figure or none.
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
export interface SectionPoint {
  /**
   * What to look at.
   */
  title: string
  /**
   * Why it matters, and what is usual.
   */
  text: string
  /**
   * Its figure in a word or two, shown large beside the text, which names its condition.
   */
  figure?: string
}
