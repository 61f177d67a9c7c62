import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { SourceFile } from '#engine/catalog/source.ts'

/** A file's text, kept for the positions in it, and where it belongs. */
export interface TextFile extends Omit<SourceFile, 'value'> {
  text: string
}

/** Where definitions and words are read from. */
export interface Folders {
  definitions: string
  locales: string
}

/** The product's own words come with it; a locales folder elsewhere may replace some or all of them. */
const productLocales = join(import.meta.dirname, '../../locales')

/** Reads every .json file of the folders. A folder that is not there has no files. */
export async function readSources({ definitions, locales }: Folders): Promise<TextFile[]> {
  const own =
    locales === productLocales ? [] : (await readFolder(productLocales)).filter(({ parts }) => isProductWords(parts))
  const files = [
    ...(await readFolder(definitions)).map((file) => describe(file, null, file.parts)),
    ...[...own, ...(await readFolder(locales))].map((file) => describe(file, file.parts[0] ?? '', file.parts.slice(1))),
  ]
  return [...new Map(files.map((file) => [`${file.locale}/${file.folder}/${file.id}`, file])).values()]
}

/** de/chrome.json is the product's; de/sources.json and de/forms/… belong to the definitions beside it. */
function isProductWords(parts: readonly string[]): boolean {
  return parts.length === 2 && parts[1] !== 'sources.json'
}

interface FoundFile {
  file: string
  parts: string[]
  text: string
}

function describe({ file, text }: FoundFile, locale: string | null, parts: string[]): TextFile {
  return { file, locale, folder: parts.slice(0, -1).join('/'), id: basename(parts.at(-1) ?? '', '.json'), text }
}

async function readFolder(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.sort().map(async (path) => ({
      file: join(relative('.', dirname(folder)), relative(dirname(folder), path)),
      parts: relative(folder, path).split(sep),
      text: await readFile(path, 'utf8'),
    })),
  )
}
