import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import type { SectionKind, SectionPlace } from '../portal/section-kind.ts'
import { sectionKinds } from '../portal/sections/table.ts'
import type { Entry, Library } from '../sources/source.ts'
import { checkAddresses } from './check-addresses.ts'
import { knownLocales, reference } from './check-references.ts'
import { checkAfter } from './form/check-after.ts'
import { checkOffered } from './form/check-offered.ts'

export function checkPage(page: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = page
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [index, brand] of (value.brands ?? []).entries())
    problems.push(...reference(library, 'brands', brand, { file, path: ['brands', String(index)], on: 'value' }))
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
