import { basename } from 'node:path'
import { confirmedFolder } from '#engine/authoring'
import { memoizeByObject } from '#engine/form/values'
import { folderOf, folderOfFile, placeOf, type SourceFile } from '#engine/library'
import {
  changesIn,
  type Folders,
  isArticleText,
  isProducts,
  type Look,
  lookAt,
  productLocales,
  type Stamps,
} from './disk-files.ts'
import type { Parsed } from './positions.ts'
import { type FoundFile, parseSource, SourceCache } from './source-cache.ts'

/** A file with what it says and the places in it, and where it belongs. */
export interface ParsedFile extends SourceFile {
  text: string
  parsed: Parsed
}

/**
 * Reads every file of definitions and words in the folders. A folder that is not there has no files.
 * @param look looks at the disk; it may do so elsewhere
 * @throws when a folder is there and cannot be read
 */
export async function readSources(
  folders: Folders,
  cache: SourceCache,
  look: (folders: Folders, known: Stamps) => Look | Promise<Look> = lookAt,
): Promise<ParsedFile[]> {
  await cache.take(await look(folders, cache.stamps()))
  return placed(cache.files(folders.definitions), cache.files(productLocales), cache.files(folders.locales))
}

/** Where each file of the folders belongs; of two with one place the later wins. */
export function placed(
  definitions: readonly FoundFile[],
  product: readonly FoundFile[],
  locales: readonly FoundFile[],
): ParsedFile[] {
  const files = [
    ...definitions.map((file) => kept(file, 'definition', () => withPlace(describe(file, null, file.parts)))),
    // de/chrome.json is the product's; de/forms/… belongs to the definitions beside it.
    ...[...product.filter(({ parts }) => isProducts(parts)), ...locales]
      .filter(isWords)
      .map((file) => kept(file, 'words', () => withPlace(describe(file, file.parts[0] ?? '', file.parts.slice(1))))),
  ]
  return [...new Map(files).values()]
}

/** A file by where it belongs: the same object as long as its file is unchanged. */
type Placed = readonly [place: string, file: ParsedFile]

const kept = memoizeByObject<Placed>()

function withPlace(file: ParsedFile): Placed {
  return [`${file.locale}/${placeOf(file.folder, file.id, file.area)}`, file]
}

/** What may stand in words although a check would refuse it, each with its reason. */
export const allowedFolder = 'allowed'

/** What no visitor reads: briefs, the rules of each language's voice, statements of law, what checks allow, the console's words. */
const authorsFolders: readonly string[] = [allowedFolder, 'briefs', 'console', 'statements', 'voice']

/** de/confirmed/… says which words have been read against their sources, and is the translators' own. */
function isWords({ parts }: FoundFile): boolean {
  return !authorsFolders.includes(parts[0] ?? '') && parts[1] !== confirmedFolder
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

function describe({ file, parsed }: FoundFile, locale: string | null, parts: string[]): ParsedFile {
  const [folder = '', area = ''] = parts.slice(0, -1)
  const { isMadeOf, isTable } = folderOf(folder) ?? {}
  const id = basename(parts.at(-1) ?? '', isTable ? '.csv' : '.json')
  if (parts.length === 3 && isMadeOf !== undefined && (isArticleText(parts) || id === isMadeOf)) {
    const language = isArticleText(parts) ? basename(id, '.md') : locale
    return { file, locale: language, folder, id: area, ...contentOf(parsed) }
  }
  if (parts.length === 3 && folderOf(folder)?.hasAreas) return { file, locale, folder, area, id, ...contentOf(parsed) }
  const within =
    parts.length === 1 ? folderOfFile(id) : parts.slice(0, isMadeOf === undefined ? -1 : undefined).join('/')
  return { file, locale, folder: within, id, ...contentOf(parsed) }
}

/** All that is read of one folder. */
export async function readFolder(folder: string): Promise<readonly FoundFile[]> {
  const cache = new SourceCache()
  await cache.take(new Map([[folder, changesIn(folder)]]))
  return cache.files(folder)
}
