import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepSetting } from '../storage/settings.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { LastGoodKeeper, readLastGood } from './last-good.ts'

test('what an earlier version kept is read in the words of this one, and kept in them', async () => {
  const storage = await temporaryStorage()
  const written = { file: 'definitions/forms/pets.json', locale: null, folder: 'forms', id: 'pets' }
  const german = { file: 'locales/de/forms/pets.json', locale: 'de', folder: 'forms', id: 'pets' }
  const kept = {
    files: [
      { ...written, text: '{ "locales": ["de"], "send": "Go", "steps": {} }' },
      { ...german, text: '{ "send": "Los" }' },
    ],
    ...{ proven: ['a'], unproven: [] },
  }
  await keepSetting(storage, 'last good definitions', gzipSync(JSON.stringify(kept)).toString('base64'))
  const lastGood = await readLastGood(storage)
  expect(lastGood.files.map(({ value }) => value)).toEqual([
    { locales: ['de'], submitLabel: 'Go', steps: {} },
    { submitLabel: 'Los' },
  ])
  expect(lastGood.proven).toEqual(['a'])

  const keeper = new LastGoodKeeper(storage, (error) => expect.unreachable(String(error)))
  keeper.keep(async () => lastGood)
  await keeper.settled()
  const again = await readLastGood(storage)
  expect(again.files.map(({ text }) => text)).toEqual(lastGood.files.map(({ text }) => text))
})

test('what a newer version kept is left to it', async () => {
  const storage = await temporaryStorage()
  const kept = { language: 99, files: [], proven: ['a'], unproven: [] }
  await keepSetting(storage, 'last good definitions', gzipSync(JSON.stringify(kept)).toString('base64'))
  expect(await readLastGood(storage)).toEqual({ files: [], proven: [], unproven: [] })
})
