// Generated from schemas/briefs.schema.json by `npx leadwright types`. Do not edit.

/**
 * The briefs for the landing pages of a language: locales/briefs/<language>.json. `leadwright text` compares each page with its brief.
 */
export interface Briefs {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * By page id.
   */
  pages: {
    [k: string]: Brief
  }
}
export interface Brief {
  /**
   * The search term. Its words must appear in the page's title and heading.
   */
  search: string
  /**
   * The benefit for the visitor, in a sentence.
   */
  promise: string
  /**
   * The facts of site.json that the page states.
   */
  facts?: string[]
  /**
   * The objections to filling in the form; the page answers each of them.
   *
   * @minItems 3
   */
  objections: string[]
  /**
   * Ids of locales/statements/<language>.json that the page makes.
   */
  law?: string[]
  /**
   * The call to action: the verb and object of the first button.
   */
  action: string
}
