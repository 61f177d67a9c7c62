import type { CompanySection } from '#schemas/generated/sections/company.ts'
import type { SectionKind } from '../../section-kind.ts'

/** A line of what the law wants said of a company. */
export interface CompanyFact {
  name: string
  said: readonly string[]
}

/** Who operates the site, for the imprint: nothing where site.json names nobody. */
export const company = {
  view(section, { catalog, locale }) {
    const found = catalog.texts.company(locale)
    if (!found) return null
    const { name, address, country, directors = [], register, taxId, email, phone } = found
    const countryName = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
    const { labels } = section
    const facts = [
      { name: labels.name, said: [name] },
      { name: labels.address, said: [...address, countryName] },
      { name: labels.directors, said: directors },
      { name: labels.register, said: register === undefined ? [] : [register] },
      { name: labels.taxId, said: taxId === undefined ? [] : [taxId] },
      { name: labels.email, said: email === undefined ? [] : [email] },
      { name: labels.phone, said: phone === undefined ? [] : [phone] },
    ]
    return { ...section, facts: facts.filter(({ said }) => said.length > 0) }
  },
} satisfies SectionKind<CompanySection, CompanySection & { facts: readonly CompanyFact[] }>
