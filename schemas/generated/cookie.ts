// Generated from schemas/cookie.schema.json by `npx leadwright types`. Do not edit.
import type { ConsentCategory } from './script.ts'
import type { Locales } from './form.ts'

/**
 * An item stored in visitors' browsers: a cookie, or a key of browser storage. Sections of the kind cookies list it. The file's name is its id.
 */
export interface CookieDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * Its name in the browser. A name that ends in * matches every name with that beginning.
   */
  name: string
  /**
   * Where it is stored.
   */
  where: 'cookie' | 'localStorage' | 'sessionStorage'
  /**
   * How long it is stored: 30d (days), 6m (months), 1y (years), session (until the tab is closed), or unlimited (until the visitor deletes it).
   */
  period: string
  /**
   * Its purpose, in a sentence.
   */
  purpose: string
  category: ConsentCategory
  /**
   * The id of the script in a brand's "scripts" that stores it. It is removed when the visitor withdraws consent to that script. Omit it for your own cookies.
   */
  script?: string
}
