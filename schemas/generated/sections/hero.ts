// Generated from schemas/sections/hero.schema.json by `npx leadwright types`. Do not edit.

/**
 * What the page promises, and the one thing to press.
 */
export interface HeroSection {
  /**
   * hero
   */
  kind: 'hero'
  /**
   * The promise, as the page's heading.
   */
  title: string
  /**
   * One or two sentences under it.
   */
  text?: string
  /**
   * Short facts beside the promise, each a line.
   */
  facts?: {
    /**
     * One fact.
     */
    [k: string]: string
  }
  /**
   * A line under the button: who gets the answers ({recipients}) and how many questions there are ({questions}).
   */
  note?: string
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
   * What is promised in figures, each with the condition under which it holds. The first is shown large, the others as lines of a bill.
   */
  figures?: {
    [k: string]: HeroFigure
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
/**
 * The button: it leads to a page, or to a section of this one.
 */
export interface HeroAction {
  /**
   * What the button says.
   */
  label: string
  /**
   * The id of the page it leads to.
   */
  page?: string
  /**
   * The id of the section of this page it leads to.
   */
  section?: string
}
export interface HeroFigure {
  /**
   * The figure in a word or two, such as {fact:quotesIn} or free.
   */
  figure: string
  /**
   * When it holds, or what it is: read after the large figure, and before the others.
   */
  condition: string
}
