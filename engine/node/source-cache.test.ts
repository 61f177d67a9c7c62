import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesIn } from './disk-files.ts'
import { readFolder } from './read-sources.ts'
import { SourceCache } from './source-cache.ts'

/** Two definitions, an article's text, a name that is refused, and a file that is not read. */
const names = ['forms/loan.json', 'pages/loan.json', 'blog/saving/en.md', 'forms/loan.yaml', 'forms/notes.txt']
const texts = ['{ "title": "Loan" }', '{ "title": ', 'x'.repeat(1_000_001)]

const name = fc.constantFrom(...names)
const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name, text: fc.constantFrom(...texts) }),
  fc.record({ kind: fc.constant('remove' as const), name }),
  fc.record({ kind: fc.constant('touch' as const), name, at: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ kind: fc.constant('move' as const), name, to: name }),
)

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function make(folder: string, each: Change): void {
  const path = join(folder, each.name)
  if (each.kind === 'write') writeFileSync(path, each.text)
  else if (!existsSync(path)) return
  else if (each.kind === 'remove') rmSync(path)
  else if (each.kind === 'touch') utimesSync(path, each.at, each.at)
  else renameSync(path, join(folder, each.to))
}

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-cache-'))
  for (const inner of ['forms', 'pages', 'blog/saving']) mkdirSync(join(folder, inner), { recursive: true })
  return folder
}

/** Takes in what changed in a folder. */
async function look(cache: SourceCache, folder: string) {
  await cache.take(new Map([[folder, changesIn(folder, cache.stamps().get(folder))]]))
  return cache.files(folder)
}

const said = (files: Awaited<ReturnType<typeof readFolder>>) =>
  files.map(({ file, parts, parsed: { text, value, mistakes } }) => ({ file, parts, text, value, mistakes }))

test('after any changes a folder says the same as one that is read for the first time, and unchanged files stay the same objects', async () => {
  const burst = fc.array(change, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 8 }), async (bursts) => {
      const folder = folderOf()
      const cache = new SourceCache()
      let before = await look(cache, folder)
      for (const changes of bursts) {
        for (const each of changes) make(folder, each)
        const now = await look(cache, folder)
        expect(said(now)).toEqual(said(await readFolder(folder)))
        for (const found of now) {
          const known = before.find(({ file }) => file === found.file)
          if (known && known.parsed.text === found.parsed.text && found.parsed.mistakes.length === 0)
            expect(found).toBe(known)
        }
        before = now
      }
      rmSync(folder, { recursive: true })
    }),
    { numRuns: 60 },
  )
})

test('a file that vanished counts as it was for a moment, and is the same one when it comes back', async () => {
  const folder = folderOf()
  const [path, aside] = [join(folder, 'forms/loan.json'), join(folder, 'forms/loan.txt')]
  writeFileSync(path, '{}')
  const cache = new SourceCache(60_000)
  const first = await look(cache, folder)
  renameSync(path, aside)
  expect(await look(cache, folder)).toEqual(first)
  expect(cache.isWaiting).toBe(true)
  renameSync(aside, path)
  const [back] = await look(cache, folder)
  expect(back).toBe(first[0])
  expect(cache.isWaiting).toBe(false)
  rmSync(folder, { recursive: true })
})
