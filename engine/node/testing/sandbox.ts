import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Folders } from '../disk-files.ts'

const root = join(import.meta.dirname, '../../..')

/** A copy of the repository's definitions and translations, to plant mistakes in. */
export interface Sandbox extends Folders {
  /** Replaces the first occurrence of a text in a file, or writes the whole file when `find` is null. */
  edit: (file: string, find: string | null, replace: string) => Promise<void>
  read: (file: string) => Promise<string>
  /** Undoes all edits. */
  restore: () => Promise<void>
  remove: () => Promise<void>
}

/** @param fixtures whether the forms and pages of ./fixtures are laid over the repository's own */
export async function sandbox({ fixtures = false } = {}): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-definitions-'))
  for (const name of ['definitions', 'locales']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
    if (fixtures) cpSync(join(import.meta.dirname, 'fixtures', name), join(folder, name), { recursive: true })
  }
  /** As files were before their first edit; null where there was none. */
  const before = new Map<string, string | null>()
  return {
    definitions: join(folder, 'definitions'),
    locales: join(folder, 'locales'),
    async edit(file, find, replace) {
      const path = join(folder, file)
      const known = await readFile(path, 'utf8').catch(() => null)
      if (!before.has(path)) before.set(path, known)
      const text = known ?? ''
      if (find !== null && !text.includes(find)) throw new Error(`${file} does not hold ${find}`)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, find === null ? replace : text.replace(find, () => replace))
    },
    read: (file) => readFile(join(folder, file), 'utf8'),
    async restore() {
      for (const [path, text] of before) await (text === null ? rm(path) : writeFile(path, text))
      before.clear()
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
