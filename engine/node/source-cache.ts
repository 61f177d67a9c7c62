import { dirname, join, relative, sep } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { parseArticle } from './articles/parse-article.ts'
import { type DiskFile, type Look, type Stamps, startIn } from './disk-files.ts'
import { mistaken, type Parsed, parseJson } from './positions.ts'
import { parseTable } from './tables/parse-table.ts'

/** A file of definitions or words, wherever it was found. */
export interface FoundFile {
  /** Its name for people. */
  file: string
  /** Its name within its folder, part by part. */
  parts: string[]
  parsed: Parsed
}

interface CachedFile {
  /** null where it was refused. */
  text: string | null
  found: FoundFile
  /** Since when it is not there, by the process's clock in ms; null while it is. */
  missing: number | null
}

/** What is known of a folder. */
interface CachedFolder {
  /** By path, in the order of their paths. */
  files: Map<string, CachedFile>
  /** Of the files that are there, by path. */
  stamps: Map<string, string>
}

/** Files as they were last read: what has not changed since is neither read nor parsed again. */
export class SourceCache {
  readonly #folders = new Map<string, CachedFolder>()
  readonly #grace: number

  /**
   * @param grace for how long a file that vanished counts as it last was, in ms: editors and git remove a file to write
   * it anew
   */
  constructor(grace = 0) {
    this.#grace = grace
  }

  /** The stamps of all files that are there: of those that still have theirs nothing must be read. */
  stamps(): Stamps {
    return new Map([...this.#folders].map(([folder, { stamps }]) => [folder, stamps]))
  }

  /** Takes in what changed since the stamps were as they are. */
  async take(look: Look): Promise<void> {
    for (const [folder, { changed, gone }] of look) {
      const known = this.#folders.get(folder) ?? { files: new Map(), stamps: new Map() }
      this.#folders.set(folder, known)
      const count = known.files.size
      const nameOf = naming(folder)
      for (const [index, file] of changed.entries()) {
        // A running server has visitors to serve meanwhile.
        if (index % 100 === 99) await others()
        known.files.set(file.path, cached(file, known.files.get(file.path), nameOf))
        known.stamps.set(file.path, file.stamp)
      }
      if (known.files.size > count) known.files = new Map([...known.files].sort(([a], [b]) => (a < b ? -1 : 1)))
      this.#miss(known, gone)
    }
  }

  /** Files that are gone stay for the grace; then they are forgotten. */
  #miss({ files, stamps }: CachedFolder, gone: readonly string[]): void {
    const now = performance.now()
    for (const path of gone) {
      stamps.delete(path)
      const file = files.get(path)
      if (file) file.missing = now
    }
    for (const [path, { missing }] of files) if (missing !== null && now - missing >= this.#grace) files.delete(path)
  }

  /**
   * What the files of a folder say, in the order of their names, with those that are refused, each with the mistake that
   * keeps it from being read, and those that were there a moment ago.
   */
  files(folder: string): readonly FoundFile[] {
    return [...(this.#folders.get(folder)?.files.values() ?? [])].map(({ found }) => found)
  }

  /** The folders are being changed: what is missing may be on its way back, so its grace begins anew. */
  waitOn(): void {
    const now = performance.now()
    for (const file of this.#all()) if (file.missing !== null) file.missing = now
  }

  /** Whether a file counts as it last was: who reads again after the grace finds it back or gone. */
  get isWaiting(): boolean {
    return this.#all().some(({ missing }) => missing !== null)
  }

  #all(): CachedFile[] {
    return [...this.#folders.values()].flatMap(({ files }) => [...files.values()])
  }
}

/**
 * What a file says now. One that says the same as before keeps its value's identity, so that findings about it can be
 * kept too.
 */
function cached(
  { path, text, refusal }: DiskFile,
  known: CachedFile | undefined,
  nameOf: (path: string) => Omit<FoundFile, 'parsed'>,
): CachedFile {
  if (known && text !== null && known.text === text) return { ...known, missing: null }
  const parsed = text === null ? mistaken(refusal ?? '') : parseSource(path, text)
  return { text: text === null ? null : parsed.text, found: { ...nameOf(path), parsed }, missing: null }
}

/** How the files of a folder are named, by their paths. */
function naming(folder: string): (path: string) => Omit<FoundFile, 'parsed'> {
  const name = join(relative('.', dirname(folder)), relative(dirname(folder), folder))
  const [start, named] = [startIn(folder).length, startIn(name)]
  return (path) => {
    const within = path.slice(start)
    return { file: named + within, parts: within.split(sep) }
  }
}

/** What the text of a file says, by the ending of its name: Markdown is an article's, CSV a table. */
export function parseSource(path: string, text: string): Parsed {
  if (path.endsWith('.csv')) return parseTable(text)
  return path.endsWith('.md') ? parseArticle(text) : parseJson(text)
}
