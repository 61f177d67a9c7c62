import { takesFrom } from '#engine/form/lead'
import { checkTarget } from '#engine/library'
import type { PublicPartner } from '#schemas/generated/partner.ts'
import type { PartnersSection } from '#schemas/generated/sections/partners.ts'
import type { SectionKind, SectionSetting } from '../../section-kind.ts'

/** A partner as pages name it; one that does not say how is named as receipts name it. */
export type ListedPartner = Pick<PublicPartner, 'name'> & Partial<PublicPartner>

/** Who gets the answers of a page's forms. Whether a single lead is taken may depend on its answers too. */
export const partners = {
  check(section, { page, library, ...at }) {
    const { of } = section
    const path = [...at.path, of === undefined ? 'kind' : 'of']
    const problems = of === undefined ? [] : checkTarget(of, section, { page, library, ...at, path })
    const target = of === undefined ? page : library.pages.get(of)?.value
    if (problems.length > 0 || !target || Object.values(target.sections).some(({ kind }) => kind === 'form'))
      return problems
    const message =
      of === undefined
        ? 'This page has no form, so nobody takes leads of it. Name a page that has one: "of".'
        : `The page "${of}" has no form, so nobody takes leads of it. Name a page that has one.`
    return [{ ...at, path, on: 'value', message, ...(of !== undefined && { with: [`pages/${of}`] }) }]
  },

  view(section, setting) {
    const from = leadsOf(section, setting)
    const listed = Object.values(setting.catalog.partners.all)
      .filter(({ takes }) => takes.some((each) => from.some((lead) => takesFrom(each, lead))))
      .map(({ name, public: named }): ListedPartner => named ?? { name })
    const { compare } = new Intl.Collator(setting.locale)
    return { ...section, partners: listed.sort((one, other) => compare(one.name, other.name)) }
  },
} satisfies SectionKind<PartnersSection, PartnersSection & { partners: readonly ListedPartner[] }>

/** Where leads of the page that is meant may come from: its forms and those of its variants, in this language. */
function leadsOf({ of }: PartnersSection, { catalog, locale, brand, page }: SectionSetting) {
  const meant = catalog.pages.all.filter(
    (at) => at.locale === locale && (of === undefined ? at.id === page : at.id === of || at.variantOf === of),
  )
  return meant.flatMap(({ id, page: { sections } }) =>
    Object.values(sections).flatMap((each) =>
      each.kind === 'form' ? [{ form: each.form, locale, brand, page: id }] : [],
    ),
  )
}
