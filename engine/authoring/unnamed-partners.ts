import type { DefinitionProblem } from '../library/definition-problem.ts'
import type { Library } from '../library/source.ts'

/** Partners that a page lists and that do not say how they are named there: they are listed by their name alone. */
export function unnamedPartners(library: Library): DefinitionProblem[] {
  const lists = [...library.pages].flatMap(([id, { value }]) =>
    Object.values(value.sections).flatMap((section) =>
      section.kind === 'partners' ? [{ id, of: section.of ?? id }] : [],
    ),
  )
  return [...library.partners.values()].flatMap(({ file, value }) => {
    if (value.public) return []
    const problems = value.takes.flatMap(({ form, pages }, index) => {
      const list = lists.find(({ of }) =>
        formsOf(library, of).some(({ page, form: shown }) => shown === form && (pages?.includes(page) ?? true)),
      )
      if (!list) return []
      const message = `The page "${list.id}" lists who takes leads of "${form}". Say how this partner is named there: "public", with "name", "address" and "privacy".`
      return [{ file, path: ['takes', String(index), 'form'], on: 'value' as const, message }]
    })
    return problems.slice(0, 1)
  })
}

/** The forms of a page and its variants, each with the page that shows it. */
function formsOf({ pages }: Library, of: string): { page: string; form: string }[] {
  return [...pages].flatMap(([page, { value, variantOf }]) => {
    if (page !== of && variantOf !== of) return []
    return Object.values(value.sections).flatMap((section) =>
      section.kind === 'form' ? [{ page, form: section.form }] : [],
    )
  })
}
