// `node tools/spelling.ts`: whether what people read is spelt right: the texts of the site, each in its language, and the documents.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SpellCheckFileOptions, spellCheckDocument } from 'cspell-lib'
import { plainWords } from '#engine/form/model'
import { shapeCheck, sortSources } from '#engine/library'
import { parseSources, problemLine, readSchemas } from '#engine/node'
import { messages, type Said } from '#engine/site'

/** A word that is in no dictionary and in no list. */
export interface Misspelling {
  file: string
  /** The keys of the text, or the line of a document. */
  path: string
  word: string
  suggestions: readonly string[]
}

interface Language {
  /** As its dictionary calls it. */
  locale: string
  dictionary: string
  /** What is joined to words by an apostrophe: no dictionary has all of these pairs. */
  joined?: RegExp
}

const root = join(import.meta.dirname, '..')
const lists = join(root, 'locales/voice/words')

// Compounds must be in a dictionary or a list: allowCompoundWords takes “versttuurt” for a word, and every seventh slip in Dutch.
const languages: Readonly<Record<string, Language>> = {
  en: { locale: 'en-GB', dictionary: import.meta.resolve('@cspell/dict-en-gb'), joined: /’s(?!\p{L})/giu },
  es: { locale: 'es', dictionary: import.meta.resolve('@cspell/dict-es-es') },
  de: { locale: 'de', dictionary: import.meta.resolve('@cspell/dict-de-de') },
  fr: {
    locale: 'fr',
    dictionary: import.meta.resolve('@cspell/dict-fr-fr'),
    joined: /(?<!\p{L})(?:[cdjlmnst]|(?:jus|lors|puis)?qu)’(?=\p{L})/giu,
  },
  it: {
    locale: 'it',
    dictionary: import.meta.resolve('@cspell/dict-it-it'),
    joined: /(?<!\p{L})(?:[cdlmnstv]|un|(?:d[ae]|a|ne|su|co)ll|que(?:ll|st)|anch|com|cos|dov|dev|quarant)’(?=\p{L})/giu,
  },
  nl: { locale: 'nl', dictionary: import.meta.resolve('@cspell/dict-nl-nl') },
}

const options: SpellCheckFileOptions = { generateSuggestions: true, numSuggestions: 3, noConfigSearch: true }
const all = { maxNumberOfProblems: Number.MAX_SAFE_INTEGER, maxDuplicateProblems: Number.MAX_SAFE_INTEGER }

/** What is spelt wrong in texts of the site. The texts of a language are one document: its dictionary is opened once. */
export async function misspelt(
  texts: readonly Pick<Said, 'file' | 'path' | 'locale' | 'text'>[],
): Promise<Misspelling[]> {
  const found: Misspelling[] = []
  for (const [locale, said] of Map.groupBy(texts, (text) => text.locale)) {
    const language = languages[locale]
    if (!language) throw new Error(`There is no dictionary of "${locale}". Add one to tools/spelling.ts.`)
    const byOffset = new Map<number, (typeof said)[number]>()
    let text = ''
    for (const one of said) {
      byOffset.set(text.length, one)
      text += `${readable(one.text, language)}\n`
    }
    const document = { uri: `${locale}.txt`, text, languageId: 'plaintext', locale: language.locale }
    const { issues, errors } = await spellCheckDocument(document, options, settingsOf(locale, language))
    if (errors?.length) throw new AggregateError(errors)
    for (const issue of issues) {
      const { file = '', path = [] } = byOffset.get(issue.line.offset) ?? {}
      found.push({ file, path: path.join('.'), ...asTold(issue) })
    }
  }
  return found
}

/** As visitors read it, on one line: links are their words. What is filled in, and addresses, are left out. */
function readable(text: string, { joined }: Language): string {
  const words = plainWords(text)
    .replace(/\{\{?[^{}]*\}?\}/g, ' ')
    .replace(/\S+@\S+|(?<!\p{L})(?:[\p{L}\d-]+\.)+(?:com|de|es|fr|it|nl|org|uk)(?!\p{L})/gu, ' ')
    .replaceAll('\n', ' ')
  return joined ? words.replace(joined, '') : words
}

function settingsOf(locale: string, { locale: language, dictionary }: Language) {
  const own = [locale, 'names'].filter((name) => existsSync(join(lists, `${name}.txt`)))
  return {
    ...{ ...all, language, minWordLength: 3, caseSensitive: true, loadDefaultConfiguration: false },
    import: [fileURLToPath(dictionary)],
    dictionaryDefinitions: own.map((name) => ({ name: `words-${name}`, path: join(lists, `${name}.txt`) })),
    dictionaries: own.map((name) => `words-${name}`),
  }
}

/** A word in small letters is suggested for itself where only one with a capital is known. */
function asTold({ text: word, suggestions = [] }: { text: string; suggestions?: string[] | undefined }) {
  return { word, suggestions: suggestions.filter((each) => each !== word) }
}

/** What is spelt wrong in the documents that cspell.json lists. */
async function misspeltInDocuments(): Promise<Misspelling[]> {
  const configFile = join(root, 'cspell.json')
  const { files }: { files: string[] } = JSON.parse(readFileSync(configFile, 'utf8'))
  const found: Misspelling[] = []
  for (const file of globSync(files, { cwd: root, exclude: ['**/node_modules/**'] }).sort()) {
    const path = join(root, file)
    const document = { uri: path, text: readFileSync(path, 'utf8'), languageId: 'markdown' }
    const { issues, errors } = await spellCheckDocument(document, { ...options, configFile }, all)
    if (errors?.length) throw new AggregateError(errors)
    for (const issue of issues) {
      const line = document.text.slice(0, issue.offset).split('\n').length
      found.push({ file, path: `${line}`, ...asTold(issue) })
    }
  }
  return found
}

/** Every text that visitors may read, drafts too; the picture of an article is a name of a drawing. */
async function textsOfSite(): Promise<Said[]> {
  const { sources, mistakes } = await parseSources({
    definitions: join(root, 'definitions'),
    locales: join(root, 'locales'),
  })
  const schemas = readSchemas()
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (library && mistakes.length === 0)
    return messages(library, schemas).filter(({ folder, path }) => folder !== 'blog' || path.at(-1) !== 'picture')
  throw new Error([...mistakes.map(problemLine), 'Correct the definitions first: npx leadwright check'].join('\n'))
}

if (import.meta.main) {
  const found = [...(await misspelt(await textsOfSite())), ...(await misspeltInDocuments())]
  for (const { file, path, word, suggestions } of found)
    console.log(`${file}: ${path} “${word}”${suggestions.length > 0 ? ` (${suggestions.join(', ')})` : ''}`)
  if (found.length === 0) console.log('Nothing is misspelt.')
  else {
    console.log(
      `\n${found.length} to correct. What is right belongs in locales/voice/words, or for documents in cspell.json.`,
    )
    process.exitCode = 1
  }
}
