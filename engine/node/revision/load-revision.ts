import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Folders, isSource, mostBytes, productLocales, tooLarge } from '../disk-files.ts'
import { type GoodSite, goodSite } from '../good-site.ts'
import { mistaken } from '../positions.ts'
import { placed, readFolder } from '../read-sources.ts'
import { type FoundFile, parseSource } from '../source-cache.ts'

/** The site of a revision, or the sentence that says why it cannot be read. */
export type LoadedRevision =
  | { ok: true; good: GoodSite /** What was not read as it was then. */; notes: string[] }
  | { ok: false; reason: string }

/**
 * Makes a site of what git knows the folders to have been. Nothing is checked out, and nothing written. Schemas,
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
    good: await goodSite(all),
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
  const notes = [`${locales} is outside the repository of the definitions, so its current texts are used.`]
  return { ok: true as const, files: await readFolder(locales), notes }
}

function unknown(revision: string, { root, isShallow }: TrackedFolder): string {
  const hint = isShallow ? ' It is a shallow clone and lacks old commits: git fetch --unshallow' : ''
  return `There is no revision "${revision}" in ${root}.${hint}`
}

/** A folder as its repository knows it. */
interface TrackedFolder {
  /** The top folder of the working tree. */
  root: string
  /** The folder's path from there; '' when it is the top itself. */
  path: string
  /** Whether the repository lacks old commits. */
  isShallow: boolean
}

/** Where a folder stands in its repository, by the rules of git: a link leads to where it points. */
async function trackedFolder(folder: string): Promise<{ ok: true; tracked: TrackedFolder } | Refusal> {
  const there = await existing(folder)
  const asked = ['rev-parse', '--show-toplevel', '--show-prefix', '--is-shallow-repository']
  const answer = await git(there.folder, asked)
  if (!answer.ok) return answer
  const [root = '', prefix = '', shallow] = answer.stdout.toString().split('\n')
  const path = [...prefix.split('/').filter(Boolean), ...there.rest].join('/')
  return { ok: true, tracked: { root, path, isShallow: shallow === 'true' } }
}

type Refusal = { ok: false; reason: string }

/** A folder that was removed stood in the nearest one that is left. */
async function existing(folder: string, rest: string[] = []): Promise<{ folder: string; rest: string[] }> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isThere || dirname(folder) === folder) return { folder, rest }
  return existing(dirname(folder), [basename(folder), ...rest])
}

/** The commit that a revision names, whether it is a branch, a tag or HEAD~3; null when there is none. */
async function commitOf({ root }: TrackedFolder, revision: string): Promise<string | null> {
  if (revision.startsWith('-')) return null
  const answer = await git(root, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  return answer.ok ? answer.stdout.toString().trim() : null
}

/**
 * The files that a folder had at a commit, with names such as main:definitions/site.json.
 * None when there was no such folder.
 */
async function filesAt(
  { root, path }: TrackedFolder,
  commit: string,
  revision: string,
): Promise<{ ok: true; files: FoundFile[] } | Refusal> {
  const tree = `${commit}:${path}`
  if (!(await git(root, ['rev-parse', '--verify', '--quiet', tree])).ok) return { ok: true, files: [] }
  const listed = await git(root, ['ls-tree', '-r', '-l', '-z', tree])
  if (!listed.ok) return listed
  const entries = listed.stdout.toString().split('\0').flatMap(sourceFile)
  const small = entries.filter(({ size }) => size <= mostBytes)
  const read = await git(root, ['cat-file', '--batch'], small.map(({ id }) => `${id}\n`).join(''))
  if (!read.ok) return read
  const texts = contents(read.stdout)
  const parsed = new Map(small.map((entry, index) => [entry, parseSource(entry.name, texts[index] ?? '')]))
  const files = entries.map((entry) => ({
    file: `${revision}:${join(path, entry.name)}`,
    parts: entry.name.split('/'),
    parsed: parsed.get(entry) ?? mistaken(tooLarge(entry.size)),
  }))
  return { ok: true, files }
}

/** `100644 blob <id> <bytes>\t<name>`. Links and submodules are no files. */
function sourceFile(line: string): { id: string; size: number; name: string }[] {
  const [, id, size, name] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? []
  return id !== undefined && name !== undefined && isSource(name.split('/')) ? [{ id, size: Number(size), name }] : []
}

/** What `cat-file --batch` prints: `<id> blob <bytes>`, a line end, the bytes, a line end, and so on. */
function contents(output: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const size = Number(output.toString('utf8', at, end).split(' ')[2])
    texts.push(output.toString('utf8', end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return texts
}

/** What git answered, or what it said against it. */
type Answer = { ok: true; stdout: Buffer } | { ok: false; reason: string }

/**
 * Asks git about the repository that a folder stands in.
 * @param input what it reads
 */
function git(folder: string, args: readonly string[], input = ''): Promise<Answer> {
  // Within a hook these name the repository of the hook, and git would not look where the folder is.
  const env = { ...process.env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_COMMON_DIR: undefined }
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      ['-C', folder, ...args],
      { env, encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        if (!error) return resolve({ ok: true, stdout })
        const said = stderr.toString().trim().split('\n')[0]
        resolve({ ok: false, reason: error.code === 'ENOENT' ? 'git is not installed.' : said || error.message })
      },
    )
    // Git may be gone before it has read all; the answer tells.
    child.stdin?.on('error', () => {}).end(input)
  })
}
