import type { PageDefinition } from '#schemas/generated/page.ts'
import { knownLocales, reference } from './check-references.ts'
import { pagePath } from './paths.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry, Library } from './source.ts'

/** First parts of addresses that the server answers itself. */
const reserved = ['api', 'assets', 'forms', 'schemas', 'healthz', 'readyz', 'metrics']

export function checkPage({ file, value }: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [id, section] of Object.entries(value.sections)) {
    const path = ['sections', id, 'form']
    problems.push(...reference(library, 'forms', section.form, { file, path, on: 'value' }))
    const form = library.forms.get(section.form)
    const lacking = value.locales.filter((locale) => form && !form.value.locales.includes(locale))
    if (lacking.length > 0) {
      const message = `The form "${section.form}" is not offered in ${lacking.join(', ')}, but this page is. Add the language to the form or take it from the page.`
      problems.push({ file, path, on: 'value', message })
    }
  }
  const first = value.path.split('/')[1] ?? ''
  if (reserved.includes(first) || Object.keys(library.site.value.locales).includes(first)) {
    problems.push({
      file,
      path: ['path'],
      on: 'value',
      message: `Addresses under /${first} are the server's own. Choose another path.`,
    })
  }
  return problems
}

/** Two pages never share an address. */
export function checkPaths(library: Library): DefinitionProblem[] {
  const taken = new Map<string, string>()
  return [...library.pages.values()].flatMap(({ file, value }) =>
    value.locales.flatMap((locale) => {
      const path = pagePath(library.site.value, value, locale)
      const first = taken.get(path)
      taken.set(path, first ?? file)
      if (first === undefined) return []
      const key = value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      return [
        {
          file,
          path: key,
          on: 'value' as const,
          message: `The address ${path} is taken by ${first}. Give one of the two another.`,
        },
      ]
    }),
  )
}
