// Generated from schemas/sections/legal.schema.json by `npx leadwright types`. Do not edit.

/**
 * The text of a policy, an imprint or terms: clauses that links can point to by id. The first such section on a page has a table of contents for the page.
 */
export interface LegalSection {
  /**
   * legal
   */
  kind: 'legal'
  /**
   * A heading.
   */
  title: string
  /**
   * A summary in a sentence or two.
   */
  text?: string
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
   * The lines of a slip next to the summary of the first legal text of a page: what most people want to know, each with its answer in a sentence.
   */
  short?: {
    [k: string]: LegalLine
  }
  /**
   * The clauses in order. The id of one is its anchor: page:privacy#rights.
   */
  clauses: {
    [k: string]: LegalClause
  }
  /**
   * true: it names a fictitious company, to be replaced before the site goes live.
   */
  sample?: boolean
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
export interface LegalLine {
  /**
   * What it is about, in a few words.
   */
  title: string
  /**
   * The answer. It may contain [label](page:id) links.
   */
  text: string
}
export interface LegalClause {
  /**
   * The topic.
   */
  title: string
  /**
   * The paragraphs in order, each under its own id. They may contain [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
}
