import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isTree } from '#engine/form/model'

/** The last good feed of an upstream, with what its next fetch is made with. */
export interface KeptFeed {
  /** The hash of the address it is from. */
  source: string
  /** The hash of its bytes. */
  hash: string
  etag: string | null
  lastModified: string | null
  /** When the upstream last said that these are its deals, in ms since the epoch. */
  confirmedAt: number
  feed: object
}

/** null where there is none, or none that can be read: the next fetch brings another. */
export async function readKeptFeed(file: string): Promise<KeptFeed | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isTree(kept) && isTree(kept.feed) && typeof kept.confirmedAt === 'number'
      ? (kept as unknown as KeptFeed)
      : null
  } catch {
    return null
  }
}

/** Replaces the file at once, so that no process ever reads half of it. @throws when the disk refuses */
export async function writeKeptFeed(file: string, kept: KeptFeed): Promise<void> {
  const beside = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(beside, JSON.stringify(kept), { mode: 0o600, flush: true })
  await rename(beside, file)
}
