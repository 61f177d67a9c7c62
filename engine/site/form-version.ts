import {
  groupsOf,
  type KindWords,
  type KnownGroups,
  type ListRows,
  type Onward,
  ownKindWords,
  pageTarget,
  picturesOf,
  type ResolvedField,
  type ResolvedForm,
  resolveForm,
  rowsIn,
  type Surroundings,
  withNeeds,
  withTargets,
} from '#engine/form/model'
import { longLists } from '#engine/form/offer'

import { memoizeByInput, memoizeByObject } from '#engine/form/values'
import { type Library, tablesOf, wordFile } from '#engine/library'

import type { FormDefinition } from '#schemas/generated/form.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market, MarketPatch } from '#schemas/generated/site.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { localePath, pagePath } from './addresses/paths.ts'
import { drawingsOf } from './deals/drawings.ts'
import { withFacts } from './facts/with-facts.ts'
import { allTranslated, hintTranslator, translated } from './i18n/translated.ts'

/** The folders that forms are made of, beside site.json and the product's own words. */
const folders = ['forms', 'groups', 'lists', 'consents'] as const

const keptHash = memoizeByObject<string>()

const keptAddresses = memoizeByObject<string>()

/** A hash function over text; the pure rooms have none of their own. */
export type Hash = (text: string) => string

/** A form in one language, and the hash of all it says and asks. */
export interface FormVersion {
  form: ResolvedForm
  hash: string
}

/**
 * The form in a language and its market; null when there is no such form, it is a draft, or it is not offered in the
 * language.
 * @param onPage what differs on the page that shows it
 */
export function resolveVersion(
  library: Library,
  id: string,
  locale: string,
  hash: Hash,
  { market: pageMarket, screens }: { market?: MarketPatch | undefined; screens?: FormDefinition['screens'] } = {},
): FormVersion | null {
  const written = translated(library, 'forms', id, locale)
  const market = written && marketOf(library, written, locale, pageMarket)
  if (!written || !market || written.draft || !written.locales.includes(locale)) return null
  const around = {
    ...surroundings(library, locale, market),
    versionOf: (rows: ListRows) => versionOf(rows, hash),
    tableVersion: tableVersions(library, hash),
  }
  const shown = screens ? { ...written, screens } : written
  const resolved = resolveForm(id, withFacts(shown, library, { locale, market }), around)
  const linked = withDestinations(withTargets(resolved, linkTarget(library, locale)), library)
  const form = withNeeds(withPictures(linked, library, hash))
  return { form, hash: hash(JSON.stringify(form)) }
}

const keptVersions = memoizeByObject<string>()

/** Tells the version of a table by its id: the hash of its content. */
function tableVersions({ tariffs }: Library, hash: Hash): (table: string) => string {
  return (id) => {
    const table = tariffs.get(id)?.value
    return table ? keptVersions(table, '', () => hash(JSON.stringify(table))) : ''
  }
}

/** The tables that forms compute values from, by their versions. */
export function formTables(library: Library, hash: Hash): Map<string, TariffTable> {
  const version = tableVersions(library, hash)
  const ids = new Set([...library.forms.values()].flatMap(({ value }) => tablesOf(value)))
  return new Map(
    [...ids].flatMap((id): [string, TariffTable][] => {
      const table = library.tariffs.get(id)?.value
      return table ? [[version(id), table]] : []
    }),
  )
}

/** The form with the addresses of what it leads to once it is sent or ends; without what is not there now. */
function withDestinations(form: ResolvedForm, { pages, forms, site }: Library): ResolvedForm {
  const { locale, screenOuts, thankYou, whenClosed } = form
  const pathOf = (id: string | undefined) => {
    const page = pages.get(id ?? '')?.value
    return page && !page.draft && page.locales.includes(locale) ? pagePath(site.value, page, locale) : undefined
  }
  const formPath = (id: string | undefined) => {
    const other = forms.get(id ?? '')?.value
    return other && !other.draft && other.locales.includes(locale)
      ? localePath(site.value, `/forms/${id}`, locale)
      : undefined
  }
  const led = <T extends { link?: Onward }>({ link, ...rest }: T) => {
    const to = link && (link.to ?? pathOf(link.page) ?? formPath(link.form))
    return { ...rest, ...(link && to !== undefined && { link: { label: link.label, to } }) }
  }
  const ledEach = <T extends { link?: Onward }>(each: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(each).map(([id, one]) => [id, led(one)]))
  const { page, alerts, ...own } = thankYou ?? {}
  const path = pathOf(page)
  return {
    ...form,
    ...(screenOuts && { screenOuts: ledEach(screenOuts) }),
    ...(whenClosed && { whenClosed: ledEach(whenClosed) }),
    ...(thankYou && {
      thankYou: { ...led(own), ...(path !== undefined && { page: path }), ...(alerts && { alerts: ledEach(alerts) }) },
    }),
  }
}

const keptGroups = memoizeByObject<KnownGroups>()

/** The groups of a list in a language; null where there is no such list. */
function groupsIn({ lists }: Library, list: string, locale: string): KnownGroups | null {
  const rows = rowsOf(lists.get(list)?.value, locale)
  return rows ? keptGroups(rows, '', () => ({ groups: Object.fromEntries(groupsOf(rows)) })) : null
}

function rowsOf(list: ListDefinition | undefined, locale: string): ListRows | undefined {
  return list && rowsIn(list, locale)
}

const whole = memoizeByInput<ResolvedForm>()

/** The lists whose options are too many for a page. */
export interface LongLists {
  /** A form with all options of the long lists that it names, as these are now. */
  withGroups: (form: ResolvedForm) => ResolvedForm
  /** The options of such a list that an answer chooses, and the list's version; null where the language has no such list. */
  group: (list: string, locale: string, answer: string) => ListGroup | null
}

interface ListGroup {
  version: string
  options: Readonly<Record<string, string>>
}

export function longListsOf(library: Library, hash: Hash): LongLists {
  return {
    withGroups(form) {
      const lists = longLists(form)
      if (lists.length === 0) return form
      const known = lists.flatMap(({ list }): [string, KnownGroups][] => {
        const groups = groupsIn(library, list, form.locale)
        return groups ? [[list, groups]] : []
      })
      const make = () => ({ ...form, groups: Object.fromEntries(known) })
      return whole(
        form,
        known.map(([, groups]) => groups),
        make,
      )
    },
    group(list, locale, answer) {
      const rows = rowsOf(library.lists.get(list)?.value, locale)
      const { groups } = groupsIn(library, list, locale) ?? {}
      if (!rows || !groups) return null
      return { version: versionOf(rows, hash), options: Object.hasOwn(groups, answer) ? (groups[answer] ?? {}) : {} }
    },
  }
}

function versionOf(rows: ListRows, hash: Hash): string {
  return keptHash(rows, '', () => hash(JSON.stringify(rows)).slice(0, 10))
}

/** The form with the addresses of the drawings on its tiles. */
function withPictures(form: ResolvedForm, library: Library, hash: Hash): ResolvedForm {
  const fields = form.steps.flatMap((step) => step.fields)
  if (!fields.some((field) => picturesOf(field))) return form
  const addresses = new Map(drawingsOf(library, hash).map(({ id, path }) => [id, path]))
  const placed = (field: ResolvedField): ResolvedField => {
    const drawn = Object.entries(picturesOf(field) ?? {}).map(([option, id]) => [option, addresses.get(id)])
    if (drawn.length === 0) return field
    const options = { ...(field.ui['ui:options'] as object), pictures: Object.fromEntries(drawn) }
    return { ...field, ui: { ...field.ui, 'ui:options': options } }
  }
  return { ...form, steps: form.steps.map((step) => ({ ...step, fields: step.fields.map(placed) })) }
}

const kept = memoizeByObject<Surroundings>()

/** What forms refer to, in a language and market: found once for all of them. */
function surroundings(library: Library, locale: string, market: Market): Surroundings {
  return kept(library, `${locale} ${JSON.stringify(market)}`, () => {
    const { value: settings } = library.site
    const lists = Object.fromEntries([...library.lists].map(([list, { value }]) => [list, value]))
    const [groups, consents] = [allTranslated(library, 'groups', locale), allTranslated(library, 'consents', locale)]
    const productWords = (wordFile(library.words, locale, '', 'kinds')?.value ?? {}) as KindWords
    const kindWords = { ...productWords, ...ownKindWords(locale) }
    const filled = withFacts({ groups, lists, consents, kindWords }, library, { locale, market })
    return { locale, market, settings, ...filled, hints: hintTranslator(library, locale) }
  })
}

/** The market that a form is filled in: the language's, changed by the page that shows it, then by the form itself. */
export function marketOf(
  { site }: Pick<Library, 'site'>,
  { market, localeRules }: Pick<FormDefinition, 'market' | 'localeRules'>,
  locale: string,
  pageMarket?: MarketPatch,
): Market | undefined {
  const found = site.value.locales[locale]
  if (!found) return undefined
  // What a language is called and who speaks it is no rule of its market: forms stay the same form.
  const { iso: _, company: __, ...ofLanguage } = found
  return { ...ofLanguage, ...pageMarket, ...market, ...(localeRules?.[locale]?.market as MarketPatch) }
}

/**
 * The address a link in words leads to: page:privacy#sponsor → /de/privacy#sponsor; null for a page that is quarantined. Other texts that
 * look like links stay as they are.
 */
export function linkTarget({ pages, site }: Library, locale: string): (target: string) => string | null {
  return (target) => {
    if (!target.startsWith('page:')) return target
    const { page: id = '', section } = pageTarget(target) ?? {}
    const page = pages.get(id)
    return page ? pagePath(site.value, page.value, locale) + (section === undefined ? '' : `#${section}`) : null
  }
}

/** All that a form in a language may depend on: where these are the same objects, its versions are the same too. */
export function formSources({ site, pages, words, tariffs, ...library }: Library): unknown[] {
  const definitions = folders.flatMap((folder) =>
    [...library[folder].values()].flatMap(({ value, own }) => [value, own]),
  )
  const translations = [...words].flatMap(([key, { value }]) => {
    const [, folder = ''] = key.split('/')
    return folder === '' || (folders as readonly string[]).includes(folder) ? [key, value] : []
  })
  const drawings = [...library.media.values()].map(({ value }) => value)
  // Links lead to their addresses.
  const addresses = [...pages].flatMap(([id, { value }]) => [id, keptAddresses(value, '', () => addressesOf(value))])
  const tables = [...tariffs.values()].map(({ value }) => value)
  return [site.value, ...definitions, ...drawings, ...translations, ...addresses, ...tables]
}

function addressesOf({ path, paths, locales, draft }: PageDefinition): string {
  return JSON.stringify([path, paths, locales, draft])
}
