import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { edited } from './outline.ts'
import { openStudio, type Studio } from './studio.ts'

const own = 'definitions/forms/solar.json'
const german = 'locales/de/forms/solar.json'

/** A small site in a git repository, with a folder for the studio next to it. */
async function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const top = join(folder, 'site')
  await writeTree(top, smallTree)
  const clean = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...args], {
      ...{ cwd: top, env: clean, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'First')
  const text = (name: string) => readFileSync(join(top, name), 'utf8')
  return { folder, top, git, text, write: (name: string, said: string) => writeFileSync(join(top, name), said) }
}

async function opened({ folder, top }: { folder: string; top: string }) {
  const folders = { definitions: join(top, 'definitions'), locales: join(top, 'locales') }
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error('There is no site')
  const failures: string[] = []
  const studio = await openStudio({
    ...{ folders, folder: join(folder, 'studio'), live: begun.live, now: Date.now },
    nameOf: async (id) => ({ ada: 'Ada <Love>\nLace', eva: 'Eva' })[id] ?? id,
    record: async () => {},
    failed: (error) => failures.push(String(error)),
  })
  onTestFinished(studio.close)
  return { studio, failures }
}

const as = (studio: Studio, who: string) => ({
  ...{ who, note: 'Shorter; $(touch x)', review: studio.form('solar')?.review ?? '', isBarred: async () => false },
})

const titled = (text: string, title: string) => edited(text, [{ path: ['title'], value: title }])

test('a draft is a branch, and what is put live or taken back is a commit by its author', async () => {
  const there = await repository()
  const { git, text, write } = there
  const before = [text(own), text(german)]
  // Whatever the repository says, nothing of it is run.
  const trap = join(there.folder, 'trapped')
  for (const hook of ['reference-transaction', 'post-commit', 'pre-commit', 'post-index-change']) {
    const file = join(there.top, '.git/hooks', hook)
    mkdirSync(join(there.top, '.git/hooks'), { recursive: true })
    writeFileSync(file, `#!/bin/sh\ntouch ${trap}\n`)
    chmodSync(file, 0o755)
  }
  git('-c', 'core.hooksPath=/dev/null', 'config', 'core.fsmonitor', `touch ${trap}`)
  rmSync(trap, { force: true })
  const { studio, failures } = await opened(there)
  const [first, second] = [titled(before[0] ?? '', 'Solar roofs'), titled(before[1] ?? '', 'Solardächer')]
  studio.write('solar', 'ada', { [own]: first })
  await studio.follow('solar')
  studio.write('solar', 'ada', { [german]: second })
  await studio.follow('solar')
  expect(existsSync(trap)).toBe(false)
  git('config', '--unset', 'core.fsmonitor')
  expect(git('log', '--format=%an <%ae> %s', 'main..studio/solar')).toBe(
    'Ada  Love  Lace <> Draft of solar\nAda  Love  Lace <> Draft of solar',
  )
  expect(git('diff', '--name-only', 'main', 'studio/solar')).toBe(`${own}\n${german}`)
  expect([text(own), git('status', '--porcelain')]).toEqual([before[0], ''])

  // What somebody commits to the branch with git is in the draft.
  git('worktree', 'add', '--quiet', join(there.folder, 'tree'), 'studio/solar')
  const theirs = titled(before[0] ?? '', 'Theirs')
  writeFileSync(join(there.folder, 'tree', own), theirs)
  git('-C', join(there.folder, 'tree'), 'commit', '--quiet', '-am', 'By hand')
  git('worktree', 'remove', '--force', join(there.folder, 'tree'))
  await studio.follow('solar')
  expect(studio.form('solar')?.texts.get(own)).toBe(theirs)
  expect(studio.form('solar')?.draft?.authors).toEqual(['ada', 'git Dev'])

  const released = await studio.release('solar', as(studio, 'eva'))
  expect(released).toMatchObject({ ok: true, release: { number: 1, commit: git('rev-parse', 'HEAD') } })
  expect(git('log', '-1', '--format=%an <%ae>%n%cn <%ce>%n%B')).toBe(
    'Ada  Love  Lace <>\nEva <>\nPut live: solar\n\nShorter; $(touch x)\n\nChecked and proven: no findings.\n\n' +
      'Studio-release: 1\nWritten-by: Ada <Love> Lace\nWritten-by: git Dev\nPut-live-by: Eva',
  )
  expect(git('status', '--porcelain')).toBe('')
  expect(git('branch', '--list', 'studio/*')).toBe('')
  // What others staged or wrote stays theirs.
  write('definitions/site.json', `${text('definitions/site.json')}\n`)
  git('add', 'definitions/site.json')
  expect(await studio.takeBack(1, 'eva')).toMatchObject({ ok: true })
  expect(git('log', '-1', '--format=%an %s', '--name-only')).toBe(`Eva Take back: solar\n\n${own}\n${german}`)
  expect([git('status', '--porcelain'), text(own)]).toEqual(['M  definitions/site.json', before[0]])
  expect(git('branch', '--list', 'studio/*', '--format=%(refname:short)')).toBe('studio/solar')
  await studio.discard('solar', as(studio, 'ada'))
  expect(git('branch', '--list', 'studio/*')).toBe('')
  expect(failures).toEqual([])
  git('fsck', '--strict', '--no-dangling')
})

test('what keeps git from a commit is said before anything is replaced, or the commit is made later', async () => {
  const there = await repository()
  const { git, text, top } = there
  const before = text(own)
  const { studio, failures } = await opened(there)
  studio.write('solar', 'ada', { [own]: titled(before, 'Solar roofs') })
  await studio.follow('solar')
  const refused = async () => {
    const made = await studio.release('solar', as(studio, 'eva'))
    expect([text(own), studio.form('solar')?.texts.get(own)]).toEqual([before, titled(before, 'Solar roofs')])
    return made.ok || made.reason !== 'git' ? made : made.obstacle.reason
  }
  const lock = join(top, '.git/index.lock')
  writeFileSync(lock, '')
  expect(await refused()).toBe('locked')
  rmSync(lock)
  git('checkout', '--quiet', '--detach')
  expect(await refused()).toBe('detached')
  git('checkout', '--quiet', 'main')
  writeFileSync(join(top, '.git/MERGE_HEAD'), `${git('rev-parse', 'HEAD')}\n`)
  expect(await refused()).toBe('unfinished')
  rmSync(join(top, '.git/MERGE_HEAD'))
  execFileSync('mv', [join(top, '.git'), join(there.folder, 'away')])
  expect(await refused()).toBe('unreadable')
  execFileSync('mv', [join(there.folder, 'away'), join(top, '.git')])

  // The repository is rewritten: the draft is still there, and its branch begins again.
  git('branch', '-D', 'studio/solar')
  git('commit', '--quiet', '--amend', '-m', 'Rewritten')
  git('reflog', 'expire', '--expire=now', '--all')
  git('gc', '--quiet', '--prune=now')
  expect(studio.form('solar')?.texts.get(own)).toBe(titled(before, 'Solar roofs'))
  studio.write('solar', 'ada', { [own]: titled(before, 'Roofs') })
  await studio.follow('solar')
  expect(git('log', '--format=%s', 'studio/solar')).toBe('Draft of solar\nRewritten')

  // A lock that comes after all was looked at: it is live, and committed when the lock is gone.
  const ref = join(top, '.git/refs/heads/main.lock')
  mkdirSync(join(top, '.git/refs/heads'), { recursive: true })
  writeFileSync(ref, '')
  const made = await studio.release('solar', as(studio, 'eva'))
  expect(made).toMatchObject({ ok: true, release: { state: 'live', due: { reason: 'locked', detail: ref } } })
  expect([text(own), git('log', '-1', '--format=%s')]).toEqual([titled(before, 'Roofs'), 'Rewritten'])
  rmSync(ref)
  await studio.close()
  const again = await opened(there)
  expect(again.studio.releases('solar')[0]).toMatchObject({ state: 'live', commit: git('rev-parse', 'HEAD') })
  expect([git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual(['Put live: solar', ''])
  expect([...failures, ...again.failures]).toEqual([])

  // A draft is found again by its branch alone.
  again.studio.write('solar', 'ada', { [own]: titled(before, 'Third') })
  await again.studio.follow('solar')
  await again.studio.close()
  rmSync(join(there.folder, 'studio/drafts'), { recursive: true })
  const { studio: found } = await opened(there)
  await found.followAll()
  expect(found.form('solar')?.texts.get(own)).toBe(titled(before, 'Third'))
}, 60_000)

test('a folder that git does not have, or is not to see, keeps copies', async () => {
  const there = await repository()
  const { git } = there
  writeFileSync(join(there.top, '.gitignore'), '/definitions/\n')
  const { studio } = await opened(there)
  studio.write('solar', 'ada', { [own]: titled(there.text(own), 'Roofs') })
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ ok: true })
  expect([studio.releases('solar')[0]?.commit, git('branch', '--list', 'studio/*')]).toEqual([undefined, ''])
  expect(git('log', '-1', '--format=%s')).toBe('First')
})

const kills = process.env.TESTS === 'night' ? 200 : 4

test('whenever a server and its git are killed, files are old or new, and the repository is sound', async () => {
  const there = await repository()
  const { git, text, top } = there
  const before = [text(own), text(german)]
  const after = [titled(before[0] ?? '', 'Solar roofs'), titled(before[1] ?? '', 'Solardächer')]
  const first = await opened(there)
  first.studio.write('solar', 'ada', { [own]: after[0] ?? '', [german]: after[1] ?? '' })
  await first.studio.close()
  const script = join(import.meta.dirname, 'testing/save-until-killed.ts')
  for (let count = 0; count < kills; count++) {
    const args = [script, top, 'release', join(there.folder, 'studio')]
    const child = spawn(process.execPath, args, { detached: true })
    const said: string[] = []
    child.stderr.on('data', (data) => said.push(String(data)))
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    await sleep(Math.random() * 150)
    const isOver = once(child, 'exit')
    if (child.exitCode === null) {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await isOver
    }
    expect(said.join('')).toBe('')
    const { studio, failures } = await opened(there)
    const left = ['*.lock', '*.saving', 'git-index.*', 'git-is-locking'].flatMap((name) => ['-o', '-name', name])
    expect(execFileSync('find', [there.folder, ...left.slice(1)], { encoding: 'utf8' })).toBe('')
    git('fsck', '--strict', '--no-dangling')
    expect([before, after]).toContainEqual([text(own), text(german)])
    expect([failures, git('status', '--porcelain')]).toEqual([[], ''])
    const [last] = studio.releases('solar')
    if (last?.state === 'live') await studio.takeBack(last.number, 'ada')
    expect(studio.form('solar')?.texts.get(german)).toBe(after[1])
    expect(git('status', '--porcelain')).toBe('')
    await studio.close()
  }
}, 1_800_000)

test.each([
  ['its id', String(spawnSync('true').pid)],
  ['nothing yet', ''],
])('what a killed server locked is free at the next start, where it had written down %s', async (_, said) => {
  const there = await repository()
  const [marker, lock] = [join(there.folder, 'studio/git-is-locking'), join(there.top, '.git/index.lock')]
  mkdirSync(join(there.folder, 'studio'))
  const before = new Date(Date.now() - 10_000)
  for (const [file, text] of [
    [marker, said],
    [lock, ''],
  ] as const) {
    writeFileSync(file, text)
    utimesSync(file, before, before)
  }
  await opened(there)
  expect([existsSync(marker), existsSync(lock)]).toEqual([false, false])
})

test('a repository that is rewritten by hand while a draft is open loses nothing, and nothing of it is overwritten', async () => {
  const there = await repository()
  const { git, text, write } = there
  const before = text(own)
  git('checkout', '--quiet', '-b', 'campaign')
  const campaign = titled(before, 'Campaign')
  write(own, campaign)
  git('commit', '--quiet', '-am', 'Campaign')
  const { studio, failures } = await opened(there)
  const mine = titled(campaign, 'Mine')
  studio.write('solar', 'ada', { [own]: mine })
  await studio.follow('solar')
  const shown = () => [studio.form('solar')?.texts.get(own), studio.form('solar')?.overtaken, text(own)]
  // Another branch is checked out: what it has is shown next to the draft, and not overwritten.
  git('checkout', '--quiet', 'main')
  expect(shown()).toEqual([mine, [own], before])
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ ok: false, reason: 'changed' })
  expect(shown()).toEqual([mine, [own], before])
  // A commit is thrown away.
  git('checkout', '--quiet', 'campaign')
  expect(shown()).toEqual([mine, [], campaign])
  git('reset', '--quiet', '--hard', 'HEAD~1')
  expect(shown()).toEqual([mine, [own], before])
  // A rebase stops at a conflict: nothing goes live until it is ended.
  const theirs = titled(before, 'Theirs')
  write(own, theirs)
  git('commit', '--quiet', '-am', 'Theirs')
  git('checkout', '--quiet', 'main')
  write(own, titled(before, 'Main'))
  git('commit', '--quiet', '-am', 'Main')
  expect(() => git('rebase', '--quiet', 'main', 'campaign')).toThrow()
  const conflict = text(own)
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ obstacle: { reason: 'unfinished' } })
  expect([studio.form('solar')?.texts.get(own), text(own)]).toEqual([mine, conflict])
  git('rebase', '--abort')
  // Its author has seen both, and decides.
  expect(shown()).toEqual([mine, [own], theirs])
  await studio.accept('solar', studio.form('solar')?.review ?? '')
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ ok: true })
  expect([text(own), git('status', '--porcelain'), git('log', '-2', '--format=%s')]).toEqual([
    mine,
    '',
    'Put live: solar\nTheirs',
  ])
  expect(failures).toEqual([])
  git('fsck', '--strict', '--no-dangling')
})

test('what both sides change in a draft is merged place by place, and a place that both change is shown as both have it', async () => {
  const there = await repository()
  const { git, text } = there
  const before = text(own)
  const changed = (said: string, ...values: [string, string][]) =>
    edited(
      said,
      values.map(([path, value]) => ({ path: path.split('.'), value })),
    )
  const { studio, failures } = await opened(there)
  studio.write('solar', 'ada', { [own]: titled(before, 'First') })
  await studio.follow('solar')
  const tree = join(there.folder, 'tree')
  git('worktree', 'add', '--quiet', tree, 'studio/solar')
  const label = 'steps.home.fields.residence.title'
  writeFileSync(join(tree, own), changed(titled(before, 'Theirs'), ['description', 'By hand.'], [label, 'Theirs?']))
  git('-C', tree, 'commit', '--quiet', '-am', 'By hand')
  git('worktree', 'remove', '--force', tree)
  studio.write('solar', 'ada', { [own]: changed(titled(before, 'Ours'), ['steps.home.title', 'At home']) })
  await studio.follow('solar')
  const { texts, draft } = studio.form('solar') ?? {}
  expect(texts?.get(own)).toBe(
    changed(titled(before, 'Ours'), ['steps.home.title', 'At home'], ['description', 'By hand.'], [label, 'Theirs?']),
  )
  expect(draft?.conflicts).toEqual([{ name: own, path: 'title', before: 'Ours', after: 'Theirs', author: 'Dev' }])
  expect(git('show', `studio/solar:${own}`)).toContain('"Ours"')
  expect(git('log', '--format=%s', '-2', 'studio/solar')).toBe('Draft of solar\nBy hand')
  await studio.accept('solar', studio.form('solar')?.review ?? '')
  expect(studio.form('solar')?.draft?.conflicts).toEqual([])
  expect(failures).toEqual([])
})
