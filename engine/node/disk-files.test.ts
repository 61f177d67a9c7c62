import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileAt } from './disk-files.ts'
import { loadSite, problemLine } from './load.ts'
import { loadRevision } from './revision/load-revision.ts'
import { tariffTree } from './testing/mistakes/of-tariffs.ts'
import { smallTree } from './testing/small-tree.ts'
import { writeTree } from './testing/write-tree.ts'

let home: string
let definitions: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'leadwright-disk-'))
  definitions = join(home, 'definitions')
  writeTree(home, smallTree)
})
afterEach(() => rmSync(home, { recursive: true }))

/** What keeps files from being read, by their names below the folder of definitions. */
async function refusals(): Promise<string[]> {
  const loaded = await loadSite({ definitions, locales: join(home, 'locales') })
  return loaded.ok ? [] : loaded.problems.map(problemLine).map((line) => line.replace(/^.*?\/definitions\//, ''))
}

const link = (target: string, name: string) => symlinkSync(target, join(definitions, name))

test('a file of 200 MB is refused without being read, and named with its size and the limit', async () => {
  writeFileSync(join(definitions, 'forms/huge.json'), '')
  truncateSync(join(definitions, 'forms/huge.json'), 200_000_000)
  const before = process.memoryUsage().rss
  expect(await refusals()).toEqual([
    'forms/huge.json:1:1 This file has 200.0 MB, and the largest that is read has 1 MB. Make it smaller, or remove it.',
  ])
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test('a file that has grown since it was looked at is read up to the limit only', () => {
  // The kernel says that it has no byte, and gives several million.
  expect(fileAt('/proc/kallsyms', undefined)).toMatchObject({ text: null, refusal: expect.stringContaining('1.1 MB') })
})

test('tables are CSV in their own folder, and nothing else is', async () => {
  writeTree(home, tariffTree)
  expect(await refusals()).toEqual([])
  writeFileSync(join(definitions, 'partners/prices.csv'), 'a,b\n1,2\n')
  writeFileSync(join(definitions, 'tariffs/prices.json'), '{}')
  expect(await refusals()).toEqual([
    'partners/prices.csv:1:1 A .csv file is read only in tariffs/, so this one has no effect. Move it there, or remove it.',
    'tariffs/prices.json:1:1 Only .csv files are read here, so this one has no effect. Write the table as CSV, or remove this file.',
  ])
  rmSync(join(definitions, 'partners/prices.csv'))
  rmSync(join(definitions, 'tariffs/prices.json'))
  const latin = Buffer.from(String(tariffTree['definitions/tariffs/solar.csv']).replace('A*', '\u00c9*'), 'latin1')
  writeFileSync(join(definitions, 'tariffs/solar.csv'), latin)
  expect(await refusals()).toEqual([expect.stringMatching(/^tariffs\/solar\.csv:4:19 This file is not UTF-8 text/)])
})

test('links are followed to files in the folder, as a mounted config map has them, and no others', async () => {
  // Kubernetes: forms -> ..data/forms, and ..data is turned to another folder at once.
  mkdirSync(join(definitions, '..v1'))
  renameSync(join(definitions, 'forms'), join(definitions, '..v1/forms'))
  renameSync(join(definitions, 'site.json'), join(definitions, '..v1/site.json'))
  link('..v1', '..data')
  link('..data/forms', 'forms')
  link('..data/site.json', 'site.json')
  renameSync(definitions, join(home, 'elsewhere'))
  symlinkSync('elsewhere', definitions)
  expect(await refusals()).toEqual([])

  writeFileSync(join(home, 'outside.json'), '{}')
  mkdirSync(join(home, 'more'))
  link(join(home, 'outside.json'), 'groups/outside.json')
  link('../../more', 'groups/more')
  link('gone.json', 'groups/nowhere.json')
  link('round.json', 'groups/round.json')
  link('..', 'groups/up')
  link('notes.txt', 'groups/notes.txt')
  const out =
    'This is a symbolic link that leads out of the folder, so it is not followed. Copy what it leads to in its place.'
  const nowhere = 'This is a symbolic link that leads nowhere. Put the file in its place, or remove it.'
  expect(await refusals()).toEqual([
    `groups/more:1:1 ${out}`,
    `groups/nowhere.json:1:1 ${nowhere}`,
    `groups/outside.json:1:1 ${out}`,
    `groups/round.json:1:1 ${nowhere}`,
    'groups/up:1:1 This is a symbolic link to a folder that contains it, so it is not followed. Remove it.',
  ])
})

test('folders that link to one another come to an end', async () => {
  for (const name of ['a', 'b']) mkdirSync(join(definitions, name))
  link('../b', 'a/b')
  link('../a', 'b/a')
  expect((await refusals()).join('\n')).toContain('a folder that contains it')
})

test('what is no file is never opened, and named', async () => {
  execFileSync('mkfifo', [join(definitions, 'forms/pipe.json')])
  link('pipe.json', 'forms/linked.json')
  const server = createServer()
  await new Promise<void>((listening) => server.listen(join(definitions, 'forms/socket.json'), listening))
  try {
    expect(await refusals()).toEqual([
      'forms/linked.json:1:1 This is a named pipe, and only files are read. Remove it.',
      'forms/pipe.json:1:1 This is a named pipe, and only files are read. Remove it.',
      'forms/socket.json:1:1 This is a socket, and only files are read. Remove it.',
    ])
  } finally {
    server.close()
  }
})

test('a revision is read within the same limits', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', home, '-c', 'user.name=a', '-c', 'user.email=a@a', ...args])
  writeFileSync(join(definitions, 'lists/huge.json'), ' '.repeat(2_000_000))
  writeFileSync(join(definitions, 'lists/deep.json'), '['.repeat(200_000))
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'All')
  const loaded = await loadRevision({ definitions, locales: join(home, 'locales') }, 'HEAD')
  const said = JSON.stringify(loaded)
  expect(said).toContain('This file has 2.0 MB')
  expect(said).toContain('This is nested too deeply')
})

test('a folder that holds more than is ever read is refused as a whole', async () => {
  for (let number = 0; number < 51; number++)
    writeFileSync(join(definitions, `lists/l${number}.json`), `{}${' '.repeat(999_000)}`)
  await expect(refusals()).rejects.toThrow(/definitions holds more than 50 MB of definitions/)
  const command = [join(import.meta.dirname, '../../tools/leadwright.ts'), 'check', '--definitions', definitions]
  expect(spawnSync(process.execPath, command, { encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^\S+ holds more than 50 MB of definitions, so nothing of it is read\. [^\n]*\n$/),
  })
})

test('a thread that follows folders loads no package', () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, ...rest) { if (url.includes('node_modules')) console.log(url); return rest.at(-1)(url, rest[0]) } })`
  const flag = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  const said = execFileSync(process.execPath, [flag, join(import.meta.dirname, 'watch.ts')], { encoding: 'utf8' })
  expect(said).toBe('')
})
