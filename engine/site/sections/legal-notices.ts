import { spanText } from '#engine/form/values'
import { checkTarget } from '#engine/library'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { Disclosure } from '#schemas/generated/partner.ts'
import type { CompanySection } from '#schemas/generated/sections/company.ts'
import type { ContactSection } from '#schemas/generated/sections/contact.ts'
import type { CookiesSection } from '#schemas/generated/sections/cookies.ts'
import type { LegalSection } from '#schemas/generated/sections/legal.ts'
import type { PartnersSection } from '#schemas/generated/sections/partners.ts'
import type { RetentionSection } from '#schemas/generated/sections/retention.ts'
import type { SponsorsSection } from '#schemas/generated/sections/sponsors.ts'
import type { SponsorDefinition } from '#schemas/generated/sponsor.ts'
import { anchorsOf } from '../action-target.ts'
import type { ConsentWords } from '../consent-words.ts'
import { isOfFrame } from '../frame/frame-forms.ts'
import { keptDays, type LeadSource, partnersOf, retentionText } from '../placeholders.ts'
import type { SectionKind, SectionSetting } from '../section-kind.ts'

/** How long answers are kept, as the forms say themselves: what erases them is what is told. */
export const retention = {
  view(section, { site, locale }) {
    const forms = keptDays(site, locale).flatMap(({ title, days, savedDays }) =>
      savedDays !== null && section.saved !== undefined
        ? [
            { title, days },
            { title: section.saved, days: savedDays },
          ]
        : [{ title, days }],
    )
    const periods = [...Map.groupBy(forms, (form) => form.days)]
      .sort(([one], [other]) => one - other)
      .map(
        ([count, kept]): Period => ({
          period: Number.isFinite(count) ? retentionText(count, locale) : section.unlimited,
          forms: [...new Set(kept.map(({ title }) => title))].sort(new Intl.Collator(locale).compare),
        }),
      )
    return { ...section, periods }
  },
} satisfies SectionKind<RetentionSection, RetentionSection & { periods: readonly Period[] }>

/** The sponsors that are listed in the language; nothing where there are none. */
export const sponsors = {
  view(section, { site, locale }) {
    const listed = site.partners
      .sponsors(locale)
      .map(({ name, address, offers, privacy }): Sponsor => ({ name, address, offers, privacy }))
    return listed.length > 0 ? { ...section, sponsors: listed } : null
  },
} satisfies SectionKind<SponsorsSection, SponsorsSection & { sponsors: readonly Sponsor[] }>

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
        ? 'This page has no form, so no partner takes its leads. Name a page that has one: "of".'
        : `The page "${of}" has no form, so no partner takes its leads. Name a page that has one.`
    return [{ ...at, path, on: 'value', message, ...(of !== undefined && { with: [`pages/${of}`] }) }]
  },

  view(section, setting) {
    const from = leadsOf(section, setting)
    const listed = partnersOf(setting.site, from).map(({ name, disclosure: named }): ListedPartner => named ?? { name })
    const { compare } = new Intl.Collator(setting.locale)
    return { ...section, partners: listed.sort((one, other) => compare(one.name, other.name)) }
  },
} satisfies SectionKind<PartnersSection, PartnersSection & { partners: readonly ListedPartner[] }>

/** Clauses, each of which a link can lead to. */
export const legal = {
  check({ clauses }, { page, library: _, ...at }) {
    const anchors = anchorsOf(page)
    return Object.keys(clauses).flatMap((id) => {
      const isTwice = anchors.filter((anchor) => anchor === id).length > 1
      if (!isTwice && !isOfFrame(id)) return []
      const other = isTwice ? 'another section or clause of this page' : 'a form in the page layout'
      const message = `"${id}" is the id of ${other}, so links could lead to either. Give this clause another id.`
      return [{ ...at, path: [...at.path, 'clauses', id], on: 'key', message }]
    })
  },

  view: (section) => section,
} satisfies SectionKind<LegalSection, LegalSection>

/** All that is kept in browsers by this brand and those it loads from: ours, and what its scripts keep. */
export const cookies = {
  view(section, { site, locale, brand }) {
    const words = site.texts.consent(locale)
    const { scripts = {} } = site.brands.byId(brand)
    const shown = site.cookies
      .listed(locale)
      .filter(({ script }) => script === undefined || Object.hasOwn(scripts, script))
    const groups = (['necessary', 'functional', 'analytics', 'marketing'] as const).flatMap(
      (category): KeptThings[] => {
        const things = shown
          .filter((each) => each.category === category)
          .map(({ name, where, period, purpose, script = '' }) => ({
            ...{ name, where: words.kept[where], period: periodText(period, words, locale), purpose },
            company: scripts[script]?.company ?? null,
          }))
        return things.length > 0 ? [{ ...words.categories[category], things }] : []
      },
    )
    return { ...section, columns: words.kept, groups }
  },
} satisfies SectionKind<
  CookiesSection,
  CookiesSection & {
    columns: Pick<ConsentWords['kept'], 'name' | 'where' | 'period' | 'purpose'>
    groups: KeptThings[]
  }
>

/** Who operates the site, for the imprint: nothing where site.json names nobody. */
export const company = {
  view(section, { site, locale }) {
    const found = site.texts.company(locale)
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

/** A way to reach the company. */
export interface Way {
  name: string
  said: readonly string[]
  /** Where it begins by itself: mailto: or tel:. */
  href?: string
}

/** How to reach who operates the site: nothing where site.json names nobody. */
export const contact = {
  view(section, { site, locale }) {
    const found = site.texts.company(locale)
    if (!found) return null
    const { name, address, email, phone } = found
    const { labels } = section
    const ways: Way[] = [
      ...(email === undefined ? [] : [{ name: labels.email, said: [email], href: `mailto:${email}` }]),
      ...(phone === undefined
        ? []
        : [{ name: labels.phone, said: [phone], href: `tel:${phone.replace(/[^+\d]/g, '')}` }]),
      { name: labels.address, said: [name, ...address] },
    ]
    return { ...section, ways }
  },
} satisfies SectionKind<ContactSection, ContactSection & { ways: readonly Way[] }>

/** A line of what the law wants said of a company. */
interface CompanyFact {
  name: string
  said: readonly string[]
}

/** What is kept for one purpose that visitors consent to, or that needs no consent. */
export interface KeptThings {
  title: string
  text: string
  things: readonly { name: string; where: string; period: string; purpose: string; company: string | null }[]
}

function periodText(period: CookieDefinition['period'], { kept }: ConsentWords, locale: string): string {
  return period === 'session' || period === 'unlimited' ? kept[period] : spanText(period, locale)
}

/** A partner as pages name it; one that does not say how is named as receipts name it. */
type ListedPartner = Pick<Disclosure, 'name'> & Partial<Disclosure>

/** Where leads of the page that is meant may come from: its forms and those of its variants, in this language. */
function leadsOf({ of }: PartnersSection, { site, locale, brand, page }: SectionSetting): LeadSource[] {
  const meant = site.pages.all.filter(
    (at) => at.locale === locale && (of === undefined ? at.id === page : at.id === of || at.variantOf === of),
  )
  return meant.flatMap(({ id, page: { sections } }) =>
    Object.values(sections).flatMap((each) =>
      each.kind === 'form' ? [{ form: each.form, locale, brand, page: id }] : [],
    ),
  )
}

type Sponsor = Pick<SponsorDefinition, 'name' | 'address' | 'offers' | 'privacy'>

/** A period, in words, and the titles of the forms whose answers are kept for so long. */
export interface Period {
  period: string
  forms: readonly string[]
}
