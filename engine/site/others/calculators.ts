import { type PageAt, writtenSections } from '../addresses/path-table.ts'
import { addressIn, calculatorId } from './calculator-places.ts'
import type { ThirdParty } from './third-party.ts'

/** What a page loads for the calculators that it has in its language. */
export function calculatorsAt(at: Pick<PageAt, 'id' | 'written' | 'locale'>): ThirdParty[] {
  return writtenSections(at).flatMap(([id, section]) => {
    const source = section.kind === 'calculator' ? addressIn(section, at.locale) : undefined
    if (section.kind !== 'calculator' || source === undefined) return []
    const origin = source.replace(/^(https?:\/\/[^/]+).*$/, '$1')
    const { company, category = 'functional', replaces = id } = section
    return [
      {
        ...{ id: calculatorId(at.id, replaces), what: 'calculator', category, company, source },
        ...{ hosts: { frame: [origin] }, propertyId: null, isTold: false, keeps: [] },
      },
    ]
  })
}
