import { isTree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { type Entry, folderOf, type Library, pagesWithBlock } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import { marketOf } from '../form-version.ts'
import type { Said } from '../i18n/messages.ts'
import { shownForms } from '../shown-forms.ts'
import { limitIn, mayHoldFacts } from './limits.ts'
import { type Fill, filled } from './with-facts.ts'

const kept = memoizeByObject<Library>()
const keptFilled = memoizeByObject<ReturnType<typeof memoizeByObject<object>>>()

/** What a definition or its translation says in a language. */
type Written = Pick<Said, 'folder' | 'id' | 'locale'>

/** The countries in whose markets something is read. */
export interface ReadIn {
  /** Each that any text of a file is read in. */
  all: readonly string[]
  /** Those that the text at a place is read in. */
  at: (path: Said['path']) => readonly string[]
}

/** The countries that a file is read in: those of its definition, and those of variants that have a text from there. */
export function countriesOf(library: Library, { folder, id, locale }: Written): ReadIn {
  const ofLanguage = library.site.value.locales[locale]?.country
  if (ofLanguage === undefined) return everywhere([])
  if (folder === 'forms' || folder === 'pages') {
    const countries = (each: string) =>
      folder === 'forms' ? countriesOfForm(library, each, locale) : countriesOfPage(library, each, locale)
    const heirs = heirsOf(library, folder, id).map((heir) => {
      const { own = {} } = library[folder].get(heir) ?? {}
      return { has: (path: Said['path']) => !says(own, path), countries: countries(heir) }
    })
    if (heirs.length === 0) return everywhere(countries(id))
    return readBy([{ has: () => true, countries: countries(id) }, ...heirs])
  }
  if (folder === 'blog') return everywhere([library.blog.get(id)?.value.market?.country ?? ofLanguage])
  if (folder === 'blocks') {
    const pages = pagesWithBlock(library, id, locale).map(([page, { own = {}, blocks = {} }]) => {
      const sections = Object.keys(blocks).filter((section) => blocks[section] === id)
      const has = (path: Said['path']) => sections.some((section) => !says(own, ['sections', section, ...path]))
      return { has, countries: countriesOfPage(library, page, locale) }
    })
    return readBy(pages)
  }
  const isUsedBy = folderOf(folder)?.isUsedBy
  if (!isUsedBy) return everywhere([ofLanguage])
  const users = [...library.forms].filter(([, { value }]) => isUsedBy(value, id))
  return everywhere(users.flatMap(([form]) => countriesOfForm(library, form, locale)))
}

/** By the countries, which nearly all pages of a language have in common. */
const keptEverywhere = new Map<string, ReadIn>()

/** The same object for the same countries. */
function everywhere(countries: readonly string[]): ReadIn {
  const key = countries.join(' ')
  const known = keptEverywhere.get(key) ?? readBy([{ has: () => true, countries }])
  keptEverywhere.set(key, known)
  return known
}

function readBy(readers: readonly { has: (path: Said['path']) => boolean; countries: readonly string[] }[]): ReadIn {
  const of = (some: typeof readers) => [...new Set(some.flatMap(({ countries }) => countries))]
  return { all: of(readers), at: (path) => of(readers.filter(({ has }) => has(path))) }
}

const keptHeirs = memoizeByObject<ReadonlyMap<string, readonly string[]>>()

/** The variants of a definition, by id. */
function heirsOf(library: Library, folder: 'forms' | 'pages', id: string): readonly string[] {
  const heirs = keptHeirs(library, folder, () => {
    const entries: [string, { variantOf?: string }][] = [...library[folder]]
    const byBase = Map.groupBy(entries, ([, { variantOf = '' }]) => variantOf)
    return new Map([...byBase].map(([base, variants]) => [base, variants.map(([heir]) => heir)]))
  })
  return heirs.get(id) ?? []
}

function countriesOfForm(library: Library, id: string, locale: string): string[] {
  return marketsOfForm(library, id, locale).map(({ country }) => country)
}

const keptWithMarket = memoizeByObject<readonly Entry<PageDefinition>[]>()

/** The markets that a form is filled in, in a language: its own or the language's, and those of pages that show it. */
export function marketsOfForm(library: Library, id: string, locale: string): Market[] {
  const form = library.forms.get(id)?.value
  if (!form?.locales.includes(locale)) return []
  const pages = keptWithMarket(library.pages, '', () =>
    [...library.pages.values()].filter(({ value }) => value.market),
  ).filter(({ value }) => value.locales.includes(locale) && shownForms(value, locale, library).includes(id))
  const markets = [undefined, ...pages.map(({ value }) => value.market)]
  const all = markets.flatMap((market) => marketOf(library, form, locale, market) ?? [])
  return [...new Map(all.map((market) => [`${market.country} ${market.currency}`, market])).values()]
}

function countriesOfPage({ pages, site }: Library, id: string, locale: string): string[] {
  const page = pages.get(id)?.value
  if (!page?.locales.includes(locale)) return []
  const country = page.market?.country ?? site.value.locales[locale]?.country
  return country === undefined ? [] : [country]
}

/** Whether a patch replaces what stands at a place, or takes it out. */
function says(patch: object, path: readonly string[]): boolean {
  let at: unknown = patch
  for (const key of path) {
    if (!isTree(at)) return true
    if (!Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return true
}

/** What is defined, with the limits that facts are in a country in their place. */
export function withFactLimits(library: Library, country: string): Library {
  return kept(library, country, () => {
    const { facts = {} } = library.site.value
    const how: Fill = { words: (text) => text, limit: (name, key) => limitIn(facts, name, country, key) }
    const ofSite = keptFilled(library.site.value, '', () => memoizeByObject())
    const withLimits = <T extends { value: object }>(entry: T) =>
      ofSite(entry.value, country, () => filled(entry, how) as object) as T
    const all = <T extends { value: object }>(entries: ReadonlyMap<string, T>) =>
      new Map([...entries].map(([id, entry]) => [id, mayHoldFacts(entry.value) ? withLimits(entry) : entry]))
    return { ...library, forms: all(library.forms), groups: all(library.groups) }
  })
}

/** Whether facts stand for limits in a form, or in the groups it uses. */
export function hasFactLimits({ value }: Entry<FormDefinition>, { groups }: Library): boolean {
  const used = Object.values(value.steps).flatMap(({ use }) =>
    use === undefined ? [] : (groups.get(use)?.value ?? []),
  )
  return [value, ...used].some(mayHoldFacts)
}

/** What is defined as it is in each market that a form is filled in, once where its limits are the same. */
export function inMarketsOf(form: string, library: Library): Library[] {
  const entry = library.forms.get(form)
  if (!entry || !hasFactLimits(entry, library)) return [library]
  const { locales } = entry.value
  const countries = new Set(
    locales.flatMap((locale) => marketsOfForm(library, form, locale).map(({ country }) => country)),
  )
  const each = [...countries].map((country) => withFactLimits(library, country))
  const text = ({ forms, groups }: Library) => JSON.stringify([forms.get(form), ...groups.values()])
  return [...new Map(each.map((one) => [text(one), one])).values()]
}
