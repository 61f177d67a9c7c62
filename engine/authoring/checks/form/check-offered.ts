import { isTree } from '#engine/form/model'
import type { DefinitionProblem, Entry } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { MenuDefinition } from '#schemas/generated/menu.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** Entries that name languages of their own, by where they stand: what each is, and what never happens to it. */
const entries: Readonly<Record<string, { what: string; never: string }>> = {
  steps: { what: 'step', never: 'asked' },
  fields: { what: 'field', never: 'asked' },
  consents: { what: 'consent', never: 'asked' },
  screenOuts: { what: 'screen-out', never: 'met' },
  sections: { what: 'section', never: 'shown' },
  entries: { what: 'entry', never: 'shown' },
}

/**
 * Steps, fields, consents, screen-outs, sections and entries of menus that name a language which their form, page or menu lacks:
 * they would silently never be seen there. Of a variant only what it says itself is meant, since it may be offered in fewer languages than its base.
 */
export function checkOffered(
  of: 'form' | 'page' | 'menu',
  { file, value, own }: Entry<FormDefinition> | Entry<PageDefinition> | Entry<MenuDefinition>,
): DefinitionProblem[] {
  return lacking(own ?? value, [])

  function lacking(tree: unknown, path: readonly string[]): DefinitionProblem[] {
    if (!isTree(tree)) return []
    return Object.entries(tree).flatMap(([key, entry]) => {
      const here = [...path, key]
      const about = entries[path.at(-1) ?? '']
      const own = about && isTree(entry) && Array.isArray(entry.locales) ? (entry.locales as string[]) : []
      const strange = own.flatMap((locale, index) => {
        if (value.locales.includes(locale)) return []
        const message = `The ${of} is not offered in "${locale}", so the ${about?.what} "${key}" is never ${about?.never} there. Add the language to the ${of} or take it out here.`
        return [{ file, path: [...here, 'locales', String(index)], on: 'value' as const, message }]
      })
      return [...strange, ...(key === 'localeRules' ? [] : lacking(entry, here))]
    })
  }
}
