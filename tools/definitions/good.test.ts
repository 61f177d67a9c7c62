import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { runHere } from '../testing/run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadwright-good-'))
const broken = 'locales/de/forms/solar.json'
beforeAll(() => {
  writeTree(folder, { ...smallTree, [broken]: smallTree[broken]?.replace('"title"', '"titel"') ?? '' })
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: string[]) {
  const folders = ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
  return runHere([...args, ...folders], { DATA_DIR: join(folder, 'data') })
}
const mistake = /solar\.json:2:3 Nothing uses the text titel\./

test('a missing translation keeps nobody from looking at and proving other forms', async () => {
  const shown = await run('resolve', 'form', 'letter')
  expect(shown).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: 'letter' })
  expect(await run('prove', 'letter')).toMatchObject({ status: 0, stderr: '' })
  expect(await run('resolve', 'form', 'solar')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(mistake),
  })
  expect(await run('prove', 'solar')).toMatchObject({ status: 1, stdout: expect.stringMatching(mistake) })
  // A variant is nothing without its base, so its base is what is to be corrected.
  expect(await run('resolve', 'form', 'solar_2')).toMatchObject({ status: 1, stderr: expect.stringMatching(mistake) })
})

test('nor from working on leads', async () => {
  expect(await run('partners', 'key', 'acme')).toMatchObject({ status: 0, stderr: '' })
  expect(await run('leads', 'expire')).toMatchObject({ status: 0, stderr: '' })
  expect(await run('funnel', 'letter')).toMatchObject({
    status: 1,
    stderr: 'No visitors saw the form in the last 30 days.\n',
  })
})
