import { expect, test } from 'vitest'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { formVersions, grace } from './form-versions.ts'

const version = (hash: string) => ({ hash, form: { id: 'pets', locale: 'en', title: hash } }) as unknown as FormVersion
const catalogOf = (hash: string) => ({ versions: () => [version(hash)] }) as unknown as Catalog

test('a superseded form can be finished for 24 hours, also by the next process', async () => {
  const storage = await temporaryStorage()
  let now = 1_000_000
  const versions = formVersions(storage, () => now)
  await versions.remember(version('a'))
  await versions.remember(version('a'))
  await versions.supersede(catalogOf('b'))
  await versions.remember(version('b'))
  now += grace - 1
  const restarted = formVersions(storage, () => now)
  await restarted.supersede(catalogOf('b'))
  expect(await restarted.find('pets', 'en', 'a')).toEqual(version('a'))
  expect(await restarted.find('pets', 'de', 'a')).toBeNull()
  expect(await restarted.find('pets', 'en', 'x')).toBeNull()
  now += 1
  expect(await restarted.find('pets', 'en', 'a')).toBeNull()
  expect(await restarted.find('pets', 'en', 'b')).toEqual(version('b'))
  await restarted.supersede(catalogOf('b'))
  const [rows] = await storage.atomic([{ sql: 'SELECT hash FROM form_versions', parameters: [] }])
  expect(rows).toEqual([{ hash: 'b' }])
})

test('a definition that is changed back is current again', async () => {
  const storage = await temporaryStorage()
  let now = 0
  const versions = formVersions(storage, () => now)
  await versions.remember(version('a'))
  await versions.supersede(catalogOf('b'))
  await versions.remember(version('a'))
  now = 2 * grace
  await versions.supersede(catalogOf('a'))
  expect(await versions.find('pets', 'en', 'a')).toEqual(version('a'))
})
