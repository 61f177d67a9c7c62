import { placeOf } from '#engine/form/model'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  isWhole,
  knownLocales,
  type Library,
  languagesOf,
  reference,
  type WrittenField,
  whichLanguage,
  writtenFields,
} from '#engine/library'
import {
  isOfFrame,
  reservedAddresses,
  type SectionKind,
  type SectionPlace,
  sectionKinds,
  withFactLimits,
} from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { FormSection } from '#schemas/generated/sections/form.ts'
import { checkLanguageMenu } from './check-languages.ts'
import { checkLayouts } from './check-layout.ts'
import { checkAfter } from './form/check-after.ts'
import { checkExpected } from './form/check-expected.ts'
import { sortOf } from './form/check-keywords.ts'
import { checkOffered } from './form/check-offered.ts'

/** What visitors type themselves. */
const typed: ReadonlySet<ReturnType<typeof sortOf>> = new Set(['text', 'date'])

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

/** Every address of a page, present or former, in any language, is one that the server leaves to pages. */
function checkAddresses({ file, value }: Entry<PageDefinition>, { site }: Library): DefinitionProblem[] {
  const { locales, path, paths = {}, formerPaths = [] } = value
  const all: [string, readonly string[]][] = [
    [path, ['path']],
    ...Object.entries(paths).map(([locale, each]): [string, string[]] => [each, ['paths', locale]]),
    ...formerPaths.map((each, index): [string, string[]] => [each, ['formerPaths', String(index)]]),
  ]
  const taken = all.flatMap(([address, place]) => {
    const first = address.split('/')[1] ?? ''
    const message = Object.hasOwn(site.value.locales, first)
      ? `Addresses under /${first} are those of the language "${first}". Leave the prefix out: it is added.`
      : `Addresses under /${first} are the server's own. Choose another path.`
    const isTaken = Object.hasOwn(site.value.locales, first) || (reservedAddresses as readonly string[]).includes(first)
    return isTaken ? [{ file, path: place, on: 'value' as const, message }] : []
  })
  const strange = Object.keys(paths).filter((locale) => !locales.includes(locale))
  return [
    ...taken,
    ...strange.map((locale) => ({
      file,
      path: ['paths', locale],
      on: 'key' as const,
      message: `The page is not offered in "${locale}", so this is no address.${whichLanguage(locale, locales)}`,
    })),
  ]
}

type Value = NonNullable<FormSection['preset']>[string]

/** What a page chooses beforehand is asked where its form is shown, and can be answered so. */
function checkPreset(section: FormSection, { page, library, file, path }: SectionPlace): DefinitionProblem[] {
  const form = library.forms.get(section.form)
  if (!form || !section.preset || !isWhole(form, library)) return []
  const shown = languagesOf(section, page, library).filter((locale) => form.value.locales.includes(locale))
  const countries = shown.flatMap((locale) => page.market?.country ?? library.site.value.locales[locale]?.country ?? [])
  return [...new Set(countries)].flatMap((country) => {
    // Limits may be figures of a market.
    const filled = withFactLimits(library, country)
    const entry = filled.forms.get(section.form) ?? form
    const fields = writtenFields(entry, filled)
    return Object.entries(section.preset ?? {}).flatMap(([id, value]) => {
      const at = { file, path: [...path, 'preset', id] }
      const read = readable(id, section.form, entry, fields)
      if (typeof read === 'string') return [{ ...at, on: 'key' as const, message: read }]
      const wrong = checkExpected(value, read, at)
      if (wrong.length > 0) return wrong
      const message = shapeOf(id, value, read) ?? missingIn(id, value, read, shown, library)
      return message === null ? [] : [{ ...at, on: 'value' as const, message }]
    })
  })
}

/** The field that is chosen beforehand, or why it cannot be. */
function readable(
  id: string,
  formId: string,
  { value: { consents = {}, hidden = {} } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
): WrittenField | string {
  if (Object.hasOwn(consents, id)) return `"${id}" is a consent, and nobody agrees beforehand. Take it out.`
  if (Object.hasOwn(hidden, id)) return `Nobody is asked for "${id}": the address answers it. Take it out.`
  const list = placeOf(id).group ?? id
  if (fields.some(({ place }) => place.item !== undefined && place.group === list))
    return `"${list}" is asked several times, and a page cannot say for which. Take it out.`
  const read = fields.find((field) => field.id === id)
  if (!read) {
    const known = fields.filter(({ place, field }) => place.item === undefined && !typed.has(sortOf(field)))
    const names = known.map((field) => field.id)
    return `The form "${formId}" has no field "${id}".${didYouMean(id, names)}`
  }
  const sort = sortOf(read.field)
  if (typed.has(sort))
    return `The answer to "${id}" is ${sort === 'text' ? 'text' : 'a date'}. Only a choice, yes or no, or a number can be chosen beforehand: take it out.`
  return read
}

function shapeOf(id: string, value: Value, { field }: WrittenField): string | null {
  const { many, exclusive, minItems = 0, maxItems = Infinity } = field
  if (!many) return Array.isArray(value) ? `"${id}" has one answer. Write it without [ ].` : null
  if (!Array.isArray(value)) return `"${id}" has several answers. Write them in a list: [${JSON.stringify(value)}].`
  if (exclusive !== undefined && value.length > 1 && value.includes(exclusive))
    return `"${exclusive}" excludes the others. Choose it alone, or take it out.`
  if (value.length < minItems) return `"${id}" needs ${minItems} answers at least.`
  return value.length > maxItems ? `"${id}" has ${maxItems} answers at most.` : null
}

/** Where nobody is asked, or an option is not offered, in the languages that the form is shown in. */
function missingIn(
  id: string,
  value: Value,
  { field, stepLocales }: WrittenField,
  shown: readonly string[],
  { lists }: Library,
): string | null {
  const asked = shown.filter((locale) => [field.locales, stepLocales].every((own) => own?.includes(locale) ?? true))
  if (asked.length === 0) return `Nobody is asked for "${id}" in the languages of this section. Take it out.`
  const byLanguage = Object.values(lists.get(field.list ?? '')?.value.options ?? {})
  const inLanguage = (locale: string) => lists.get(field.list ?? '')?.value.options[locale] ?? {}
  const lacking = [value].flat().flatMap((option) => {
    const isOfList = byLanguage.some((options) => Object.hasOwn(options, String(option)))
    const without = asked.filter((locale) => isOfList && !Object.hasOwn(inLanguage(locale), String(option)))
    return without.length > 0 ? [`"${option}" is no option of "${id}" in ${without.join(', ')}.`] : []
  })
  return lacking[0] === undefined ? null : `${lacking[0]} Take it out, or give this section "locales".`
}
