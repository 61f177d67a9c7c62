import { readFileSync, statSync } from 'node:fs'
import { parseArticle } from './articles/parse-article.ts'
import { type Parsed, parseJson, unreadable } from './positions.ts'

interface CachedFile {
  stamp: string
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

  /**
   * What a file says now; null when it is gone. Equal files keep their value's identity, so that findings about it can
   * be kept too. It is read synchronously: thousands of small files take ten times as long in Node's thread pool.
   */
  parsed(path: string): Parsed | null {
    try {
      const { mtimeMs, size, ino } = statSync(path)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const known = this.#files.get(path)
      const parsed = known?.stamp === stamp ? known.parsed : parseSource(path, readFileSync(path, 'utf8'))
      this.#files.set(path, { stamp, parsed, missing: null })
      return parsed
    } catch (error) {
      return isGone(error) ? null : unreadable(codeOf(error))
    }
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

/** What the text of a file says, by the ending of its name: Markdown is an article's. */
export function parseSource(path: string, text: string): Parsed {
  return path.endsWith('.md') ? parseArticle(text) : parseJson(text)
}

/** Whether a file or folder is not there, whatever a look at its folder said a moment ago. */
export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error)
}
