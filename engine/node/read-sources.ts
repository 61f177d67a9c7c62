import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { folderOf, folderOfFile, placeOf } from '#engine/catalog/sources/folders.ts'
import type { SourceFile } from '#engine/catalog/sources/source.ts'
import { confirmedFolder } from '#engine/catalog/words/report/confirmed.ts'
import { misnamed, type Parsed } from './positions.ts'
import { isGone, parseSource, SourceCache } from './source-cache.ts'

/** A file with what it says and the places in it, and where it belongs. */
export interface ParsedFile extends SourceFile {
  text: string
  parsed: Parsed
}

/** Where definitions and words are read from. */
export interface Folders {
  definitions: string
  locales: string
}

/** The product's own words come with it; a locales folder elsewhere may replace some or all of them. */
export const productLocales = join(import.meta.dirname, '../../locales')

/**
 * Reads every .json file of the folders. A folder that is not there has no files.
 * @throws when a folder is there and cannot be read
 */
export async function readSources({ definitions, locales }: Folders, cache: SourceCache): Promise<ParsedFile[]> {
  const folders = [...new Set([productLocales, definitions, locales])]
  const isProductOnly = ![definitions, locales].includes(productLocales)
  const found = new Map(
    await Promise.all(
      folders.map(async (folder) => {
        const isWanted = isProductOnly && folder === productLocales ? isProducts : undefined
        return [folder, await readFolder(folder, cache, isWanted)] as const
      }),
    ),
  )
  const filesIn = (folder: string) => found.get(folder) ?? []
  return placed(filesIn(definitions), filesIn(productLocales), filesIn(locales))
}

/** Where each file of the folders belongs; of two with one place the later wins. */
export function placed(
  definitions: readonly FoundFile[],
  product: readonly FoundFile[],
  locales: readonly FoundFile[],
): ParsedFile[] {
  const files = [
    ...definitions.map((file) => describe(file, null, file.parts)),
    // de/chrome.json is the product's; de/forms/… belongs to the definitions beside it.
    ...[...product.filter(({ parts }) => isProducts(parts)), ...locales]
      .filter(isWords)
      .map((file) => describe(file, file.parts[0] ?? '', file.parts.slice(1))),
  ]
  return [
    ...new Map(files.map((file) => [`${file.locale}/${placeOf(file.folder, file.id, file.area)}`, file])).values(),
  ]
}

/** de/deals.json belongs to definitions too. */
function isProducts([, name = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && folderOfFile(basename(name, '.json')) === ''
}

/** What may stand in words although a check would refuse it, each with its reason. */
export const allowedFolder = 'allowed'

/** de/confirmed/… says which words have been read against their sources, and is the translators' own. */
function isWords({ parts }: FoundFile): boolean {
  return parts[0] !== allowedFolder && parts[1] !== confirmedFolder
}

/** A file as it can be kept: where it belongs, and its text. */
export type KeptFile = Pick<ParsedFile, 'file' | 'locale' | 'folder' | 'area' | 'id' | 'text'>

/** A kept file, read again when somebody asks what it says: most are as they stand in the folders. */
export function parsedFile(kept: KeptFile): ParsedFile {
  let content: ReturnType<typeof contentOf> | undefined
  const read = () => {
    content ??= contentOf(parseSource(kept.file, kept.text))
    return content
  }
  return {
    ...kept,
    get value() {
      return read().value
    },
    get parsed() {
      return read().parsed
    },
    get isUnreadable() {
      return read().isUnreadable ?? false
    },
  }
}

function contentOf(parsed: Parsed): Pick<ParsedFile, 'value' | 'text' | 'parsed' | 'isUnreadable'> {
  const { value, text, mistakes } = parsed
  return { value, text, parsed, ...(mistakes.length > 0 && { isUnreadable: true }) }
}

/** A file of definitions or words, wherever it was found. */
export interface FoundFile {
  /** Its name for people. */
  file: string
  /** Its name within its folder, part by part. */
  parts: string[]
  parsed: Parsed
}

function describe({ file, parsed }: FoundFile, locale: string | null, parts: string[]): ParsedFile {
  const id = basename(parts.at(-1) ?? '', '.json')
  const [folder = '', area = ''] = parts.slice(0, -1)
  const { isMadeOf } = folderOf(folder) ?? {}
  if (parts.length === 3 && isMadeOf !== undefined && (isArticleText(parts) || id === isMadeOf)) {
    const language = isArticleText(parts) ? basename(id, '.md') : locale
    return { file, locale: language, folder, id: area, ...contentOf(parsed) }
  }
  if (parts.length === 3 && folderOf(folder)?.hasAreas) return { file, locale, folder, area, id, ...contentOf(parsed) }
  const within =
    parts.length === 1 ? folderOfFile(id) : parts.slice(0, isMadeOf === undefined ? -1 : undefined).join('/')
  return { file, locale, folder: within, id, ...contentOf(parsed) }
}

/**
 * The .json files of a folder and the folders within, in the order of their names; with those that somebody seems to
 * have meant as such, each with the mistake of its name.
 * @param isWanted tells by the parts of its name within the folder whether a file is of any use
 */
export async function readFolder(
  folder: string,
  cache = new SourceCache(),
  isWanted: (parts: readonly string[]) => boolean = () => true,
): Promise<FoundFile[]> {
  const present: { path: string; parsed: Parsed }[] = []
  const start = join(folder, '.json').length - '.json'.length
  for (const [index, path] of filesOf(folder).entries()) {
    // A running server has visitors to serve meanwhile.
    if (index % 100 === 99) await others()
    const parts = path.slice(start).split(sep)
    if (!isWanted(parts)) continue
    const isRead = isSource(parts)
    // Markdown elsewhere is for people who write definitions.
    if (!isRead && path.endsWith('.md')) continue
    const parsed = isRead ? cache.parsed(path) : misnamed(path)
    // What vanished since the folder was listed is as gone as what was not listed.
    if (parsed !== null) present.push({ path, parsed })
  }
  const name = join(relative('.', dirname(folder)), relative(dirname(folder), folder))
  const missed = cache.missed(join(folder, sep), new Set(present.map(({ path }) => path)))
  return [...present, ...missed]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, parsed }) => {
      const within = path.slice(start)
      return { file: join(name, within), parts: within.split(sep), parsed }
    })
}

/** Where the files of data below a folder are. What begins with a dot is an editor's or git's own. */
function filesOf(folder: string): string[] {
  return entriesOf(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesOf(path)
      return entry.isFile() && isData.test(entry.name) ? [path] : []
    })
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/** Definitions and words are .json, articles .md; the rest is what other tools keep data in. */
const isData = /\.(json|jsonc|json5|ya?ml|toml|md)$/i

/** Whether a file is read, by its name within a folder of definitions. */
export function isSource(parts: readonly string[]): boolean {
  return (parts.at(-1) ?? '').endsWith('.json') || isArticleText(parts)
}

/** Whether a file is the text of an article: blog/blog3/de.md. */
function isArticleText(parts: readonly string[]): boolean {
  return parts.length === 3 && folderOf(parts[0] ?? '')?.isMadeOf !== undefined && (parts[2] ?? '').endsWith('.md')
}
