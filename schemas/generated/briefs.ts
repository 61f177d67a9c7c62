// Generated from schemas/briefs.schema.json by `npx leadwright types`. Do not edit.

/**
 * What each landing page of a language is written from: locales/briefs/<language>.json. `leadwright text` compares the page with it.
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
   * What people type into a search engine. Its words are in the page's title and heading.
   */
  search: string
  /**
   * What the visitor gets, in a sentence.
   */
  promise: string
  /**
   * The facts of site.json that the page tells.
   */
  facts?: string[]
  /**
   * What keeps people from filling in the form; the page answers each.
   *
   * @minItems 3
   */
  objections: string[]
  /**
   * Ids of locales/statements/<language>.json that the page makes.
   */
  law?: string[]
  /**
   * What the visitor is to do: the verb and object of the first button.
   */
  action: string
}
