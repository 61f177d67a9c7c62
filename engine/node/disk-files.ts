import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import { folderOf, folderOfFile } from '#engine/library/folders'

/** A file of definitions or words as it stands on the disk. */
export interface DiskFile {
  path: string
  /** Another one whenever the file may say something else. */
  stamp: string
  /** null where the file is refused. */
  text: string | null
  /** Why it is not read; null when it is. */
  refusal: string | null
}

/** Where definitions and words are read from. */
export interface Folders {
  definitions: string
  locales: string
}

/** How a folder differs from what is known of it, in any order. */
export interface FolderChanges {
  /** The files that are new or may say something else. */
  changed: readonly DiskFile[]
  /** The paths of files that were known and are not there. */
  gone: readonly string[]
}

/** What changed, by folder. */
export type Look = ReadonlyMap<string, FolderChanges>

/** The stamps of the files that are known, by folder, and there by path. */
export type Stamps = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The product's own words come with it; a locales folder elsewhere may replace some or all of them. */
export const productLocales = join(import.meta.dirname, '../../locales')

/** The largest file that is read, in bytes: ten times the largest there is. */
export const mostBytes = 1_000_000

/** The most that one folder may hold, in bytes and in files: what is read is held in memory, three times over. */
const most = { bytes: 50_000_000, files: 50_000 }

/**
 * What changed in the folders. They are read synchronously: thousands of small files take ten times as long in Node's
 * thread pool.
 * @throws when a folder is there and cannot be read, or holds too much
 */
export function lookAt({ definitions, locales }: Folders, known: Stamps): Look {
  const folders = [...new Set([productLocales, definitions, locales])]
  const isProductOnly = ![definitions, locales].includes(productLocales)
  return new Map(
    folders.map((folder) => [folder, changesIn(folder, known.get(folder), isProductOnly && folder === productLocales)]),
  )
}

/** What changed in one folder. @param isProductOnly whether only words that are the product's are of any use */
export function changesIn(
  folder: string,
  known: ReadonlyMap<string, string> = new Map(),
  isProductOnly = false,
): FolderChanges {
  const start = startIn(folder).length
  const changed: DiskFile[] = []
  const gone = new Set(known.keys())
  const total = { bytes: 0, files: 0 }
  walk(folder, {
    folder() {
      total.files += 1
      refuseMoreThanMost(folder, total)
    },
    file(path, refusal) {
      const parts = path.slice(start).split(sep)
      if (isProductOnly && !isProducts(parts)) return
      const isRead = isSource(parts)
      // Markdown elsewhere is for people who write definitions.
      if (!isRead && path.endsWith('.md')) return
      const why = refusal ?? (isRead ? null : misnamed(path, parts))
      const file = why === null ? fileAt(path, known.get(path)) : { ...refused(path, why), size: 0 }
      // What vanished since the folder was listed is as gone as what was not listed.
      if (file === null) return
      total.files += 1
      total.bytes += file.size
      refuseMoreThanMost(folder, total)
      gone.delete(path)
      if (file.stamp !== known.get(path)) changed.push(file)
    },
  })
  return { changed, gone: [...gone] }
}

/** The folders in which a change may change what is read, and the folder itself; nothing where there is none. */
export function foldersIn(folder: string): string[] {
  const found = new Set<string>()
  const note = (path: string) => {
    if (found.size < most.files) found.add(path)
    return found.size < most.files
  }
  walk(folder, {
    folder: note,
    file(_path, _refusal, target) {
      if (target !== undefined) note(dirname(target))
    },
    unreadable() {},
  })
  return [...found]
}

/** Whether a file or folder is not there, whatever a look at its folder said a moment ago. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
}

/** Whether a file is read, by its name within a folder of definitions. */
export function isSource(parts: readonly string[]): boolean {
  const name = parts.at(-1) ?? ''
  const isOfTables = folderOf(parts[0] ?? '')?.isTable && parts.length > 1
  return isOfTables ? name.endsWith('.csv') : name.endsWith('.json') || isArticleText(parts)
}

/** Whether a file is the text of an article: blog/blog3/de.md. */
export function isArticleText(parts: readonly string[]): boolean {
  return parts.length === 3 && folderOf(parts[0] ?? '')?.isMadeOf !== undefined && (parts[2] ?? '').endsWith('.md')
}

/** de/chrome.json is the product's; de/deals.json belongs to definitions, as de/forms/… does. */
export function isProducts([, name = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && folderOfFile(basename(name, '.json')) === ''
}

/** Why a file is not read that is larger than any definition. */
export function tooLarge(bytes: number): string {
  const size = (Math.ceil(bytes / 100_000) / 10).toFixed(1)
  return `This file has ${size} MB, and the largest that is read has ${mostBytes / 1_000_000} MB. Make it smaller, or remove it.`
}

/** Definitions and words are .json, articles .md, tables .csv; the rest is what other tools keep data in. */
const isData = /\.(json|jsonc|json5|ya?ml|toml|md|csv)$/i

interface Visit {
  /** Called with each folder before what is in it; `false`: it is not gone into. */
  folder: (path: string) => unknown
  /**
   * Called with each file that is data by its name, and what keeps it from being read.
   * @param target where the link leads that it is
   */
  file: (path: string, refusal: string | null, target?: string) => void
  /** Called with what keeps a folder from being read; without it that is thrown. */
  unreadable?: (error: unknown) => void
}

/** Goes through a folder and those within. What begins with a dot is an editor's or git's own. */
function walk(folder: string, visit: Visit): void {
  const root = rootOf(folder)
  if (root !== null) within(folder, root, [])

  /** @param real where it is; @param around the folders that links were followed from */
  function within(path: string, real: string, around: readonly string[]): void {
    const entries = entriesOf(path, visit)
    if (entries === null || visit.folder(path) === false) return
    const start = startIn(path)
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const inner = start + entry.name
      if (entry.isDirectory()) within(inner, join(real, entry.name), around)
      else if (entry.isSymbolicLink()) followed(inner, [...around, real])
      else if (isData.test(entry.name)) visit.file(inner, entry.isFile() ? null : noFile(entry))
    }
  }

  /** A mounted config map has links for all it holds. They lead to files beside them; others could lead anywhere. */
  function followed(path: string, around: readonly string[]): void {
    const target = orNull(() => realpathSync(path))
    const there = target === null ? null : orNull(() => statSync(target))
    const isNamed = isData.test(path)
    if (target === null || there === null) {
      if (isNamed)
        visit.file(path, 'This is a symbolic link that leads nowhere. Put the file in its place, or remove it.')
    } else if (!`${target}${sep}`.startsWith(join(root ?? '', sep))) {
      if (isNamed || there.isDirectory())
        visit.file(
          path,
          'This is a symbolic link that leads out of the folder, so it is not followed. Copy what it leads to in its place.',
        )
    } else if (there.isDirectory()) {
      if (around.some((each) => `${each}${sep}`.startsWith(`${target}${sep}`)))
        visit.file(path, 'This is a symbolic link to a folder that contains it, so it is not followed. Remove it.')
      else within(path, target, around)
    } else if (isNamed) visit.file(path, there.isFile() ? null : noFile(there), target)
  }
}

/** What the path of each file in a folder begins with: joined once for all of them. */
export function startIn(folder: string): string {
  return join(folder, 'x').slice(0, -1)
}

/** null when the folder is gone, or not to be read. */
function entriesOf(folder: string, { unreadable }: Visit): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (isGone(error)) return null
    if (!unreadable) throw error
    unreadable(error)
    return null
  }
}

/** Where a folder is; null when it is gone. It may be a link itself, wherever that leads. */
function rootOf(folder: string): string | null {
  try {
    return realpathSync(folder)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function orNull<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch {
    return null
  }
}

/** Why what only looks like a file is not opened: that could wait for ever. */
function noFile(entry: Dirent | Stats): string {
  const kind = entry.isFIFO() ? 'a named pipe' : entry.isSocket() ? 'a socket' : 'a device'
  return `This is ${kind}, and only files are read. Remove it.`
}

/** A file whose name keeps it from being read: solar.jsonc, solar.yaml, Solar.JSON, and a table outside its folder. */
function misnamed(path: string, parts: readonly string[]): string {
  if (folderOf(parts[0] ?? '')?.isTable)
    return 'Only .csv files are read here, so this one has no effect. Write the table as CSV, or remove this file.'
  if (/\.csv$/i.test(path))
    return 'A .csv file is read only in tariffs/, so this one has no effect. Move it there, or remove it.'
  const name = `${basename(path, extname(path))}.json`
  const how = /json/i.test(extname(path)) ? `Rename it to ${name}` : `Write it as JSON, in ${name}`
  return `Only .json files are read, so this one has no effect. ${how}, or remove it.`
}

function refused(path: string, refusal: string): DiskFile {
  return { path, stamp: refusal, text: null, refusal }
}

/** A file and its size in bytes, read unless it has the stamp that is known; null when it is gone. */
export function fileAt(path: string, known: string | undefined): (DiskFile & { size: number }) | null {
  try {
    const found = statSync(path)
    const { mtimeMs, size, ino } = found
    const stamp = `${mtimeMs} ${size} ${ino}`
    if (stamp === known) return { path, stamp, text: null, refusal: null, size }
    const read = found.isFile() && size <= mostBytes ? readFile(path) : null
    if (read?.isWhole) return { path, stamp, text: read.text, refusal: null, size }
    return { ...refused(path, found.isFile() ? tooLarge(Math.max(size, mostBytes + 1)) : noFile(found)), size: 0 }
  } catch (error) {
    if (isGone(error)) return null
    return { ...refused(path, `This file cannot be read (${codeOf(error)}). Let the server's user read it.`), size: 0 }
  }
}

/** What a file is read into: one byte more than it may have. */
const buffer = Buffer.alloc(mostBytes + 1)

/** Reads no more than a file may have, however it has grown since it was looked at. */
function readFile(path: string): { text: string; isWhole: boolean } | null {
  // Should it have become a pipe meanwhile, opening it does not wait for who writes.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) return null
    let length = 0
    while (length < buffer.length) {
      const count = readSync(file, buffer, length, buffer.length - length, null)
      if (count === 0) return { text: buffer.toString('utf8', 0, length), isWhole: true }
      length += count
    }
    return { text: '', isWhole: false }
  } finally {
    closeSync(file)
  }
}

function refuseMoreThanMost(folder: string, { bytes, files }: typeof most): void {
  if (bytes <= most.bytes && files <= most.files) return
  const what =
    bytes > most.bytes
      ? `${most.bytes / 1_000_000} MB of definitions`
      : `${most.files} files of definitions and folders`
  throw new TooMuch(`${folder} holds more than ${what}, so nothing of it is read. Take out what does not belong there.`)
}

/** A folder holds more than is ever read. */
class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error)
}
