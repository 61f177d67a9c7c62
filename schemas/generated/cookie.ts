// Generated from schemas/cookie.schema.json by `npx leadwright types`. Do not edit.
import type { ConsentCategory } from './script.ts'
import type { Locales } from './form.ts'

/**
 * Something that is kept in visitors' browsers: a cookie, or a key of their storage. A section of kind cookies lists it. The file's name is its id.
 */
export interface CookieDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * Its name in the browser. A name that ends in * stands for all that begin so.
   */
  name: string
  /**
   * Where it is kept.
   */
  where: 'cookie' | 'localStorage' | 'sessionStorage'
  /**
   * For how long: 30d (days), 6m (months), 1y (years), session (until the tab is closed), or unlimited (until the visitor deletes it).
   */
  period: string
  /**
   * What it is for, in a sentence.
   */
  purpose: string
  category: ConsentCategory
  /**
   * The id of the script that keeps it, of brands' "scripts". It is removed when the consent to that is withdrawn. Left out for our own.
   */
  script?: string
}
