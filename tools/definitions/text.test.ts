import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '#engine/node/testing/sandbox.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')

test('a fresh translation is one line with what to do; missing texts are written into it on demand', async () => {
  const box = await sandbox()
  onTestFinished(() => box.remove())
  const run = (...args: string[]) => {
    const folders = ['--definitions', box.definitions, '--locales', box.locales]
    return spawnSync(process.execPath, [leadwright, 'text', ...folders, ...args], { encoding: 'utf8' })
  }
  await rm(join(box.locales, 'de/confirmed'), { recursive: true })
  expect(run('--locale', 'de')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^de {2}\d{3,} translations are not confirmed yet\. When they say what their sources say: npx leadwright text --locale de --confirm\n$/,
    ),
  })
  await box.edit(
    'definitions/forms/home-insurance.json',
    '"title": "Your home"',
    '"title": "Your home", "description": "Where you live."',
  )
  expect(run('--locale', 'de', '--write').stdout).toContain(
    `forms/home-insurance.json written, with 1 text to translate\nTranslate what follows "TODO:".`,
  )
  expect(JSON.parse(await box.read('locales/de/forms/home-insurance.json')).steps.housing.description).toBe(
    'TODO: Where you live.',
  )
})
