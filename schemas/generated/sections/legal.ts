// Generated from schemas/sections/legal.schema.json by `npx leadwright types`. Do not edit.

/**
 * The text of a policy, an imprint or terms: clauses that links lead to, each by its id. The first on a page has a list of all that stands on it.
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
   * The whole in a sentence or two.
   */
  text?: string
  /**
   * The clauses in order. The id of one is its anchor: page:privacy#rights.
   */
  clauses: {
    [k: string]: LegalClause
  }
  /**
   * true: it names somebody made up, to be replaced before the site goes live.
   */
  sample?: boolean
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
export interface LegalClause {
  /**
   * What it is about.
   */
  title: string
  /**
   * The paragraphs in order, each under an id of its own. Words may hold [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
}
