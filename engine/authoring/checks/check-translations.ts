import { oncePerValue } from '#engine/form/values'
import { type DefinitionProblem, type Library, nearest, pagesWithBlock, type Schemas } from '#engine/library'
import { countLeaves, leaves, type Translation, textAt, translations, type Word } from '#engine/site'

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

const keptByDefinition = oncePerValue<ReturnType<typeof oncePerValue<Differences>>>()

function comparison(of: Translation): Differences {
  if (!of.translation) return none
  const ofTranslation = keptByDefinition(of.definition, of.locale, () => oncePerValue<Differences>())
  return ofTranslation(of.translation.value, '', () => (isMirrored(of) ? none : compare(of)))
}

const none: Differences = { missing: [], unused: [] }

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
