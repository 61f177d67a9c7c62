import { readFile, stat } from 'node:fs/promises'
import { type Parsed, parseJson } from './positions.ts'

/** Files as they were last read: what has not changed since is neither read nor parsed again. */
export class SourceCache {
  readonly #files = new Map<string, { stamp: string; parsed: Parsed }>()

  /** What a file says now. Equal files keep their value's identity, so that findings about it can be kept too. */
  async parsed(path: string): Promise<Parsed> {
    const { mtimeMs, size, ino } = await stat(path)
    const stamp = `${mtimeMs} ${size} ${ino}`
    const known = this.#files.get(path)
    if (known?.stamp === stamp) return known.parsed
    const parsed = parseJson(await readFile(path, 'utf8'))
    this.#files.set(path, { stamp, parsed })
    return parsed
  }

  /** Forgets the files that are no longer there. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#files.keys()) {
      if (!paths.has(path)) this.#files.delete(path)
    }
  }
}
