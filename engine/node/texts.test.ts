import { afterEach, beforeEach, expect, test } from 'vitest'
import { textTasks } from '#engine/catalog/text-report.ts'
import { contentHash } from './hash.ts'
import { parseSources } from './load.ts'
import { readSchemas } from './schemas.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

let box: Sandbox
beforeEach(async () => {
  box = await sandbox()
})
afterEach(() => box.remove())

const tasks = async () => textTasks((await parseSources(box)).sources, readSchemas(), contentHash)

test('nothing is left to do in the repository’s own translations', async () => {
  expect(await tasks()).toEqual([])
})

test('a source that changed makes its translation stale; a new one is missing, a removed one unused', async () => {
  await box.edit(
    'definitions/forms/home-insurance.json',
    '"title": "Your home"',
    '"title": "Your house", "description": "New"',
  )
  await box.edit(
    'definitions/consents/privacy.json',
    '"missing": "You must accept the privacy policy"',
    '"optional": false',
  )
  const file = 'locales/de/forms/home-insurance.json'
  const german = (await tasks())?.filter(({ locale }) => locale === 'de')
  expect(german).toEqual([
    { locale: 'de', file, state: 'stale', path: 'steps.housing.title', text: 'Your house' },
    { locale: 'de', file, state: 'missing', path: 'steps.housing.description', text: 'New' },
    {
      locale: 'de',
      file: 'locales/de/consents/privacy.json',
      state: 'unused',
      path: 'missing',
      text: 'Sie müssen die Datenschutzerklärung akzeptieren',
    },
  ])
})
