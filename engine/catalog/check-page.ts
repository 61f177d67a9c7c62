import type { PageDefinition, Section } from '#schemas/generated/page.ts'
import type { FormSection } from '#schemas/generated/sections/form.ts'
import { checkAfter } from './check-after.ts'
import { knownLocales, reference } from './check-references.ts'
import { didYouMean } from './did-you-mean.ts'
import { localePath, pagePath } from './paths.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry, Library } from './source.ts'

/** First parts of addresses that the server answers itself. */
const reserved = ['api', 'assets', 'forms', 'schemas', 'healthz', 'readyz', 'metrics']

export function checkPage({ file, value }: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [id, section] of Object.entries(value.sections)) {
    problems.push(...checkSection(section, value, library, { file, path: ['sections', id] }))
  }
  problems.push(...checkAfter(value.sections, { file, path: ['sections'] }))
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

interface Place {
  file: string
  path: readonly string[]
}

function checkSection(section: Section, page: PageDefinition, library: Library, at: Place): DefinitionProblem[] {
  switch (section.kind) {
    case 'form':
      return checkFormSection(section, page, library, { ...at, path: [...at.path, 'form'] })
    case 'hero': {
      const { page: id, section: target } = section.action ?? {}
      const path = [...at.path, 'action']
      if (id !== undefined) return reference(library, 'pages', id, { ...at, path: [...path, 'page'], on: 'value' })
      if (target === undefined || Object.hasOwn(page.sections, target)) return []
      const message = `This page has no section "${target}".${didYouMean(target, Object.keys(page.sections), 'section')}`
      return [{ ...at, path: [...path, 'section'], on: 'value', message }]
    }
    case 'cards':
      return Object.entries(section.cards).flatMap(([card, { page: id }]) =>
        id === undefined
          ? []
          : reference(library, 'pages', id, { ...at, path: [...at.path, 'cards', card, 'page'], on: 'value' }),
      )
    default:
      return []
  }
}

function checkFormSection(
  section: FormSection,
  page: PageDefinition,
  library: Library,
  at: Place,
): DefinitionProblem[] {
  const form = library.forms.get(section.form)
  const lacking = page.locales.filter((locale) => form && !form.value.locales.includes(locale))
  const message = `The form "${section.form}" is not offered in ${lacking.join(', ')}, but this page is. Add the language to the form or take it from the page.`
  return [
    ...reference(library, 'forms', section.form, { ...at, on: 'value' }),
    ...(lacking.length > 0 ? [{ ...at, on: 'value' as const, message }] : []),
  ]
}

/** Two pages never share an address, nor does a former one hide a present one. */
export function checkPaths(library: Library): DefinitionProblem[] {
  const taken = new Map<string, string>()
  const site = library.site.value
  const pages = [...library.pages.values()]
  const present = pages.flatMap(({ file, value }) =>
    value.locales.flatMap((locale) => {
      const path = pagePath(site, value, locale)
      const first = taken.get(path)
      taken.set(path, first ?? file)
      if (first === undefined) return []
      const key = value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      const message = `The address ${path} is taken by ${first}. Give one of the two another.`
      return [{ file, path: key, on: 'value' as const, message, with: [keyOf(first)] }]
    }),
  )
  const former = pages.flatMap(({ file, value }) =>
    (value.formerPaths ?? []).flatMap((path, index) => {
      const first = value.locales.map((locale) => taken.get(localePath(site, path, locale))).find(Boolean)
      for (const locale of value.locales) taken.set(localePath(site, path, locale), file)
      const message = `The address ${path} is taken by ${first}. Take it out of "formerPaths".`
      const at = { file, path: ['formerPaths', String(index)], on: 'value' as const }
      return first === undefined ? [] : [{ ...at, message, with: [keyOf(first)] }]
    }),
  )
  return [...present, ...former]

  function keyOf(file: string): string {
    return `pages/${[...library.pages].find(([, page]) => page.file === file)?.[0] ?? ''}`
  }
}
