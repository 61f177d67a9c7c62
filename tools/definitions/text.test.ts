import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { runHere } from '../testing/run-here.ts'

async function prepare() {
  const box = await sandbox()
  onTestFinished(() => box.remove())
  const run = (...args: string[]) => {
    const folders = ['--definitions', box.definitions, '--locales', box.locales]
    return runHere(['text', ...folders, ...args], {})
  }
  return { box, run }
}

test('what reads wrong is a line with what to do, and confirming does not hide it', async () => {
  const { box, run } = await prepare()
  await box.edit('locales/fr/forms/call-back.json', 'Quel jour vous convient\u00a0?', 'Quel jour vous convient ?')
  const line = expect.stringMatching(
    /^fr {2}typography {2}[^ ]+fr\/forms\/call-back\.json {2}steps\.call\.fields\.callDay\.title {2}“Quel jour vous convient \?” {2}Use a no-break space .*\n$/,
  )
  expect(await run()).toMatchObject({ status: 1, stdout: line })
  expect((await run('--confirm')).stdout).toBe('')
  expect(await run()).toMatchObject({ status: 1, stdout: line })
  await box.edit('locales/allowed/texts.json', '"typography"', '"typographie"')
  expect(await run()).toMatchObject({ status: 1, stderr: expect.stringContaining('locales/allowed/texts.json:') })
})

test('a fresh translation is one line with what to do; missing texts are written into it on demand', async () => {
  const { box, run } = await prepare()
  await rm(join(box.locales, 'de/confirmed'), { recursive: true })
  expect(await run('--locale', 'de')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^de {2}\d{3,} translations are not confirmed yet\. If they match their sources, run: npx leadwright text --locale de --confirm\n$/,
    ),
  })
  await box.edit(
    'definitions/forms/home-insurance.json',
    '"title": "Your home"',
    '"title": "Your home", "description": "Where you live."',
  )
  expect((await run('--locale', 'de', '--write')).stdout).toContain(
    `forms/home-insurance.json written, with 1 text to translate\nTranslate the texts marked "TODO:" and remove the mark.`,
  )
  expect(JSON.parse(await box.read('locales/de/forms/home-insurance.json')).steps.housing.description).toBe(
    'TODO: Where you live.',
  )
})
