import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type KeptFile, type ParsedFile, parsedFile } from '#engine/node/read-sources.ts'
import { compile, db } from './storage/sql.ts'
import type { Storage } from './storage/storage.ts'

/** What was live last: the files, and the rules of forms that were proven. */
export interface LastGood {
  files: readonly ParsedFile[]
  proven: readonly string[]
}

interface Kept {
  files: readonly KeptFile[]
  proven: readonly string[]
}

const name = 'last good definitions'
const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * The definitions that were live last, as kept in storage: there they survive the machine that a server ran on, and
 * are written whole or not at all. Nothing before the first start, or when they cannot be read.
 */
export async function readLastGood(storage: Storage): Promise<LastGood> {
  const [[row] = []] = await storage.atomic([
    compile(db.selectFrom('installation').select('value').where('name', '=', name)),
  ])
  if (!row) return { files: [], proven: [] }
  try {
    const { files, proven } = JSON.parse(String(await unpack(Buffer.from(String(row.value), 'base64')))) as Kept
    return { files: files.map(parsedFile), proven }
  } catch {
    return { files: [], proven: [] }
  }
}

/** Writes down what is live now; in a moment, and only the newest of what changes meanwhile. */
export class LastGoodKeeper {
  readonly #storage: Storage
  readonly #onError: (error: unknown) => void
  #written: string | undefined
  #next: { hash: string; last: LastGood } | undefined
  #writing = Promise.resolve()

  constructor(storage: Storage, onError: (error: unknown) => void) {
    this.#storage = storage
    this.#onError = onError
  }

  /** @param hash of the catalog that the files make: what was written under it is not written again */
  keep(hash: string, last: LastGood): void {
    if (hash === this.#written) return
    this.#next = { hash, last }
    this.#writing = this.#writing.then(() => this.#write())
  }

  /** Resolves when what was to be kept is. */
  settled(): Promise<void> {
    return this.#writing
  }

  async #write(): Promise<void> {
    const next = this.#next
    this.#next = undefined
    if (!next) return
    try {
      const files = next.last.files.map(
        ({ file, locale, folder, id, text }): KeptFile => ({ file, locale, folder, id, text }),
      )
      const packed = await pack(JSON.stringify({ files, proven: next.last.proven } satisfies Kept))
      const value = packed.toString('base64')
      const insert = db.insertInto('installation').values({ name, value })
      await this.#storage.atomic([
        compile(insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))),
      ])
      this.#written = next.hash
    } catch (error) {
      this.#onError(error)
    }
  }
}
