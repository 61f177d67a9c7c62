import { brandsOf, type DefinitionProblem, type Library } from '#engine/library'
import { localePath, pagePath } from '#engine/site'

/** Two pages of a brand never share an address, nor does a former one hide a present one. */
export function checkPaths(library: Library): DefinitionProblem[] {
  /** Brand and address → the page that has it. */
  const taken = new Map<string, { id: string; file: string }>()
  const site = library.site.value
  const pages = [...library.pages].map(([id, { file, value }]) => ({
    id,
    file,
    value,
    brands: brandsOf(value, library),
  }))

  /** Who has the address on one of the brands; nobody, and then it is theirs. */
  const take = ({ id, file, brands }: (typeof pages)[number], path: string) => {
    const keys = brands.map((brand) => `${brand} ${path}`)
    const first = keys.map((key) => taken.get(key)).find(Boolean)
    for (const key of keys) taken.set(key, taken.get(key) ?? { id, file })
    return first
  }

  const present = pages.flatMap((page) =>
    page.value.locales.flatMap((locale) => {
      const path = pagePath(site, page.value, locale)
      const first = take(page, path)
      if (!first) return []
      const key = page.value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      const message = `The address ${path} is taken by ${first.file}. Give one of the two another.`
      return [{ file: page.file, path: key, on: 'value' as const, message, with: [`pages/${first.id}`] }]
    }),
  )
  const former = pages.flatMap((page) =>
    (page.value.formerPaths ?? []).flatMap((path, index) => {
      const [first] = page.value.locales.flatMap((locale) => take(page, localePath(site, path, locale)) ?? [])
      if (!first) return []
      const message = `The address ${path} is taken by ${first.file}. Take it out of "formerPaths".`
      const at = { file: page.file, path: ['formerPaths', String(index)], on: 'value' as const }
      return [{ ...at, message, with: [`pages/${first.id}`] }]
    }),
  )
  return [...present, ...former]
}
