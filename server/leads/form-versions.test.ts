import { expect, test } from 'vitest'
import type { FormVersion } from '../../engine/site/form-version.ts'
import type { Site } from '../../engine/site/site.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { formVersions, grace } from './form-versions.ts'
import { storeLead } from './store-lead.ts'
import { sampleLead } from './testing/sample-lead.ts'

const version = (hash: string) =>
  ({ hash, form: { id: 'pets', locale: 'en', title: hash, steps: [] } }) as unknown as FormVersion
const siteOf = (hash: string) => ({ forms: { versions: () => [version(hash)] } }) as unknown as Site
const later = 60 * 60 * 1000

async function hashes(storage: Storage): Promise<unknown[]> {
  const [rows = []] = await storage.atomic([{ sql: 'SELECT hash FROM form_versions ORDER BY hash', parameters: [] }])
  return rows.map(({ hash }) => hash)
}

test('a superseded form can be finished for 24 hours, also by the next process', async () => {
  const storage = await temporaryStorage()
  let now = 1_000_000
  const versions = formVersions(storage, () => now)
  await versions.remember(version('a'))
  await versions.remember(version('a'))
  await versions.supersede(siteOf('b'))
  await versions.remember(version('b'))
  now += grace - 1
  const restarted = formVersions(storage, () => now)
  await restarted.supersede(siteOf('b'))
  expect(await restarted.find('pets', 'en', 'a')).toEqual(version('a'))
  expect(await restarted.find('pets', 'de', 'a')).toBeNull()
  expect(await restarted.find('pets', 'en', 'x')).toBeNull()
  now += 1
  expect(await restarted.find('pets', 'en', 'a')).toBeNull()
  expect(await restarted.find('pets', 'en', 'b')).toEqual(version('b'))
  // What is on its way has long been stored by then.
  now += later
  await restarted.supersede(siteOf('b'))
  expect(await hashes(storage)).toEqual(['b'])
})

test('a definition that is changed back is current again', async () => {
  const storage = await temporaryStorage()
  let now = 0
  const versions = formVersions(storage, () => now)
  await versions.remember(version('a'))
  await versions.supersede(siteOf('b'))
  await versions.remember(version('a'))
  await versions.supersede(siteOf('a'))
  now = 2 * grace
  expect(await versions.find('pets', 'en', 'a')).toEqual(version('a'))
})

test('a lead by a superseded form, and a page shown again, give it no new life', async () => {
  const storage = await temporaryStorage()
  let now = 0
  const versions = formVersions(storage, () => now)
  await versions.remember(version('a'))
  await versions.supersede(siteOf('b'))
  now = grace - 1
  const lead = () => sampleLead({ form: 'pets', locale: 'en', definition: 'a' })
  await storeLead(storage, lead(), [versions.withLead(version('a'), true)])
  await versions.remember(version('a'))
  await storeLead(storage, lead(), [versions.withLead(version('a'), true)])
  now = grace
  expect(await versions.find('pets', 'en', 'a')).toBeNull()
})

test('a lead is stored with its form or not at all, whatever another server removed meanwhile', async () => {
  const storage = await temporaryStorage()
  const versions = formVersions(storage, () => 0)
  await versions.remember(version('a'))
  await storage.atomic([{ sql: 'DELETE FROM form_versions', parameters: [] }])
  const lead = sampleLead({ form: 'pets', locale: 'en', definition: 'a' })
  expect(await storeLead(storage, lead, [versions.withLead(version('a'), true)])).toEqual({
    stored: false,
    existing: null,
  })
  expect(await storeLead(storage, lead, [versions.withLead(version('a'), false)])).toEqual({ stored: true })
  expect(await hashes(storage)).toEqual(['a'])
  // One that could not be written down is not taken for written.
  const broken = formVersions({ ...storage, atomic: () => Promise.reject(new Error('full')) }, () => 0)
  await expect(broken.remember(version('b'))).rejects.toThrow('full')
  expect(broken.withLead(version('b'), true).sql).toMatch(/^insert into "form_versions"/i)
})

test('made-up hashes cost one look a second, however many there are', async () => {
  const storage = await temporaryStorage()
  let calls = 0
  let now = 0
  const counted = {
    ...storage,
    read: (...all: Parameters<Storage['read']>) => {
      calls += 1
      return storage.read(...all)
    },
  }
  const versions = formVersions(counted, () => now)
  const ask = (n: number) => versions.find('pets', 'en', `made up ${n}`)
  expect((await Promise.all(Array.from({ length: 500 }, (_, n) => ask(n)))).every((found) => found === null)).toBe(true)
  expect(calls).toBe(1)
  now = 1000
  await ask(0)
  expect(calls).toBe(2)
  // What another server shows meanwhile is found all the same.
  await formVersions(storage, () => now).remember(version('other'))
  now = 2000
  expect(await versions.find('pets', 'en', 'other')).toEqual(version('other'))
})
