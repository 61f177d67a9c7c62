import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { ThirdPartyScript } from '#schemas/generated/script.ts'
import { type PageAt, writtenSections } from '../addresses/path-table.ts'
import { addressIn, calculatorId } from './calculator-places.ts'

/** What a page loads for the calculators that it has in its language. */
export function calculatorsAt(at: Pick<PageAt, 'id' | 'written' | 'locale'>): ThirdParty[] {
  return writtenSections(at).flatMap(([id, section]) => {
    const src = section.kind === 'calculator' ? addressIn(section, at.locale) : undefined
    if (section.kind !== 'calculator' || src === undefined) return []
    const origin = src.replace(/^(https?:\/\/[^/]+).*$/, '$1')
    const { company, category = 'functional', replaces = id } = section
    return [
      {
        ...{ id: calculatorId(at.id, replaces), purpose: 'calculator', category, company, src },
        ...{ hosts: { frame: [origin] }, propertyId: null, isTold: false, keeps: [] },
      },
    ]
  })
}

/** What another company has in a page: a script of the brand, or a calculator of the page. */
export interface ThirdParty extends Pick<ThirdPartyScript, 'category' | 'company' | 'src'> {
  id: string
  purpose: ThirdPartyScript['purpose'] | 'calculator'
  hosts: Partial<ThirdPartyScript['hosts']>
  /** Where page views are counted, for a script that counts them. */
  propertyId: string | null
  /** Whether it reads the data layer: events, and what was consented to. */
  isTold: boolean
  /** What it keeps in the browser, which goes with the consent. */
  keeps: readonly Pick<CookieDefinition, 'name' | 'where'>[]
}
