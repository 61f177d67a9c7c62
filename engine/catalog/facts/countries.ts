import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import { marketOf } from '../form-version.ts'
import { folderOf } from '../sources/folders.ts'
import type { Library } from '../sources/source.ts'

/** What visitors read: a definition of a folder, or words of the product, whose folder is ''. */
interface Read {
  folder: string
  id: string
  locale: string
}

/** The countries in whose markets something is read in a language. */
export function countriesOf(library: Library, { folder, id, locale }: Read): string[] {
  const ofLanguage = library.site.value.locales[locale]?.country
  if (ofLanguage === undefined) return []
  if (folder === 'forms') return [...new Set(countriesOfForm(library, id, locale))]
  if (folder === 'pages') return [library.pages.get(id)?.value.market?.country ?? ofLanguage]
  const isUsedBy = folderOf(folder)?.isUsedBy
  if (!isUsedBy) return [ofLanguage]
  const users = [...library.forms].filter(([, { value }]) => isUsedBy(value, id))
  return [...new Set(users.flatMap(([form]) => countriesOfForm(library, form, locale)))]
}

function countriesOfForm(library: Library, id: string, locale: string): string[] {
  return marketsOfForm(library, id, locale).map(({ country }) => country)
}

/** The markets that a form is filled in, in a language: its own or the language's, and those of pages that show it. */
export function marketsOfForm(library: Library, id: string, locale: string): Market[] {
  const form = library.forms.get(id)?.value
  if (!form?.locales.includes(locale)) return []
  const pages = [...library.pages.values()].filter(
    ({ value }) => value.market && value.locales.includes(locale) && shows(value, id),
  )
  const markets = [undefined, ...pages.map(({ value }) => value.market)]
  const all = markets.flatMap((market) => marketOf(library, form, locale, market) ?? [])
  return [...new Map(all.map((market) => [`${market.country} ${market.currency}`, market])).values()]
}

function shows({ sections }: PageDefinition, form: string): boolean {
  return Object.values(sections).some((section) => section.kind === 'form' && section.form === form)
}
