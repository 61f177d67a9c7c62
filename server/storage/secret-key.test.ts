import { expect, test } from 'vitest'
import { readConfig } from '../config/index.ts'
import { openSecretKey } from './settings.ts'
import { temporaryPlace, temporaryStorage } from './testing/temporary-storage.ts'

test('the key is made once and kept in storage, also when several servers start at a time', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const hashes = await Promise.all([...storages, ...storages].map((storage) => openSecretKey(storage, null)))
  const [first] = hashes.map((hash) => hash('contact', 'ada@example.com'))
  expect(first).toMatch(/^[\w-]{43}$/)
  for (const hash of hashes) expect(hash('contact', 'ada@example.com')).toBe(first)
  const another = await openSecretKey(await temporaryStorage(), null)
  expect(another('contact', 'ada@example.com')).not.toBe(first)
})

test('the key of the environment goes before the kept one, and hashes for two purposes differ', async () => {
  const storage = await temporaryStorage()
  const hash = await openSecretKey(storage, 'a-key-from-the-environment-000000')
  expect(hash('contact', 'ada')).toBe(
    (await openSecretKey(await temporaryStorage(), 'a-key-from-the-environment-000000'))('contact', 'ada'),
  )
  expect(hash('contact', 'ada')).not.toBe((await openSecretKey(storage, null))('contact', 'ada'))
  expect(hash('contact', 'ada')).not.toBe(hash('erasure', 'ada'))
  expect(hash('a', 'bc')).not.toBe(hash('ab', 'c'))
})

test('a short SECRET_KEY is refused without being shown', () => {
  const read = readConfig({ SECRET_KEY: 'too-short' })
  expect(read).toMatchObject({ ok: false, problems: [expect.stringContaining('at least 32 characters')] })
  expect(JSON.stringify(read)).not.toContain('too-short')
})
