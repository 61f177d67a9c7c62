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
