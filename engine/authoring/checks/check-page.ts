import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import { knownLocales, reference } from '../../library/check-references.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Entry, Library } from '../../library/source.ts'
import { isOfFrame } from '../../site/frame/frame-forms.ts'
import type { SectionKind, SectionPlace } from '../../site/section-kind.ts'
import { sectionKinds } from '../../site/sections/table.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkLanguageMenu } from './check-languages.ts'
import { checkLayouts } from './check-layout.ts'
import { checkAfter } from './form/check-after.ts'
import { checkOffered } from './form/check-offered.ts'
import { checkPreset } from './form/check-preset.ts'

export function checkPage(page: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = page
  const problems = knownLocales(library, value.locales, { file, path: ['locales'] })
  for (const [index, brand] of (value.brands ?? []).entries())
    problems.push(...reference(library, 'brands', brand, { file, path: ['brands', String(index)], on: 'value' }))
  problems.push(...checkLayouts(page, library))
  for (const [id, section] of Object.entries(value.sections)) {
    problems.push(...checkSection(section, { page: value, library, file, path: ['sections', id] }))
  }
  problems.push(
    ...checkAfter(value.sections, { file, path: ['sections'] }),
    ...secondMainForms(page),
    ...takenIds(page),
    ...checkOffered('page', page),
    ...checkLanguageMenu(page, library),
  )
  return [...problems, ...checkAddresses(page, library)]
}

/** One form takes the page over, in each language. */
function secondMainForms({ file, value }: Entry<PageDefinition>): DefinitionProblem[] {
  const mains = Object.entries(value.sections).filter(([, section]) => section.kind === 'form' && section.main)
  return mains.flatMap(([id, section], index) => {
    const first = mains.slice(0, index).find(([, other]) => meet(other.locales, section.locales))
    if (!first) return []
    const message = `The main form of this page is "${first[0]}" already, and only one can take the page over. Remove "main" from one of them.`
    return [{ file, path: ['sections', id, 'main'], on: 'key' as const, message }]
  })
}

/** Forms of the frame have ids of their own, on every page of their layout. */
function takenIds({ file, value }: Entry<PageDefinition>): DefinitionProblem[] {
  return Object.keys(value.sections)
    .filter(isOfFrame)
    .map((id) => {
      const message = `"${id}" is the id of a form that stands around pages. Give this section another.`
      return { file, path: ['sections', id], on: 'key' as const, message }
    })
}

function meet(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

function checkSection(section: Section, place: SectionPlace): DefinitionProblem[] {
  const kind: SectionKind<never> = sectionKinds[section.kind]
  const found = kind.check?.(section as never, place) ?? []
  return section.kind === 'form' ? [...found, ...checkPreset(section, place)] : found
}
