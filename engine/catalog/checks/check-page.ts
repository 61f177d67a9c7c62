import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { localePath, pagePath } from '../portal/paths.ts'
import type { SectionKind, SectionPlace } from '../portal/section-kind.ts'
import { sectionKinds } from '../portal/sections/table.ts'
import type { Entry, Library } from '../sources/source.ts'
import { checkAddresses } from './check-addresses.ts'
import { knownLocales } from './check-references.ts'
import { checkAfter } from './form/check-after.ts'
import { checkOffered } from './form/check-offered.ts'

export function checkPage(page: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = page
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [id, section] of Object.entries(value.sections)) {
    problems.push(...checkSection(section, { page: value, library, file, path: ['sections', id] }))
  }
  problems.push(
    ...checkAfter(value.sections, { file, path: ['sections'] }),
    ...secondForms(page),
    ...checkOffered('page', page),
  )
  return [...problems, ...checkAddresses(page, library)]
}

/** A page draws the form of one section, in each language; which of two it is would be a matter of chance. */
function secondForms({ file, value }: Entry<PageDefinition>): DefinitionProblem[] {
  const forms = Object.entries(value.sections).filter(([, { kind }]) => kind === 'form')
  return forms.flatMap(([id, section], index) => {
    const first = forms.slice(0, index).find(([, other]) => meet(other.locales, section.locales))
    if (!first) return []
    const message = `This page shows a form in "${first[0]}" already, and a page has room for one. Put this one on a page of its own.`
    return [{ file, path: ['sections', id], on: 'key' as const, message }]
  })
}

function meet(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

function checkSection(section: Section, place: SectionPlace): DefinitionProblem[] {
  const kind: SectionKind<never> = sectionKinds[section.kind]
  return kind.check?.(section as never, place) ?? []
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
