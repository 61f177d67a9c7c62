import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ThirdPartyScript } from '#schemas/generated/script.ts'

/** What another company has in a page: a script of the brand, or a calculator of the page. */
export interface ThirdParty extends Pick<ThirdPartyScript, 'category' | 'company' | 'source'> {
  id: string
  what: ThirdPartyScript['what'] | 'calculator'
  hosts: Partial<ThirdPartyScript['hosts']>
  /** Where page views are counted, for a script that counts them. */
  propertyId: string | null
  /** Whether it reads the data layer: events, and what was consented to. */
  isTold: boolean
  /** What it keeps in the browser, which goes with the consent. */
  keeps: readonly Pick<CookieDefinition, 'name' | 'where'>[]
}
