import type { DefinitionProblem } from '../definition-problem.ts'
import { languageDays, languageKey } from '../portal/languages/language-settings.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Library } from '../sources/source.ts'
import { knownLocales } from './check-references.ts'

/** What is kept in browsers: by a script that there is, under its category, and as the site itself keeps it. */
export function checkCookies(library: Library): DefinitionProblem[] {
  return [...ofScripts(library), ...ofLanguage(library)]
}

/** The definition that visitors read of the cookie of the language says what is so. */
function ofLanguage({ cookies, site }: Library): DefinitionProblem[] {
  const told = cookies.get('language')
  if (!told) return []
  const right = { name: languageKey(site.value), period: `${languageDays(site.value)}d` }
  return (['name', 'period'] as const).flatMap((key) => {
    if (told.value[key] === right[key]) return []
    const message = `"languageCookie" in site.json makes this "${right[key]}". Write that here, or change it there.`
    return [{ file: told.file, path: [key], on: 'value' as const, message }]
  })
}

function ofScripts(library: Library): DefinitionProblem[] {
  const scripts = [...library.brands.values()].flatMap(({ value }) => Object.entries(value.scripts ?? {}))
  // A brand with a mistake may have the script.
  const isKnown = [...library.broken].every((key) => !key.startsWith('brands/'))
  return [...library.cookies.values()].flatMap(({ file, value: { locales, script, category } }) => {
    const found = knownLocales(library, locales, { file, path: ['locales'] })
    if (script === undefined) return found
    const ids = scripts.map(([id]) => id)
    if (!ids.includes(script)) {
      const hint = ids.length === 0 ? ' No brand declares any yet.' : didYouMean(script, [...new Set(ids)])
      const message = `No brand has a script "${script}".${hint}`
      return isKnown ? [...found, { file, path: ['script'], on: 'value' as const, message }] : found
    }
    const other = scripts.find(([id, each]) => id === script && each.category !== category)?.[1].category
    if (other === undefined) return found
    const message = `The script "${script}" is of the category "${other}", so what it keeps is too. Write "${other}".`
    return [...found, { file, path: ['category'], on: 'value' as const, message }]
  })
}
