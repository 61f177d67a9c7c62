// Generated from schemas/article.schema.json by `npx leadwright types`. Do not edit.
import type { MarketPatch } from './site.ts'
import type { MenuQuery } from './menu.ts'

/**
 * Small letters, digits and hyphens.
 */
export type Slug = string

/**
 * An article of the blog, but for its text. It stands in a folder of its own, blog/<id>/article.json, beside one Markdown file for each language, such as en.md. The folder's name is the article's id.
 */
export interface ArticleDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * What it is about: one of the "categories" of the blog in site.json.
   */
  category: string
  /**
   * The day it was published: day, month, year, such as 24-04-2025. The newest stands first.
   */
  date: string
  /**
   * The day it was last changed in what it says, in the same way. Readers are told.
   */
  updated?: string
  /**
   * true: nobody but its authors sees it (`npx leadwright preview`), and how long it is does not matter yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked to leave it out.
   */
  noindex?: boolean
  market?: MarketPatch
  /**
   * The last part of its address in each of its languages. Each has a text beside this file.
   */
  slugs: {
    [k: string]: Slug
  }
  /**
   * Slugs that it had before, by language: they lead to the present one.
   */
  formerSlugs?: {
    /**
     * @minItems 1
     */
    [k: string]: Slug[]
  }
  /**
   * The id of the drawing of media/ above it and in the list.
   */
  cover: string
  action?: ArticleAction
  /**
   * The facts of site.json that it tells in each of its languages: who takes one out is told.
   *
   * @minItems 1
   */
  facts?: string[]
}
/**
 * The page that its button leads to; the texts say what stands on the button.
 */
export interface ArticleAction {
  /**
   * The id of the page.
   */
  page: string
  query?: MenuQuery
  /**
   * true: the click id that the visitor came with goes along in the address, under the name that site.json gives it.
   */
  clickId?: boolean
}
