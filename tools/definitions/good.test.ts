import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, sandbox } from '#engine/node/testing/sandbox.ts'

let box: Sandbox
beforeAll(async () => {
  box = await sandbox()
  await box.edit('locales/de/forms/energy.json', '"title": "', '"titel": "')
})
afterAll(() => box.remove())

function run(...args: string[]) {
  const folders = ['--definitions', box.definitions, '--locales', box.locales]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../leadwright.ts'), ...args, ...folders],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: join(box.definitions, '../data') } },
  )
  return { status, stdout, stderr }
}
const mistake = /energy\.json:2:3 Nothing uses the text titel\./

test('a missing translation keeps nobody from looking at and proving other forms', () => {
  const shown = run('show', 'form', 'loan')
  expect(shown).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: 'loan' })
  expect(run('prove', 'loan')).toMatchObject({ status: 0, stderr: '' })
  expect(run('show', 'form', 'energy')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(mistake) })
  expect(run('prove', 'energy')).toMatchObject({ status: 1, stdout: expect.stringMatching(mistake) })
  // A variant is nothing without its base, so its base is what is to be corrected.
  expect(run('show', 'form', 'energy_2')).toMatchObject({ status: 1, stderr: expect.stringMatching(mistake) })
})

test('nor from working on leads', () => {
  expect(run('partners', 'key', 'demo')).toMatchObject({ status: 0, stderr: '' })
  expect(run('leads', 'expire')).toMatchObject({ status: 0, stderr: '' })
  expect(run('funnel', 'loan')).toMatchObject({ status: 1, stderr: 'Nobody saw the form in the last 30 days.\n' })
})
