import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { demoKeyFile, hasKey, verifyKey } from './keys.ts'

const now = () => Date.parse('2026-11-20T10:00:00Z')
const partners = { demo: { deliveries: { feed: { kind: 'pull' } } } as unknown as PartnerDefinition }

test('the demo key is written to a folder that is made for it, once, for its owner alone', async () => {
  const storage = await temporaryStorage()
  // With the leads in PostgreSQL nobody has made the folder before.
  const dataDir = join(dirname(await temporaryFile()), 'not', 'there')
  const file = join(dataDir, 'demo.key')
  expect(await demoKeyFile(storage, partners, dataDir, now)).toEqual({ ok: true, file })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  const key = await readFile(file, 'utf8')
  expect(await verifyKey(storage, key.trim())).toBe('demo')
  expect(await demoKeyFile(storage, partners, dataDir, now)).toEqual({ ok: true, file })
  expect(await readFile(file, 'utf8')).toBe(key)
})

test('where the file cannot be written no key is made, so that the next start can', async () => {
  const storage = await temporaryStorage()
  const dataDir = join(dirname(await temporaryFile()), 'a-file')
  await writeFile(dataDir, '')
  expect(await demoKeyFile(storage, partners, dataDir, now)).toEqual({
    ok: false,
    reason: expect.stringContaining('Check DATA_DIR'),
  })
  expect(await hasKey(storage, 'demo')).toBe(false)
})

test('a key file left from a start that broke off is written anew', async () => {
  const storage = await temporaryStorage()
  const dataDir = join(dirname(await temporaryFile()), 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'demo.key'), 'lw_of_nobody\n')
  await demoKeyFile(storage, partners, dataDir, now)
  expect(await verifyKey(storage, (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim())).toBe('demo')
  expect((await stat(join(dataDir, 'demo.key'))).mode & 0o777).toBe(0o600)
})
