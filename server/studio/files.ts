import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { type Folders, mostBytes } from '#engine/node'

/** Where what is edited has its files. */
export type StudioFolder = 'forms' | 'groups' | 'pages' | 'partners'

/** A file of definitions or words as it was read. */
export interface StudioFile {
  /** Its path from the top, whatever the folders are called: `definitions/forms/solar.json`, `locales/de/forms/solar.json`. */
  name: string
  text: string
  /** A hash of the text. */
  version: string
}

/**
 * Why a file is neither read nor written. name: no name of a definition file; outside: a link leads out of the folder; kind:
 * not a file; large: more than the largest that is read; encoding: not UTF-8; absent: there is none; taken: there is one already; disk: the system refuses;
 * half: as disk, and what was replaced by then could not be put back.
 */
export type Refusal = 'name' | 'outside' | 'kind' | 'large' | 'encoding' | 'absent' | 'taken' | 'disk' | 'half'

/** A file that was refused. The detail is the system's own word, such as ENOSPC. */
export interface RefusedFile {
  ok: false
  name: string
  reason: Refusal
  detail?: string
}

/** A file to be written, or removed. */
export interface Change {
  name: string
  /** null: the file is removed. */
  text: string | null
  /** The version that it is to replace; null where there shall be no file yet. */
  version: string | null
}

export type Saved =
  | { ok: true }
  /** Nothing was written: these are other than they were when they were read, and what they say now. */
  | { ok: false; reason: 'changed'; now: { name: string; file: StudioFile | null }[] }
  | RefusedFile

/** The files of both folders, by names that cannot leave them. */
export interface StudioFiles {
  read(name: string): { ok: true; file: StudioFile } | RefusedFile
  /**
   * Writes all changes or none: should one fail, those before it are put back. Each file is replaced in one step: who reads
   * it, and who finds it after a crash, has the old or the new one whole.
   * @param before called once all is ready, before the first file is replaced; what it throws keeps all as it was
   */
  save(changes: readonly Change[], before?: () => Promise<void> | void): Promise<Saved>
}

const roots = ['definitions', 'locales'] as const

const partPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/

/** The ending of a file that is being written. What begins with a dot is no definition. */
const unfinished = '.saving'

/** Whether a text is a name that a definition file could have. */
function isName(name: string): boolean {
  const [root = '', ...rest] = name.split('/')
  const isNamed = rest.length > 0 && rest.length < 6 && rest.every((part) => partPattern.test(part))
  return isNamed && roots.some((each) => each === root) && name.endsWith('.json')
}

export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** @param folders where definitions and words are */
export function openFiles(folders: Folders): StudioFiles {
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no change of this process comes between looking and writing. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = last.then(run, run)
    last = mine.catch(() => {})
    return mine
  }

  /** Where a file is, links followed; refused where that is not in its folder. */
  function pathOf(name: string): { ok: true; path: string } | RefusedFile {
    if (!isName(name)) return { ok: false, name, reason: 'name' }
    const [root = '', ...rest] = name.split('/')
    const folder = folders[root as (typeof roots)[number]]
    try {
      const top = realpathSync(folder)
      let real = top
      for (const [at, part] of rest.entries()) {
        const next = join(real, part)
        if (lstatSync(next, { throwIfNoEntry: false }) === undefined)
          return { ok: true, path: join(real, ...rest.slice(at)) }
        const target = targetOf(next)
        if (target === null || !target.startsWith(join(top, sep))) return { ok: false, name, reason: 'outside' }
        real = target
      }
      return { ok: true, path: real }
    } catch (error) {
      return refused(name, error)
    }
  }

  function read(name: string): ReturnType<StudioFiles['read']> {
    const found = pathOf(name)
    if (!found.ok) return found
    let file: number | undefined
    try {
      // Should it be a pipe, opening it does not wait for who writes.
      file = openSync(found.path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
      const { size } = fstatSync(file)
      if (!fstatSync(file).isFile()) return { ok: false, name, reason: 'kind' }
      if (size > mostBytes) return { ok: false, name, reason: 'large' }
      const bytes = readFileSync(file)
      const text = bytes.toString('utf8')
      // Written back, it would be another file.
      if (!Buffer.from(text).equals(bytes)) return { ok: false, name, reason: 'encoding' }
      return { ok: true, file: { name, text, version: versionOf(text) } }
    } catch (error) {
      return refused(name, error)
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }

  /** What differs from what it was when it was read. */
  function changed(changes: readonly Change[]): Extract<Saved, { reason: 'changed' }> | RefusedFile | null {
    const now: { name: string; file: StudioFile | null }[] = []
    for (const { name, version } of changes) {
      const found = read(name)
      if (!found.ok && found.reason !== 'absent') return found
      const file = found.ok ? found.file : null
      if ((file?.version ?? null) !== version) now.push({ name, file })
    }
    return now.length > 0 ? { ok: false, reason: 'changed', now } : null
  }

  /** Undoes what was replaced, unless somebody changed it since. @returns what kept it from that */
  async function putBack(
    replaced: readonly { name: string; path: string; before: string | null; after: string | null }[],
  ): Promise<unknown> {
    let lost: unknown = null
    for (const { name, path, before, after } of replaced) {
      try {
        const now = read(name)
        if ((now.ok ? now.file.text : null) !== after) continue
        if (before === null) rmSync(path, { force: true })
        else renameSync(await prepared(path, before), path)
        sync(dirname(path))
      } catch (error) {
        lost = error
      }
    }
    return lost
  }

  async function save(changes: readonly Change[], before?: () => Promise<void> | void): Promise<Saved> {
    const ready: { path: string; temporary: string | null; name: string }[] = []
    const forget = () => {
      for (const { temporary } of ready) if (temporary !== null) rmSync(temporary, { force: true })
    }
    for (const { name, text } of changes) {
      const found = pathOf(name)
      if (!found.ok) return found
      if (text !== null && Buffer.byteLength(text) > mostBytes) return { ok: false, name, reason: 'large' }
    }
    const differs = changed(changes)
    if (differs) return differs
    let name = ''
    const replaced: { name: string; path: string; before: string | null; after: string | null }[] = []
    try {
      for (const change of changes) {
        name = change.name
        const found = pathOf(name)
        if (!found.ok) throw found
        ready.push({ path: found.path, name, temporary: null })
        if (change.text !== null)
          Object.assign(ready.at(-1) ?? {}, { temporary: await prepared(found.path, change.text) })
      }
      await before?.()
      // A person with an editor may have been faster.
      const differs = changed(changes)
      if (differs) {
        forget()
        return differs
      }
      for (const [at, each] of ready.entries()) {
        name = each.name
        const old = read(name)
        if (!old.ok && old.reason !== 'absent') throw old
        if (each.temporary === null) rmSync(each.path, { force: true })
        else renameSync(each.temporary, each.path)
        each.temporary = null
        replaced.push({ ...each, before: old.ok ? old.file.text : null, after: changes[at]?.text ?? null })
      }
      for (const folder of new Set(ready.map(({ path }) => dirname(path)))) sync(folder)
      return { ok: true }
    } catch (error) {
      forget()
      const lost = await putBack(replaced)
      if (lost !== null) return { ok: false, name, reason: 'half', detail: codeOf(lost) ?? 'unknown' }
      if (isRefused(error)) return error
      if (codeOf(error) === undefined) throw error
      return refused(name, error)
    }
  }

  return { read, save: (changes, before) => inTurn(() => save(changes, before)) }
}

/** Where a path leads; null where it is a link that leads nowhere. */
function targetOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(codeOf(error) ?? '')) return null
    throw error
  }
}

/** For how long a file may be written, in ms: what is older was left by a process that ended. */
const longest = 10 * 60 * 1000

/** Writes a text next to the file that it is to replace, down to the disk. @returns where */
async function prepared(path: string, text: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}${unfinished}`)
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644
  for (const name of readdirSync(dirname(path))) {
    const isLeft = name.startsWith(`.${basename(path)}.`) && name.endsWith(unfinished)
    const left = join(dirname(path), name)
    if (isLeft && Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? 0) > longest)
      rmSync(left, { force: true })
  }
  let file: FileHandle | undefined
  try {
    rmSync(temporary, { force: true })
    file = await open(temporary, 'wx', mode & 0o777)
    await file.writeFile(text)
    await file.sync()
    return temporary
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    await file?.close()
  }
}

/** Whether a process is no more, or this one, which begins only now. */
export function hasEnded(id: number): boolean {
  // The file was not written to its end, so it has no id.
  if (!(id > 0)) return true
  try {
    return id === process.pid || !process.kill(id, 0)
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** Removes what processes that ended left half written in a folder and those in it. */
export function sweep(folder: string): void {
  // A pattern for Node's glob would take ten times as long, at each start.
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names) {
    if (!name.endsWith(unfinished) && !name.startsWith('git-index.')) continue
    const [, id] = /\.(\d+)(?:\.\w+)?$/.exec(name) ?? []
    if (id === undefined || !hasEnded(Number(id))) continue
    try {
      rmSync(join(folder, name), { force: true })
    } catch {
      // It is looked at again by the next server.
    }
  }
}

/** Replaces a file of the studio's own in one step, without waiting for anything. */
export function replaceNow(path: string, text: string): void {
  const temporary = `${path}.${process.pid}${unfinished}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  sync(dirname(path))
}

/** Until then a renamed file may have its old name again after a power cut. Not every file system does it for folders. */
function sync(folder: string): void {
  let handle: number | undefined
  try {
    handle = openSync(folder, 'r')
    fsyncSync(handle)
  } catch {
    // The file is replaced all the same.
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

function isRefused(error: unknown): error is RefusedFile {
  return typeof error === 'object' && error !== null && 'ok' in error
}

function refused(name: string, error: unknown): RefusedFile {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, name, reason: 'absent' }
  if (code === 'ELOOP') return { ok: false, name, reason: 'outside' }
  return { ok: false, name, reason: 'disk', ...(code !== undefined && { detail: code }) }
}
