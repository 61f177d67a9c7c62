import { parseArticle } from './articles/parse-article.ts'
import type { DiskFile } from './disk-files.ts'
import { mistaken, type Parsed, parseJson } from './positions.ts'
import { parseTable } from './tables/parse-table.ts'

interface CachedFile {
  stamp: string
  /** null where it was refused. */
  text: string | null
  parsed: Parsed
  /** Since when it is not there, by the process's clock in ms; null while it is. */
  missing: number | null
}

/** Files as they were last read: what has not changed since is neither read nor parsed again. */
export class SourceCache {
  readonly #files = new Map<string, CachedFile>()
  readonly #grace: number

  /**
   * @param grace for how long a file that vanished counts as it last was, in ms: editors and git remove a file to write
   * it anew
   */
  constructor(grace = 0) {
    this.#grace = grace
  }

  /** The stamps of all files, by path: of those that still have theirs nothing must be read. */
  stamps(): ReadonlyMap<string, string> {
    return new Map([...this.#files].map(([path, { stamp }]) => [path, stamp]))
  }

  /**
   * What a file says now. One that says the same as before keeps its value's identity, so that findings about it can be
   * kept too.
   */
  parsed({ path, stamp, text, refusal }: DiskFile): Parsed {
    const known = this.#files.get(path)
    const isAsBefore = known !== undefined && (known.stamp === stamp || (text !== null && known.text === text))
    const parsed = isAsBefore
      ? known.parsed
      : text === null
        ? mistaken(refusal ?? 'This file changed while it was read. Save it again.')
        : parseSource(path, text)
    this.#files.set(path, { stamp, text: refusal === null ? parsed.text : null, parsed, missing: null })
    return parsed
  }

  /** The files of a folder that are not there, but were a moment ago. Others that are gone are forgotten. */
  missed(folder: string, present: ReadonlySet<string>): { path: string; parsed: Parsed }[] {
    const now = performance.now()
    return [...this.#files].flatMap(([path, file]) => {
      if (!path.startsWith(folder) || present.has(path)) return []
      file.missing ??= now
      if (now - file.missing < this.#grace) return [{ path, parsed: file.parsed }]
      this.#files.delete(path)
      return []
    })
  }

  /** The folders are being changed: what is missing may be on its way back, so its grace begins anew. */
  waitOn(): void {
    const now = performance.now()
    for (const file of this.#files.values()) if (file.missing !== null) file.missing = now
  }

  /** Whether a file counts as it last was: who reads again after the grace finds it back or gone. */
  get isWaiting(): boolean {
    return [...this.#files.values()].some(({ missing }) => missing !== null)
  }
}

/** What the text of a file says, by the ending of its name: Markdown is an article's, CSV a table. */
export function parseSource(path: string, text: string): Parsed {
  if (path.endsWith('.csv')) return parseTable(text)
  return path.endsWith('.md') ? parseArticle(text) : parseJson(text)
}
