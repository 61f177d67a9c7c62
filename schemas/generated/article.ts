// Generated from schemas/article.schema.json by `npx leadwright types`. Do not edit.
import type { MarketPatch } from './site.ts'
import type { MenuQuery } from './menu.ts'

/**
 * Lower-case letters, digits and hyphens.
 */
export type Slug = string

/**
 * A blog article without its text. It has its own folder, blog/<id>/article.json, with one Markdown file per language, such as en.md. The folder's name is the article's id.
 */
export interface ArticleDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * Its category: one of the "categories" of the blog in site.json.
   */
  category: string
  /**
   * The publication date as day, month, year, such as 24-04-2025. The newest article comes first.
   */
  date: string
  /**
   * The date of the last change to its content, in the same format. It is shown to readers.
   */
  updated?: string
  /**
   * true: only its authors see it (`npx leadwright preview`), and its length is not checked yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked not to index it.
   */
  noindex?: boolean
  market?: MarketPatch
  /**
   * The last part of its address in each of its languages. Each language needs a text next to this file.
   */
  slugs: {
    [k: string]: Slug
  }
  /**
   * Former slugs, by language: they redirect to the current one.
   */
  formerSlugs?: {
    /**
     * @minItems 1
     */
    [k: string]: Slug[]
  }
  /**
   * The id of the drawing in media/, shown above the article and in the list.
   */
  cover: string
  action?: ArticleAction
  /**
   * The facts of site.json that every language version must state. `check` reports a missing one.
   *
   * @minItems 1
   */
  facts?: string[]
}
/**
 * The page that its button leads to; the texts hold the button's label.
 */
export interface ArticleAction {
  /**
   * The id of the page.
   */
  page: string
  query?: MenuQuery
  /**
   * true: the visitor's click id is added to the address, under the parameter name set in site.json.
   */
  clickId?: boolean
}
