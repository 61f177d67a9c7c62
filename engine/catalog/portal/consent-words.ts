import type { CookieSettingsWords } from '#schemas/generated/api/cookie-settings.ts'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ConsentCategory, ThirdPartyScript } from '#schemas/generated/script.ts'

/** The words of the cookie settings and of the list of cookies: locales/<lng>/consent.json. */
export interface ConsentWords extends CookieSettingsWords {
  categories: Record<ConsentCategory, { title: string; text: string }>
  purposes: Record<ThirdPartyScript['what'], string>
  kept: Record<'name' | 'where' | 'period' | 'purpose' | 'session' | 'unlimited' | CookieDefinition['where'], string>
}
