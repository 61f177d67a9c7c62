// Drafts and releases as git has them, where the definitions are in a repository. What is kept in files is kept there all the
// same: git may be locked, rewritten or gone at any moment, and nothing is lost by that.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Folders } from '#engine/node'
import { hasEnded } from './files.ts'

/**
 * What keeps git from a commit. locked: another program holds a lock; detached: no branch is checked out; unfinished: a merge or
 * a rebase is; disk: the system refuses; owner: the repository is another user's; unreadable: git cannot read it.
 */
export interface Obstacle {
  reason: 'locked' | 'detached' | 'unfinished' | 'disk' | 'owner' | 'unreadable'
  /** The lock, the operation, or git's own words. */
  detail: string
}

type Made = { ok: true; commit: string } | ({ ok: false } & Obstacle)

/** Who writes a commit. There is no e-mail address in it. */
interface Signed {
  author: string
  committer: string
  message: string
}

/** A file of a release: null where there was none, or is none any more. */
interface Replaced {
  name: string
  before: string | null
  after: string | Uint8Array | null
}

/** What becomes of drafts and releases besides their files. */
export interface History {
  isGit: boolean
  /** Why a release cannot be committed now; null where it can. */
  obstacle(): Promise<Obstacle | null>
  /** Commits what is live by now, unless it is as it was. */
  commit(files: readonly Replaced[], signed: Signed): Promise<Made>
  /** The ids of drafts that have a branch. */
  branches(): Promise<string[]>
  /**
   * What a draft's branch holds, if it ends elsewhere than is known; null where it does not, or where there is none.
   * @param isOwn whether a file belongs to the draft
   */
  branch(id: string, known: string | null, isOwn: (name: string) => boolean): Promise<Branch | null>
  /** Adds a commit to a draft's branch, which begins at what is checked out. */
  keep(id: string, draft: Kept, signed: Signed): Promise<Made>
  /** Removes a draft's branch, unless there is anything else on it. */
  drop(id: string, isOwn: (name: string) => boolean): Promise<void>
}

interface Branch {
  commit: string
  author: string
  /** What differs from where the branch began; null: the file is gone. */
  texts: Map<string, string | null>
  /** The same files as the known commit had them. */
  known: Map<string, string | null>
}

interface Kept {
  /** Where the branch ends; null where there is none. */
  tip: string | null
  files: ReadonlyMap<string, string>
  isOwn: (name: string) => boolean
}

const copies: History = {
  isGit: false,
  obstacle: async () => null,
  commit: async () => ({ ok: true, commit: '' }),
  branches: async () => [],
  branch: async () => null,
  keep: async () => ({ ok: true, commit: '' }),
  drop: async () => {},
}

/** What git is never to do here: run what the repository names, reach a network, or ask. */
const settings = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.pager=cat', 'core.sshCommand=false', 'gc.auto=0'],
  ...['maintenance.auto=false', 'commit.gpgSign=false', 'protocol.allow=never', 'core.fsync=committed,reference,index'],
].flatMap((each) => ['-c', each])

/** How long git may take, in ms. */
const longest = 30_000

/** Where git may be. */
const programs = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

interface Said {
  ok: boolean
  out: string
  error: string
}

/** Runs git with these arguments, without a shell. */
function run(
  cwd: string,
  args: readonly string[],
  more: Record<string, string> = {},
  input: string | Uint8Array = '',
): Promise<Said> {
  const env = {
    ...{ PATH: programs, LC_ALL: 'C', HOME: '/nonexistent', GIT_TERMINAL_PROMPT: '0' },
    ...{
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_REPLACE_OBJECTS: '1',
    },
    ...{ GIT_NO_LAZY_FETCH: '1', ...more },
  }
  const { promise, resolve } = Promise.withResolvers<Said>()
  const [out, error]: [Buffer[], Buffer[]] = [[], []]
  const child = spawn('git', [...settings, ...args], { cwd, env, timeout: longest, stdio: 'pipe' })
  child.stdout.on('data', (data) => out.push(data))
  child.stderr.on('data', (data) => error.push(data))
  child.on('error', ({ message }) => resolve({ ok: false, out: '', error: message }))
  child.on('close', (code) =>
    resolve({ ok: code === 0, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString().trim() }),
  )
  // It may have ended before it read all.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return promise
}

function obstacleIn(error: string): Obstacle {
  const [, lock] = /Unable to create '([^']+\.lock)': File exists/i.exec(error) ?? []
  if (lock !== undefined) return { reason: 'locked', detail: lock }
  const [line = ''] = error.split('\n')
  if (/no space left|disk quota|read-only file system|permission denied|insufficient permission/i.test(error))
    return { reason: 'disk', detail: line }
  if (/dubious ownership/i.test(error)) return { reason: 'owner', detail: line }
  return { reason: 'unreadable', detail: line }
}

/** Raised within this file only: what git said. */
class Refused extends Error {}

/**
 * Looks whether the definitions are in a git repository, and with that which maker of a history is taken. A server whose
 * permissions let it start no program (`--permission`) keeps copies.
 * @param folder where the studio may put files of its own
 */
export async function openHistory(folders: Folders, folder: string): Promise<History> {
  if (process.permission?.has('child') === false) return copies
  const cwd = folders.definitions
  const asked = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir']
  const found = await run(cwd, asked)
  const [top = '', gitFolder = '', common = ''] = found.out.trim().split('\n')
  if (!found.ok || top === '' || gitFolder === '') return copies
  const roots = Object.entries(folders).flatMap(([name, path]) => {
    const real = existsSync(path) ? realpathSync(path) : ''
    return real.startsWith(join(top, sep)) ? [[name, relative(top, real).split(sep).join('/')] as const] : []
  })
  if (roots.length < 2) return copies
  // A folder that git is not to see has no history in it.
  for (const [, path] of roots) if ((await run(top, ['check-ignore', '-q', '--', `${path}/x.json`])).ok) return copies
  await unlock([gitFolder, common], join(folder, lockingFile))
  return inGit(top, gitFolder, new Map(roots), folder)
}

/** A file with the id of a process whose git may hold a lock. */
const lockingFile = 'git-is-locking'

/** Whether a git of a server that was killed may have left a lock: it is removed when the history is opened. */
export function mayBeLocked(folder: string): boolean {
  return existsSync(join(folder, lockingFile))
}

/** For how long a git that lost its server may still be at work, in ms. */
const orphanTime = 3000

/** Removes the locks that a git of an ended server left. Others are not touched: who runs git made them. */
async function unlock(gitFolders: readonly string[], marker: string): Promise<void> {
  const since = statSync(marker, { throwIfNoEntry: false })?.mtimeMs
  if (since === undefined || !hasEnded(Number(readFileSync(marker, 'utf8')))) return
  const madeAt = (lock: string) => statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const all = gitFolders.flatMap((cwd) =>
    globSync(['*.lock', 'refs/**/*.lock'], { cwd }).map((name) => join(cwd, name)),
  )
  // Clocks of files are coarser than the moment that a file is written at.
  const isOurs = (lock: string) => madeAt(lock) > since - 100 && madeAt(lock) < since + orphanTime
  const ours = [...new Set(all)].filter(isOurs)
  if (ours.length > 0) await sleep(Math.max(0, since + 2 * orphanTime - Date.now()))
  for (const lock of ours) if (isOurs(lock)) rmSync(lock, { force: true })
  rmSync(marker, { force: true })
}

function inGit(top: string, gitFolder: string, roots: ReadonlyMap<string, string>, folder: string): History {
  const index = join(folder, `git-index.${process.pid}`)

  /** Runs a git that locks, so that the next server knows of its lock, should this one end. */
  async function locking(
    args: readonly string[],
    more: Record<string, string> = {},
    input: string | Uint8Array = '',
  ): Promise<Said> {
    const marker = join(folder, lockingFile)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(marker, String(process.pid))
    } catch {
      // Without room for it, a lock that is left is said as one of another program.
    }
    const said = await run(top, args, more, input)
    rmSync(marker, { force: true })
    return said
  }

  async function git(
    args: readonly string[],
    more: Record<string, string> = {},
    input: string | Uint8Array = '',
    start: typeof locking = (...all) => run(top, ...all),
  ): Promise<string> {
    const { ok, out, error } = await start(args, more, input)
    if (!ok) throw new Refused(error)
    return out
  }

  const pathOf = (name: string) => {
    const [root = '', ...rest] = name.split('/')
    return [roots.get(root) ?? root, ...rest].join('/')
  }

  function nameOf(path: string): string | null {
    const found = [...roots].find(([, root]) => path.startsWith(`${root}/`))
    return found ? found[0] + path.slice(found[1].length) : null
  }

  /** The commit that something names; null where there is none. */
  async function commitOf(revision: string): Promise<string | null> {
    const { ok, out, error } = await run(top, [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${revision}^{commit}`,
    ])
    if (!ok && error !== '') throw new Refused(error)
    return ok ? out.trim() : null
  }

  const branchOf = (id: string) => `refs/heads/studio/${id}`
  const blob = async (text: string | Uint8Array) =>
    (await git(['hash-object', '-w', '--no-filters', '--stdin'], {}, text)).trim()

  /** Of each file its blob, as a commit has it; null where it has none. */
  async function blobsIn(commit: string | null, names: readonly string[]): Promise<Map<string, string | null>> {
    const all = new Map<string, string | null>(names.map((name) => [name, null]))
    if (commit === null || names.length === 0) return all
    const listed = await git(['ls-tree', '-z', '--full-tree', commit, '--', ...names.map(pathOf)])
    for (const line of listed.split('\0')) {
      const [, sha, path] = /^\d+ blob (\w+)\t(.+)$/s.exec(line) ?? []
      const name = path === undefined ? null : nameOf(path)
      if (sha !== undefined && name !== null) all.set(name, sha)
    }
    return all
  }

  async function textsOf(blobs: ReadonlyMap<string, string | null>): Promise<Map<string, string | null>> {
    const texts = new Map<string, string | null>()
    for (const [name, sha] of blobs) texts.set(name, sha === null ? null : await git(['cat-file', 'blob', sha]))
    return texts
  }

  const indexed = (entries: ReadonlyMap<string, string | null>) =>
    [...entries]
      .map(([name, sha]) => `${sha === null ? `0 ${'0'.repeat(40)}` : `100644 ${sha}`}\t${pathOf(name)}\0`)
      .join('')

  /** A commit with these files, upon another. It is on no branch yet. */
  async function committed(
    {
      parent,
      tree,
      entries,
    }: { parent: string | null; tree: string | null; entries: ReadonlyMap<string, string | null> },
    { author, committer, message }: Signed,
  ): Promise<string> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const left of [index, `${index}.lock`]) rmSync(left, { force: true })
    const own = { GIT_INDEX_FILE: index }
    try {
      await git(['read-tree', ...(tree === null ? ['--empty'] : [tree])], own)
      await git(['update-index', '-z', '--index-info'], own, indexed(entries))
      const written = (await git(['write-tree'], own)).trim()
      const parents = parent === null ? [] : ['-p', parent]
      const made = await git(
        ['commit-tree', written, ...parents, '-F', '-'],
        {
          ...{ GIT_AUTHOR_NAME: signed(author), GIT_AUTHOR_EMAIL: '' },
          ...{ GIT_COMMITTER_NAME: signed(committer), GIT_COMMITTER_EMAIL: '' },
        },
        message,
      )
      return made.trim()
    } finally {
      rmSync(index, { force: true })
    }
  }

  /** Has a reference end at a commit, if it still ends where it did. @returns whether it did */
  async function pointed(ref: string, to: string, from: string | null): Promise<boolean> {
    const { ok, error } = await locking(
      ['update-ref', '-m', 'studio', ref, to, from ?? '0'.repeat(to.length)],
      committing,
    )
    if (ok) return true
    if (/but expected|reference already exists|unable to resolve reference/i.test(error)) return false
    throw new Refused(error)
  }

  async function attempt(make: () => Promise<Made | null>): Promise<Made> {
    let last: Obstacle = { reason: 'locked', detail: 'HEAD' }
    for (let count = 0; count < 8; count++) {
      try {
        const made = await make()
        if (made) return made
      } catch (error) {
        last = refusal(error)
        if (last.reason !== 'locked') break
      }
      await sleep(50 * (count + 1))
    }
    return { ok: false, ...last }
  }

  /** The files that a branch changed since it left what is checked out, and where that was. */
  async function changedOn(tip: string, isOwn: (name: string) => boolean) {
    const base = (await run(top, ['merge-base', 'HEAD', tip])).out.trim() || null
    const listed =
      base === null
        ? ''
        : await git(['diff-tree', '-r', '-z', '--no-commit-id', '--name-only', '--no-renames', base, tip])
    const paths = listed.split('\0').filter((path) => path !== '')
    const names = paths.flatMap((path) => nameOf(path) ?? []).filter(isOwn)
    return { base, names, hasOthers: names.length < paths.length }
  }

  /** Has the index follow a commit of ours, but for what somebody has staged otherwise. */
  async function follow(
    entries: ReadonlyMap<string, string | null>,
    before: ReadonlyMap<string, readonly (string | null)[]>,
  ) {
    const listed = await git(['ls-files', '-s', '-z', '--', ...[...entries.keys()].map(pathOf)])
    const staged = new Map<string, string>()
    for (const line of listed.split('\0')) {
      const [, sha, path] = /^\d+ (\w+) 0\t(.+)$/s.exec(line) ?? []
      const name = path === undefined ? null : nameOf(path)
      if (sha !== undefined && name !== null) staged.set(name, sha)
    }
    const ours = [...entries].filter(([name, sha]) => {
      const now = staged.get(name) ?? null
      return now !== sha && before.get(name)?.includes(now)
    })
    if (ours.length > 0) await git(['update-index', '-z', '--index-info'], {}, indexed(new Map(ours)), locking)
  }

  async function commit(files: readonly Replaced[], signed: Signed): Promise<Made> {
    return attempt(async () => {
      const head = await commitOf('HEAD')
      const old = await blobsIn(
        head,
        files.map(({ name }) => name),
      )
      const [entries, before] = [new Map<string, string | null>(), new Map<string, (string | null)[]>()]
      for (const { name, before: was, after } of files) {
        entries.set(name, after === null ? null : await blob(after))
        before.set(name, [old.get(name) ?? null, was === null ? null : await blob(was)])
      }
      const isThere = [...entries].every(([name, sha]) => old.get(name) === sha)
      const made = isThere ? head : await committed({ parent: head, tree: head, entries }, signed)
      if (!isThere && made !== null && !(await pointed('HEAD', made, head))) return null
      await follow(entries, before)
      return { ok: true, commit: made ?? '' }
    })
  }

  async function keep(id: string, { tip: known, files, isOwn }: Kept, signed: Signed): Promise<Made> {
    return attempt(async () => {
      // A branch that somebody removed begins again.
      const tip = (await commitOf(branchOf(id))) === null ? null : known
      const parent = tip ?? (await commitOf('HEAD'))
      const { base, names } = tip === null ? { base: null, names: [] } : await changedOn(tip, isOwn)
      // What was changed and is no longer is as it was where the branch began.
      const entries = await blobsIn(base, names)
      for (const [name, text] of files) entries.set(name, await blob(text))
      const old = await blobsIn(tip, [...entries.keys()])
      if (tip !== null && [...entries].every(([name, sha]) => old.get(name) === sha)) return { ok: true, commit: tip }
      const made = await committed({ parent, tree: parent, entries }, signed)
      if (await pointed(branchOf(id), made, tip)) return { ok: true, commit: made }
      throw new Refused(`${branchOf(id)} was moved`)
    })
  }

  return {
    isGit: true,
    commit,
    keep,

    async obstacle() {
      try {
        for (const name of ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'])
          if (existsSync(join(gitFolder, name))) return { reason: 'unfinished', detail: name }
        const on = await run(top, ['symbolic-ref', '--quiet', 'HEAD'])
        if (!on.ok) return on.error === '' ? { reason: 'detached', detail: '' } : obstacleIn(on.error)
        const lock = join(gitFolder, 'index.lock')
        for (let count = 0; count < 20 && existsSync(lock); count++) await sleep(100)
        if (existsSync(lock)) return { reason: 'locked', detail: lock }
        const head = await commitOf('HEAD')
        // Whether anything can be written at all, before anything is replaced.
        await blob(`${head}`)
        return null
      } catch (error) {
        return refusal(error)
      }
    },

    async branches() {
      const { out } = await run(top, ['for-each-ref', '--format=%(refname:lstrip=3)', 'refs/heads/studio/'])
      return out.split('\n').filter((id) => id !== '')
    },

    async branch(id, known, isOwn) {
      try {
        const tip = await commitOf(branchOf(id))
        if (tip === null || tip === known) return null
        const { names } = await changedOn(tip, isOwn)
        const before = known === null ? null : await commitOf(known)
        const author = (await git(['log', '-1', '--format=%an', '--end-of-options', tip])).trim()
        const texts = await textsOf(await blobsIn(tip, names))
        return { commit: tip, author, texts, known: await textsOf(await blobsIn(before, names)) }
      } catch (error) {
        if (error instanceof Refused) return null
        throw error
      }
    },

    async drop(id, isOwn) {
      try {
        const tip = await commitOf(branchOf(id))
        if (tip === null || (await changedOn(tip, isOwn)).hasOthers) return
        await git(['update-ref', '-d', branchOf(id), tip], {}, '', locking)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    },
  }
}

/** Who moves a reference, for git's own log of that. */
const committing = { GIT_COMMITTER_NAME: 'studio', GIT_COMMITTER_EMAIL: '' }

/** A name that git takes: of some it leaves nothing. */
function signed(name: string): string {
  return /[\p{L}\p{N}]/u.test(name) ? name.replace(/[\p{Cc}<>]/gu, ' ') : 'studio'
}

function refusal(error: unknown): Obstacle {
  if (error instanceof Refused) return obstacleIn(error.message)
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return { reason: 'disk', detail: code }
}
