import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ConsentCategory, ThirdPartyScript } from '#schemas/generated/script.ts'

/** The words of the cookie settings and of the list of cookies: locales/<lng>/consent.json. */
export interface ConsentWords {
  title: string
  text: string
  accept: string
  reject: string
  choose: string
  settings: string
  save: string
  close: string
  /** The link to the list of cookies. */
  list: string
  /** Before the id of the visitor's choice. */
  number: string
  categories: Record<ConsentCategory, { title: string; text: string }>
  purposes: Record<ThirdPartyScript['what'], string>
  kept: Record<'name' | 'where' | 'period' | 'purpose' | 'session' | 'unlimited' | CookieDefinition['where'], string>
}
