import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { SourceFile } from '#engine/catalog/source.ts'
import type { Parsed } from './positions.ts'
import { SourceCache } from './source-cache.ts'

/** A file with what it says and the places in it, and where it belongs. */
export interface ParsedFile extends Omit<SourceFile, 'value'> {
  parsed: Parsed
}

/** Where definitions and words are read from. */
export interface Folders {
  definitions: string
  locales: string
}

/** The product's own words come with it; a locales folder elsewhere may replace some or all of them. */
export const productLocales = join(import.meta.dirname, '../../locales')

/** Reads every .json file of the folders. A folder that is not there has no files. */
export async function readSources({ definitions, locales }: Folders, cache: SourceCache): Promise<ParsedFile[]> {
  const folders = [...new Set([productLocales, definitions, locales])]
  const found = new Map(
    await Promise.all(folders.map(async (folder) => [folder, await readFolder(folder, cache)] as const)),
  )
  cache.keepOnly(new Set([...found.values()].flat().map(({ path }) => path)))
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
    ...[...product.filter(({ parts }) => isProductWords(parts)), ...locales].map((file) =>
      describe(file, file.parts[0] ?? '', file.parts.slice(1)),
    ),
  ]
  return [...new Map(files.map((file) => [`${file.locale}/${file.folder}/${file.id}`, file])).values()]
}

/** de/chrome.json is the product's; de/sources.json and de/forms/… belong to the definitions beside it. */
function isProductWords(parts: readonly string[]): boolean {
  return parts.length === 2 && parts[1] !== 'sources.json'
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
  return { file, locale, folder: parts.slice(0, -1).join('/'), id: basename(parts.at(-1) ?? '', '.json'), parsed }
}

/** The .json files of a folder and the folders within, in the order of their names. */
export async function readFolder(folder: string, cache = new SourceCache()): Promise<(FoundFile & { path: string })[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.sort().map(async (path) => ({
      path,
      file: join(relative('.', dirname(folder)), relative(dirname(folder), path)),
      parts: relative(folder, path).split(sep),
      parsed: await cache.parsed(path),
    })),
  )
}
