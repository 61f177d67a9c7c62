import { allOptions, fieldPlace, optionsIn, pageTarget, rowsIn, wordParts } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import {
  brandsOf,
  type DefinitionProblem,
  type Definitions,
  didYouMean,
  drawingAllLinks,
  type Entry,
  folderNames,
  folderOf,
  folders,
  isWhole,
  knownLocales,
  type Library,
  lackingBrand,
  languagesOf,
  reference,
  type Schemas,
  type WrittenField,
  whichLanguage,
  writtenFields,
} from '#engine/library'
import {
  anchorsOf,
  defaultLocale,
  definitionWords,
  isOfFrame,
  leavesHolding,
  localePath,
  pagePath,
  reservedAddresses,
  type SectionPlace,
  sectionKindOf,
  sourceLocale,
  type Word,
  withFactLimits,
  wordPlace,
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

/** Every text with a link holds this. */
const mark = ']('

/** The words of a file that may hold a link. */
const kept = memoizeByObject<readonly Word[]>()

const notDrawn =
  'A link is not drawn here. Write the words alone, and put the link into a hint, a description or a text.'

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
      const message = `"${id}" is the id of a form in the page layout. Give this section another id.`
      return { file, path: ['sections', id], on: 'key' as const, message }
    })
}

function meet(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return !one || !other || one.some((locale) => other.includes(locale))
}

function checkSection(section: Section, place: SectionPlace): DefinitionProblem[] {
  const found = sectionKindOf(section.kind).check?.(section as never, place) ?? []
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
  if (Object.hasOwn(consents, id)) return `"${id}" is a consent, and consents cannot be prefilled. Remove it.`
  if (Object.hasOwn(hidden, id)) return `"${id}" is not a question: the address answers it. Remove it.`
  const list = fieldPlace(id).group ?? id
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
  const { multiple, exclusive, minItems = 0, maxItems = Infinity } = field
  if (!multiple) return Array.isArray(value) ? `"${id}" has one answer. Write it without [ ].` : null
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
  if (asked.length === 0) return `"${id}" is not asked in the languages of this section. Remove it.`
  const list = lists.get(field.optionList ?? '')?.value
  const lacking = [value].flat().flatMap((option) => {
    const isOfList = list !== undefined && Object.hasOwn(allOptions(list), String(option))
    const without = asked.filter(
      (locale) => isOfList && !Object.hasOwn(optionsIn(rowsIn(list, locale) ?? {}), String(option)),
    )
    return without.length > 0 ? [`"${option}" is no option of "${id}" in ${without.join(', ')}.`] : []
  })
  return lacking[0] === undefined ? null : `${lacking[0]} Take it out, or give this section "locales".`
}

/** Links in words stand where they are drawn, and lead to pages that exist in the language of the words. */
export function checkLinks(library: Library, schemas: Schemas): DefinitionProblem[] {
  const source = defaultLocale(library.site.value)
  const inDefinitions = folderNames.flatMap((folder) =>
    [...library[folder].values()].flatMap((entry) => {
      const { file, value } = entry
      const words = kept(value, '', () =>
        definitionWords(schemas, folders[folder].schema, entry).filter(({ text }) => text.includes(mark)),
      )
      if (words.length === 0) return []
      const locale = sourceLocale(library, folder, value)
      const brands = linkedFrom(folder, 'brands' in value ? value : {}, library)
      return words.flatMap((word) => checkWord(library, file, word, { locale, brands }))
    }),
  )
  const inTranslations = [...library.words].flatMap(([key, { file, value }]) => {
    const [locale = source, folder = '', id = ''] = key.split('/')
    const words = kept(value, '', () => leavesHolding(value, mark))
    if (words.length === 0) return []
    const isDrawn = drawnIn(library, schemas, folder, id)
    const brands = linkedFrom(folder, (folder === 'pages' && library.pages.get(id)?.value) || {}, library)
    return words.flatMap((word) =>
      checkWord(library, file, { ...word, ...(isDrawn(word) && { links: true }) }, { locale, brands }),
    )
  })
  return [...inDefinitions, ...inTranslations]
}

/** The brands whose visitors read the links of a file. Declarations and mails are the same for every brand. */
function linkedFrom(folder: string, page: Pick<PageDefinition, 'brands'>, library: Library): string[] {
  const brands = brandsOf(page, library)
  return folder === 'consents' || folder === 'mails' ? brands : drawingAllLinks(brands, library)
}

/** Where links are drawn in a file of words: where they are in its definition, and in the help of kinds. */
function drawnIn(library: Library, schemas: Schemas, folder: string, id: string): (word: Word) => boolean {
  // Articles hold links wherever Markdown does.
  if (folder === 'blog') return () => true
  if (folder === '') return ({ path }) => id === 'kinds' && ['hint', 'explanation'].includes(path.at(-1) ?? '')
  const schema = folderOf(folder)?.schema
  const definition = schema === undefined ? undefined : library[folder as keyof Definitions].get(id)?.value
  if (schema === undefined || !definition) return () => true
  // A text that nothing uses is another mistake.
  return ({ path }) => wordPlace(schemas, schema, definition, path)?.hasLinks ?? true
}

/** Where words are shown. */
interface Shown {
  locale: string
  brands: readonly string[]
}

function checkWord(library: Library, file: string, { path, text, links }: Word, shown: Shown): DefinitionProblem[] {
  return wordParts(text).flatMap((part) => {
    const message = typeof part === 'string' ? null : links ? badTarget(library, part.target, shown) : notDrawn
    return message === null ? [] : [{ file, path, on: 'value' as const, message }]
  })
}

function badTarget(library: Library, target: string, { locale, brands }: Shown): string | null {
  // Only the parser of articles lets them through, and checkArticles finds those that lead nowhere.
  if (/^(article|social|lang):/.test(target)) return null
  const { page: id, section } = pageTarget(target) ?? {}
  if (id === undefined) return `Words link to pages of this site only: write [label](page:id), not "${target}".`
  const page = library.pages.get(id)
  if (!page) {
    return library.broken.has(`pages/${id}`)
      ? null
      : `There is no page "${id}".${didYouMean(id, [...library.pages.keys()])}`
  }
  if (page.value.draft)
    return `The page "${id}" is a draft, so visitors cannot follow this link. Publish the page, or remove the link.`
  const anchors = anchorsOf(page.value)
  if (section !== undefined && !anchors.includes(section))
    return `The page "${id}" has no section "${section}".${didYouMean(section, anchors)}`
  return page.value.locales.includes(locale)
    ? lackingBrand(id, page.value, brands, library)
    : `The page "${id}" is not offered in "${locale}". Add the language to the page, or take the link out here.`
}

/** Two pages of a brand never share an address, nor does a former one hide a present one. */
export function checkPaths(library: Library): DefinitionProblem[] {
  /** Brand and address → the page that has it. */
  const taken = new Map<string, { id: string; file: string }>()
  const site = library.site.value
  const pages = [...library.pages].map(([id, { file, value }]) => ({
    id,
    file,
    value,
    brands: brandsOf(value, library),
  }))

  /** Who has the address on one of the brands; nobody, and then it is theirs. */
  const take = ({ id, file, brands }: (typeof pages)[number], path: string) => {
    const keys = brands.map((brand) => `${brand} ${path}`)
    const first = keys.map((key) => taken.get(key)).find(Boolean)
    for (const key of keys) taken.set(key, taken.get(key) ?? { id, file })
    return first
  }

  const present = pages.flatMap((page) =>
    page.value.locales.flatMap((locale) => {
      const path = pagePath(site, page.value, locale)
      const first = take(page, path)
      if (!first) return []
      const key = page.value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      const message = `The address ${path} is taken by ${first.file}. Give one of the two another.`
      return [{ file: page.file, path: key, on: 'value' as const, message, with: [`pages/${first.id}`] }]
    }),
  )
  const former = pages.flatMap((page) =>
    (page.value.formerPaths ?? []).flatMap((path, index) => {
      const [first] = page.value.locales.flatMap((locale) => take(page, localePath(site, path, locale)) ?? [])
      if (!first) return []
      const message = `The address ${path} is taken by ${first.file}. Take it out of "formerPaths".`
      const at = { file: page.file, path: ['formerPaths', String(index)], on: 'value' as const }
      return [{ ...at, message, with: [`pages/${first.id}`] }]
    }),
  )
  return [...present, ...former]
}
