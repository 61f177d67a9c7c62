import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { whichLanguage } from './languages.ts'
import type { Definitions, Library } from './source.ts'

/** A problem unless a file of that id exists. One of the wrong shape has had its own problem already. */
export function reference(
  library: Library,
  folder: keyof Definitions,
  id: string,
  at: Pick<DefinitionProblem, 'file' | 'path' | 'on'>,
  what = folder.slice(0, -1),
): DefinitionProblem[] {
  if (library[folder].has(id) || library.broken.has(`${folder}/${id}`)) return []
  const known = [...library[folder].keys()]
  const hint = known.length === 0 ? ` There is none yet: write ${folder}/${id}.json.` : didYouMean(id, known)
  return [{ ...at, message: `There is no ${what} "${id}".${hint}` }]
}

/** A problem for each language the site does not have. */
export function knownLocales(
  library: Library,
  locales: readonly string[],
  at: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const known = Object.keys(library.site.value.locales)
  return locales.flatMap((locale, index) => {
    if (known.includes(locale)) return []
    const message = `The site has no language "${locale}".${whichLanguage(locale, known)} Languages are declared in site.json.`
    return [{ file: at.file, path: [...at.path, String(index)], on: 'value' as const, message }]
  })
}
