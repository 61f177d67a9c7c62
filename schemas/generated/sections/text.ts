// Generated from schemas/sections/text.schema.json by `npx leadwright types`. Do not edit.

/**
 * Running text.
 */
export interface TextSection {
  /**
   * text
   */
  kind: 'text'
  /**
   * A heading.
   */
  title?: string
  /**
   * The paragraphs in order, each under an id of its own. Words may hold [label](page:id) links.
   */
  paragraphs: {
    /**
     * A paragraph.
     */
    [k: string]: string
  }
  /**
   * true: it is set off as a notice, such as a warning that the law words.
   */
  notice?: boolean
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
