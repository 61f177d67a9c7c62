import {
  brandsOf,
  type DefinitionProblem,
  drawingAllLinks,
  type Library,
  lackingBrand,
  reference,
} from '#engine/library'

/** Who is led there: every brand's visitors, in these languages. */
interface Led {
  locales: readonly string[]
  isDraft: boolean
  /** Whether what leads there is left out on a brand that does not show the page. */
  isOptional?: boolean
}

/** A page that no section leads to, but a form or a mail, is there for all who are led to it. */
export function checkDestination(
  id: string,
  { locales, isDraft, isOptional = false }: Led,
  library: Library,
  at: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const target = library.pages.get(id)?.value
  if (!target) return reference(library, 'pages', id, { ...at, on: 'value' })
  const say = (message: string) => [{ ...at, on: 'value' as const, message }]
  if (target.draft && !isDraft)
    return say(`The page "${id}" is a draft, so this leads nowhere. Publish the page, or name another.`)
  const brands = brandsOf({}, library)
  const lackedBy = lackingBrand(id, target, isOptional ? drawingAllLinks(brands, library) : brands, library)
  if (lackedBy !== null) return say(lackedBy)
  const known = Object.keys(library.site.value.locales)
  const lacking = locales.filter((locale) => known.includes(locale) && !target.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The page "${id}" is not offered in ${lacking.join(', ')}, so this leads nowhere there. Add the language to it, or name another page.`,
  )
}
