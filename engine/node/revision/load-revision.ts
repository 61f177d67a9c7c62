import { resolve } from 'node:path'
import { type Folders, productLocales } from '../disk-files.ts'
import { type GoodCatalog, goodCatalog } from '../good-catalog.ts'
import { placed, readFolder } from '../read-sources.ts'
import { commitOf, filesAt, type TrackedFolder, trackedFolder } from './revision-files.ts'

/** The catalog of a revision, or the sentence that says why it cannot be read. */
export type LoadedRevision =
  | { ok: true; good: GoodCatalog /** What was not read as it was then. */; notes: string[] }
  | { ok: false; reason: string }

/**
 * Makes a catalog of what git knows the folders to have been. Nothing is checked out, and nothing written. Schemas,
 * field kinds and rules are those of today.
 */
export async function loadRevision({ definitions, locales }: Folders, revision: string): Promise<LoadedRevision> {
  const found = await trackedFolder(resolve(definitions))
  if (!found.ok) return { ok: false, reason: `The history of ${definitions} cannot be read: ${found.reason}` }
  const { tracked } = found
  const commit = await commitOf(tracked, revision)
  if (commit === null) return { ok: false, reason: unknown(revision, tracked) }
  const files = await filesAt(tracked, commit, revision)
  if (!files.ok) return files
  if (files.files.length === 0)
    return { ok: false, reason: `There are no definitions in ${tracked.path || tracked.root} at "${revision}".` }
  const words = await wordsAt(locales, tracked, commit, revision)
  if (!words.ok) return words
  const all = placed(files.files, await readFolder(productLocales), words.files)
  return {
    ok: true,
    good: await goodCatalog(all),
    notes: words.notes,
  }
}

/** Translations from elsewhere, such as the product's own, have no such revision: today's stand for them. */
async function wordsAt(locales: string, { root }: TrackedFolder, commit: string, revision: string) {
  const found = await trackedFolder(resolve(locales))
  if (found.ok && found.tracked.root === root) {
    const read = await filesAt(found.tracked, commit, revision)
    return read.ok ? { ...read, notes: [] } : read
  }
  const notes = [`${locales} stands outside the repository of the definitions, so its words are taken as they are now.`]
  return { ok: true as const, files: await readFolder(locales), notes }
}

function unknown(revision: string, { root, isShallow }: TrackedFolder): string {
  const hint = isShallow ? ' It is a shallow clone and lacks old commits: git fetch --unshallow' : ''
  return `There is no revision "${revision}" in ${root}.${hint}`
}
