// Generated from schemas/sections/hero.schema.json by `npx leadwright types`. Do not edit.

/**
 * The promise of the page, with one button.
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
   * Short facts next to the promise, one per line.
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
   * The promised figures, each with its condition. The first is shown large, the others as lines of a bill.
   */
  figures?: {
    [k: string]: HeroFigure
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
/**
 * A photo in place of a drawing.
 */
export interface SectionPhoto {
  /**
   * Its name in "photos" of leadwright.config.ts, or that of its file in definitions/photos.
   */
  name: string
  /**
   * What it shows, for people who do not see it.
   */
  shows: string
}
/**
 * The button: it leads to a page, or to a section of this one. Next to a form, it follows the first questions.
 */
export interface HeroAction {
  /**
   * The label of the button.
   */
  label: string
  /**
   * A few words before the button, next to a form.
   */
  lead?: string
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
   * Its condition or meaning: read after the large figure, and before the others.
   */
  condition: string
}
