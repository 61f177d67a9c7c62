import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isSource, mostBytes, tooLarge } from '../disk-files.ts'
import { mistaken } from '../positions.ts'
import type { FoundFile } from '../read-sources.ts'
import { parseSource } from '../source-cache.ts'
import { git } from './git.ts'

/** A folder as its repository knows it. */
export interface TrackedFolder {
  /** The top folder of the working tree. */
  root: string
  /** The folder's path from there; '' when it is the top itself. */
  path: string
  /** Whether the repository lacks old commits. */
  isShallow: boolean
}

/** Where a folder stands in its repository, by the rules of git: a link leads to where it points. */
export async function trackedFolder(folder: string): Promise<{ ok: true; tracked: TrackedFolder } | Refusal> {
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
export async function commitOf({ root }: TrackedFolder, revision: string): Promise<string | null> {
  if (revision.startsWith('-')) return null
  const answer = await git(root, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  return answer.ok ? answer.stdout.toString().trim() : null
}

/**
 * The files that a folder had at a commit, with names such as main:definitions/site.json.
 * None when there was no such folder.
 */
export async function filesAt(
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
