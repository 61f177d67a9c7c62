import { isTree, ownKindWords } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import {
  type DefinitionProblem,
  type Definitions,
  didYouMean,
  type Entry,
  folderNames,
  folderOf,
  folders,
  type Library,
  memoizeByRead,
  nearest,
  pagesUsing,
  pagesWithBlock,
  productWords,
  type Schemas,
  type WrittenField,
  whichLanguage,
  wordFile,
  wordsKey,
  writtenFields,
} from '#engine/library'
import {
  countLeaves,
  defaultLocale,
  formSpokenOf,
  leaves,
  messagesByFile,
  type Said,
  type Translation,
  textAt,
  translations,
  type Word,
  wordPlace,
} from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'

/** A file's name is the id that others know it by, and part of addresses: `npx leadwright new` takes no other either. */
export const idPattern = /^[a-z][a-z0-9_-]*$/

const keptByDefinition = memoizeByObject<ReturnType<typeof memoizeByObject<Differences>>>()
const keptKeys = memoizeByObject<ReadonlySet<string>>()

const none: Differences = { missing: [], unused: [] }

/** What is filled in beside facts: at a place of a folder, and in the product's own words by file. Mails have a check of their own. */
const filled: Readonly<Record<string, readonly string[]>> = {
  'layouts header tagline': ['partner'],
  'words consent': ['company', 'title'],
  'words mails': ['brand'],
}

/** {name}, {kind:name} and {{name}}; facts have a check of their own. */
const pattern = /\{\{?\s*(?!fact\b)([a-z][\w-]*(?:\s*:\s*[\w.-]*)?)\s*(?:,[^{}]*)?\}\}?/gi

/** The words that are not a translation's business: the product's own, titles, and files without a definition. */
export function checkWords(library: Library): DefinitionProblem[] {
  return [...checkProductWords(library), ...checkTitles(library), ...strayTranslations(library)]
}

/** Every language has the product's own words, key for key; plural forms differ between languages. */
function checkProductWords({ site, words, broken }: Library): DefinitionProblem[] {
  const source = defaultLocale(site.value)
  const keys = (locale: string, name: string) => {
    const said = wordFile(words, locale, '', name)?.value
    return said ? keptKeys(said, '', () => keysOf(said)) : new Set<string>()
  }
  return Object.keys(site.value.locales).flatMap((locale) => {
    const files = productWords.filter((name) => wordFile(words, locale, '', name) ?? broken.has(`${locale}//${name}`))
    if (files.length === 0) {
      const message = `The product has no words in "${locale}" yet. Copy chrome.json and the files next to it from another language to locales/${locale}/ and translate them.`
      return [{ file: site.file, path: ['locales', locale], on: 'key' as const, message }]
    }
    return productWords.flatMap((name) => {
      if (broken.has(`${locale}//${name}`)) return []
      const present = keys(locale, name)
      const missing = [...keys(source, name)].filter((key) => !present.has(key))
      if (missing.length === 0) return []
      const file = wordFile(words, locale, '', name)?.file
      // Where it lacks a text; of a language without such a file the site is told.
      const at = file === undefined ? { file: site.file, path: ['locales', locale] } : { file, path: [] }
      const message = `The language "${locale}" lacks ${textsOf(missing)}. Add ${missing.length === 1 ? 'it' : 'them'} to locales/${locale}/${name}.json.`
      return [{ ...at, on: 'key' as const, message, ...(file !== undefined && { of: [wordsKey] }) }]
    })
  })
}

/** The keys of a tree of words, each plural once. */
function keysOf(said: object): ReadonlySet<string> {
  return new Set(leaves(said).map(({ path }) => path.join('.').replace(/_(zero|one|two|few|many|other)$/, '')))
}

/** The first few of the product's texts, by key. */
function textsOf(keys: readonly string[]): string {
  if (keys.length === 1) return `the product's text ${keys[0]}`
  const some = keys.slice(0, 5)
  const more = keys.length > some.length ? [`${keys.length - some.length} more`] : []
  return `the product's texts ${new Intl.ListFormat('en-GB').format([...some, ...more])}`
}

/** Words beside each other in a field: a title of its own or its kind's. */
function checkTitles(library: Library): DefinitionProblem[] {
  const source = defaultLocale(library.site.value)
  const productWords = wordFile(library.words, source, '', 'kinds')?.value as
    | Record<string, { title?: string }>
    | undefined
  const words = { ...productWords, ...ownKindWords(source) }
  // Without the words of kinds nobody knows which fields have a title.
  const isKnown = !library.broken.has(`${source}//kinds`)
  /** A language of the site that an added kind has no title in. */
  const lacking = (kind = '') =>
    kind in ownKindWords(source)
      ? Object.keys(library.site.value.locales).find((locale) => !ownKindWords(locale)[kind]?.title)
      : undefined
  const isUntitled = ({ field: { title, kind } }: WrittenField) =>
    isKnown && title === undefined && (!words[kind ?? '']?.title || lacking(kind) !== undefined)
  return [...library.forms].flatMap(([form, entry]) => [
    ...untitledSteps(entry, library),
    ...writtenFields(entry, library)
      .filter(isUntitled)
      .map(({ table, ...row }) => table ?? row)
      .map(({ id, file, path, field: { kind } }) => ({
        file,
        path,
        on: 'key' as const,
        message:
          lacking(kind) === undefined
            ? `The field "${id}" has no title. Add "title": it is the question the visitor reads.`
            : `The kind "${kind}" has no title in ${lacking(kind)}. Add it to its "words".`,
        of: [`forms/${form}`],
      })),
  ])
}

function untitledSteps({ file, value }: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  return Object.entries(value.steps).flatMap(([id, step]) => {
    const titled =
      step.title !== undefined || (step.use !== undefined && library.groups.get(step.use)?.value.title !== undefined)
    const unknown = step.use !== undefined && !library.groups.has(step.use)
    if (titled || unknown) return []
    const message = `The step "${id}" has no title. Add "title": it is the heading the visitor reads.`
    return [{ file, path: ['steps', id], on: 'key' as const, message }]
  })
}

/** Translations that nothing uses: of no definition, or into a language that it is not translated into. */
function strayTranslations(library: Library): DefinitionProblem[] {
  return [...library.words].flatMap(([key, { file }]) => {
    const [locale = '', folder = '', id = ''] = key.split('/')
    if (folder === '' && (productWords as readonly string[]).includes(id)) return []
    const message = whyStray(library, locale, folder, id)
    return message === null ? [] : [{ file, path: [], on: 'value' as const, message }]
  })
}

function whyStray(library: Library, locale: string, folder: string, id: string): string | null {
  if (library.broken.has(`${folder}/${id}`)) return null
  const definitions = folderOf(folder) && library[folder as keyof Definitions]
  if (!definitions?.has(id)) {
    const known = definitions ? [...definitions.keys()] : [...productWords]
    return `There is no definition for this translation.${didYouMean(id, known)} Rename or remove it.`
  }
  const languages = Object.keys(library.site.value.locales)
  return languages.includes(locale)
    ? null
    : `The site has no language "${locale}".${whichLanguage(locale, languages)} Rename or remove this file.`
}

/** Options that visitors cannot tell apart, because two of one question are called the same. */
export function checkLabels({ forms, groups, lists, words }: Library): DefinitionProblem[] {
  const definitions = [...forms.values(), ...groups.values(), ...lists.values()]
  return [
    ...definitions.flatMap(({ file, value, own }) => sameLabels(file, own ?? value)),
    ...[...words].flatMap(([key, { file, value }]) =>
      ['forms', 'groups'].includes(key.split('/')[1] ?? '') ? sameLabels(file, value) : [],
    ),
  ]
}

/** In the `options` of every field, and those of a list, which stand by language. A field may be called so too. */
function sameLabels(file: string, tree: unknown, path: readonly string[] = []): DefinitionProblem[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...path, key]
    const isOptions = key === 'options' && (path.length === 0 || path.at(-2) === 'fields')
    return isOptions && isTree(value) ? twice(file, value, here) : sameLabels(file, value, here)
  })
}

function twice(file: string, options: object, path: readonly string[]): DefinitionProblem[] {
  const first = new Map<string, string>()
  return Object.entries(options).flatMap(([id, label]) => {
    if (isTree(label)) return twice(file, label, [...path, id])
    if (typeof label !== 'string') return []
    const text = label.trim().toLowerCase()
    const other = first.get(text)
    if (other === undefined) {
      first.set(text, id)
      return []
    }
    const message = `The options "${other}" and "${id}" are both called "${label.trim()}". Visitors cannot tell them apart: rename one.`
    return [{ file, path: [...path, id], on: 'value' as const, message }]
  })
}

const keptStray = memoizeByRead<readonly DefinitionProblem[]>()

/** Whatever stands in braces is filled in: visitors would read the braces of anything else. */
export function checkPlaceholders(library: Library, schemas: Schemas): DefinitionProblem[] {
  return messagesByFile(library, schemas, '{').flatMap((texts) =>
    texts.length === 0 ? [] : keptStray(texts, '', library, (of) => strayPlaceholders(texts, of, schemas)),
  )
}

function strayPlaceholders(texts: readonly Said[], library: Library, schemas: Schemas): DefinitionProblem[] {
  const facts = Object.keys(library.site.value.facts ?? {})
  return texts.flatMap((said) => {
    const { file, folder, path, text } = said
    const named = [...text.matchAll(pattern)]
    if (folder === 'mails' || named.length === 0) return []
    const known = knownIn(said)
    // Only the product's own words have pairs of braces.
    const isKnown = (whole: string, name: string) => known.includes(name) && (folder === '' || !whole.startsWith('{{'))
    const [whole, name = ''] = named.find(([each, name = '']) => !isKnown(each, name)) ?? []
    if (whole === undefined) return []
    return [{ file, path, on: 'value' as const, message: `There is no placeholder ${whole}.${advice(name, known)}` }]
  })

  /**
   * A page with a form says who gets its answers, where links are shown, and how many questions it asks; one that lists how
   * long answers are kept says the shortest and the longest time, and who keeps them.
   */
  function spokenOf(folder: 'pages' | 'blocks', id: string, path: readonly string[]): readonly string[] {
    const entry = library[folder].get(id)
    if (!entry || (folder === 'pages' && path[0] !== 'sections')) return []
    const users = folder === 'pages' ? [library.pages.get(id)] : pagesUsing(library, id).map(([, page]) => page)
    const pages = users.flatMap((page) => page?.value ?? [])
    const lists = ({ sections }: (typeof pages)[number]) =>
      Object.values(sections).some(({ kind }) => kind === 'retention')
    if (pages.every(lists)) return ['keptFrom', 'keptTo', 'company']
    if (!pages.every((page) => formSpokenOf(page) !== null)) return []
    const { hasLinks } = wordPlace(schemas, folders[folder].schema, entry.value, path) ?? {}
    return hasLinks ? ['recipients', 'questions'] : ['questions']
  }

  function advice(name: string, known: readonly string[]): string {
    const [kind = '', inner] = name.split(/\s*:\s*/)
    if (inner !== undefined && /^(?:computed|answer|field)/i.test(kind))
      return ' Answers and computed values cannot be shown in words. Say it without.'
    const bare = name.replace(/^.*:\s*/, '')
    const placeholders = new Map([
      ...facts.map((fact) => [fact, `{fact:${fact}}`] as const),
      ...known.map((each) => [each, `{${each}}`] as const),
    ])
    const [near = bare, ...more] = nearest(bare, [...placeholders.keys()])
    const meant = placeholders.get(bare) ?? (more.length === 0 ? placeholders.get(near) : undefined)
    return meant === undefined
      ? ` Known here: ${[...known.map((each) => `{${each}}`), '{fact:name}'].join(', ')}.`
      : ` Did you mean ${meant}?`
  }

  function knownIn({ folder, id, path }: Said): readonly string[] {
    if (folder === 'forms' && path.at(-1) === 'submitNote') return ['recipients']
    if (folder === 'pages' || folder === 'blocks') return spokenOf(folder, id, path)
    if (folder !== '') return filled[[folder, ...path].join(' ')] ?? []
    // The product fills in what its own language has at the same place, in whatever order and plural form.
    const key = (keys: readonly string[]) => keys.join('.').replace(/_(zero|one|two|few|many|other)$/, '')
    const source = leaves(wordFile(library.words, defaultLocale(library.site.value), '', id)?.value)
    const same = source.filter((leaf) => key(leaf.path) === key(path))
    const doubled = same.flatMap(({ text }) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name))
    return [...(filled[`words ${id}`] ?? []), ...doubled]
  }
}

/**
 * Missing and unused texts, one problem for each place: a field that was renamed or that lacks its words in five
 * languages is one mistake. A definition with another mistake has its translations checked once that is corrected.
 * @param mistaken files that have a problem already
 */
export function checkTranslations(
  library: Library,
  schemas: Schemas,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const checked = translations(library, schemas).filter(
    ({ file, locale, folder, id }) =>
      !mistaken.has(file) && !library.broken.has(`${locale}/${folder}/${id}`) && isWanted(folder, id, locale),
  )
  return [...Map.groupBy(checked, ({ file }) => file).values()].flatMap((languages) => {
    const differences = languages.map(comparison)
    const missing = differences.flatMap((difference) => difference.missing)
    return [
      ...untranslated(languages.filter(({ translation, isDraft }) => !translation && !isDraft)),
      ...oncePerPlace(missing.filter(({ of }) => !of.isDraft)).map(missingProblem),
      ...oncePerPlace(differences.flatMap(({ unused }) => unused)).map(unusedProblem),
    ]
  })

  /** A page with another mistake asks for no translation of its blocks either. */
  function isWanted(folder: string, id: string, locale: string): boolean {
    return folder !== 'blocks' || pagesWithBlock(library, id, locale).some(([, { file }]) => !mistaken.has(file))
  }
}

/** How many texts of drafts have no translation yet, in all their languages: no problem until they are published. */
export function untranslatedDrafts(library: Library, schemas: Schemas): number {
  const drafts = translations(library, schemas).filter(({ isDraft }) => isDraft)
  return drafts.reduce((sum, draft) => {
    if (!draft.translation) return sum + draft.offered().length
    return sum + comparison(draft).missing.reduce((texts, missing) => texts + missing.texts.length, 0)
  }, 0)
}

/** Texts that one language lacks, or has too many: all below a place, so that a whole field is one difference. */
interface Difference {
  of: Translation
  place: string
  texts: readonly Word[]
  /** For a text too many: the missing one beside it that it probably is. */
  meant: string | undefined
}

interface Differences {
  missing: Difference[]
  unused: Difference[]
}

function comparison(of: Translation): Differences {
  if (!of.translation) return none
  const ofTranslation = keptByDefinition(of.definition, of.locale, () => memoizeByObject<Differences>())
  return ofTranslation(of.translation.value, '', () => (isMirrored(of) ? none : compare(of)))
}

/** Whether a translation has all texts that are offered in its language, and no others than there are: nearly all do. */
function isMirrored({ translation, locale, all }: Translation): boolean {
  let found = 0
  for (const { path, only } of all()) {
    const text = textAt(translation?.value, path)
    if (text !== undefined) found++
    if (!text?.trim() && (only?.includes(locale) ?? true)) return false
  }
  return found === countLeaves(translation?.value)
}

function compare(of: Translation): Differences {
  const known = new Set(of.all().map(keyOf))
  const present = leaves(of.translation?.value)
  const translated = new Set(present.filter(({ text }) => text.trim() !== '').map(keyOf))
  const missing = below(of.offered(), (word) => translated.has(keyOf(word)))
  const unused = below(present, (word) => known.has(keyOf(word)))
  // Where one place is missing and another beside it unused, the key is misspelt: that is said once.
  const meant = new Map<string, string>()
  for (const place of unused.keys()) {
    const claimed = new Set(meant.values())
    const beside = [...missing.keys()].filter((other) => parentOf(other) === parentOf(place) && !claimed.has(other))
    const near = nearest(lastKey(place), beside.map(lastKey))[0]
    const found = beside.find((other) => lastKey(other) === near) ?? beside[0]
    if (found !== undefined) meant.set(place, found)
  }
  const explained = new Set(meant.values())
  return {
    missing: [...missing]
      .filter(([place]) => !explained.has(place))
      .map(([place, texts]) => ({ of, place, texts, meant: undefined })),
    unused: [...unused].map(([place, texts]) => {
      const found = meant.get(place)
      const [single, ...more] = missing.get(found ?? '') ?? []
      const isOne = single && more.length === 0 && texts.length === 1
      return { of, place, texts, meant: isOne ? keyOf(single) : found }
    }),
  }
}

function lastKey(place: string): string {
  return place.split('.').at(-1) ?? place
}

/** The texts that do not fit, by the highest place below which none does. */
function below(words: readonly Word[], fits: (word: Word) => boolean): Map<string, Word[]> {
  const fitting = new Set(words.filter(fits).flatMap(({ path }) => path.map((_, end) => path.slice(0, end).join('.'))))
  return Map.groupBy(
    words.filter((word) => !fits(word)),
    ({ path }) => {
      const end = path.findIndex((_, length) => length > 0 && !fitting.has(path.slice(0, length).join('.')))
      return path.slice(0, end === -1 ? path.length : end).join('.')
    },
  )
}

function oncePerPlace(differences: readonly Difference[]): Difference[][] {
  return [...Map.groupBy(differences, ({ place }) => place).values()]
}

function untranslated(languages: readonly Translation[]): DefinitionProblem[] {
  const [first] = languages
  const count = first?.offered().length ?? 0
  if (!first || count === 0) return []
  const targets = languages.map(({ target }) => target)
  const message = `There is no translation into ${names(languages)}. Write ${targets.join(', ')} with ${count} texts that mirror this file.`
  return [{ file: first.file, path: ['locales'], on: 'value', message }]
}

function missingProblem(languages: readonly Difference[]): DefinitionProblem {
  const [{ of, place, texts }] = languages as [Difference]
  const what =
    texts.length > 1 ? `The ${texts.length} texts of ${place} have` : `The text "${short(texts[0]?.text ?? '')}" has`
  const targets = languages.map(({ of: { target } }) => target).join(', ')
  const add = texts.length > 1 ? 'them' : (texts[0]?.path.join('.') ?? place)
  const message = `${what} no translation into ${names(languages.map((each) => each.of))}. Add ${add} to ${targets}.`
  return { file: of.file, path: texts[0]?.path ?? [], on: 'value', message }
}

function unusedProblem(languages: readonly Difference[]): DefinitionProblem {
  const [{ of, place, texts, meant }, ...more] = languages as [Difference, ...Difference[]]
  const path = texts.length > 1 ? place : (texts[0]?.path.join('.') ?? place)
  const also = more.length > 0 ? ` in ${names(languages.map((each) => each.of))}` : ''
  const message = `Nothing uses the text${texts.length > 1 ? 's of' : ''} ${path}${also}.${meant === undefined ? '' : ` Did you mean "${meant}"?`} Correct the key or remove it.`
  return { file: of.translation?.file ?? of.target, path: path.split('.'), on: 'key', message }
}

function names(languages: readonly Translation[]): string {
  return languages.map(({ locale }) => `"${locale}"`).join(', ')
}

function keyOf({ path }: Word): string {
  return path.join('.')
}

function parentOf(place: string): string {
  return place.split('.').slice(0, -1).join('.')
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** The names of definitions are ids. */
export function checkFileNames(library: Library): DefinitionProblem[] {
  return folderNames.flatMap((folder) =>
    [...library[folder]].flatMap(([id, { file }]) => {
      if (idPattern.test(id)) return []
      const message = `The file's name is its id, and "${id}" cannot be one: it begins with a small letter and goes on with small letters, digits, - and _. Rename the file${renamed(id)}.`
      return [{ file, path: [], on: 'value' as const, message }]
    }),
  )
}

/** SolarTwo → solar-two */
function renamed(id: string): string {
  const name = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
  return idPattern.test(name) ? `, for example to ${name}.json` : ''
}
