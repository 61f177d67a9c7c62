import type { CookieSettingsWords } from '#schemas/generated/api/cookie-settings.ts'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ConsentCategory } from '#schemas/generated/script.ts'
import type { ThirdParty } from './others/calculators.ts'

/** The words of the cookie settings and of the list of cookies: locales/<lng>/consent.json. */
export interface ConsentWords extends CookieSettingsWords {
  categories: Record<ConsentCategory, { title: string; text: string }>
  purposes: Record<ThirdParty['purpose'], string>
  /** Around a calculator; {company} stands for its company, {title} for what is to be allowed. */
  calculator: Record<'ask' | 'show' | 'told' | 'open', string>
  kept: Record<'name' | 'where' | 'period' | 'purpose' | 'session' | 'unlimited' | CookieDefinition['where'], string>
}
