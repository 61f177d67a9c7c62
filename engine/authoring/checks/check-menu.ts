import type { MenuDefinition, MenuEntry } from '#schemas/generated/menu.ts'
import { knownLocales } from '../../library/check-references.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Entry, Library } from '../../library/source.ts'
import { checkPlace } from './check-place.ts'
import { checkOffered } from './form/check-offered.ts'

/** Entries lead to pages, or open others, and never both. */
export function checkMenu(menu: Entry<MenuDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = menu
  return [
    ...knownLocales(library, value.locales, { file, path: ['locales'] }),
    ...checkOffered('menu', menu),
    ...Object.entries(value.entries).flatMap(([id, entry]) =>
      checkEntry(entry, library, { file, path: ['entries', id] }),
    ),
  ]
}

function checkEntry(
  { page, section, entries }: MenuEntry,
  library: Library,
  at: Pick<DefinitionProblem, 'file' | 'path'>,
): DefinitionProblem[] {
  if (page === undefined && !entries) {
    const message = 'This entry leads nowhere. Add "page" with the id of a page, or "entries" for it to open.'
    return [{ ...at, on: 'key', message }]
  }
  if (page !== undefined && entries) {
    const message = 'An entry leads to a page or opens others: remove "page" or "entries".'
    return [{ ...at, path: [...at.path, 'page'], on: 'key', message }]
  }
  return [
    ...(page === undefined ? [] : checkPlace({ page, section }, library, at)),
    ...Object.entries(entries ?? {}).flatMap(([id, item]) =>
      checkPlace(item, library, { ...at, path: [...at.path, 'entries', id] }),
    ),
  ]
}
