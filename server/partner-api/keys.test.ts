import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { createKey, hasKey, revokeKey, verifyKey } from './keys.ts'

const now = () => Date.parse('2026-11-20T10:00:00Z')

test('a key verifies as its partner, and is stored as a hash only', async () => {
  const storage = await temporaryStorage()
  const { id, key } = await createKey(storage, 'acme', now)
  expect(key).toMatch(/^lw_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/)
  expect(await verifyKey(storage, key)).toBe('acme')
  const [rows] = await storage.atomic([{ sql: 'SELECT * FROM partner_keys', parameters: [] }])
  expect(rows).toMatchObject([{ id, partner: 'acme', created_at: '2026-11-20T10:00:00.000Z', revoked_at: null }])
  expect(JSON.stringify(rows)).not.toContain(key.slice(-43))
})

test('a key with a known id and another secret does not verify', async () => {
  const storage = await temporaryStorage()
  const { key } = await createKey(storage, 'acme', now)
  const other = (await createKey(storage, 'other', now)).key
  expect(await verifyKey(storage, key.slice(0, -43) + other.slice(-43))).toBeNull()
})

test.each(['', 'lw_', 'lw_0123456789abcdef_short', `lw_0123456789abcdef_${'a'.repeat(44)}`, `lw_x_${'a'.repeat(43)}`])(
  'what is no key (%s) is refused without asking storage',
  async (key) => {
    const storage = await temporaryStorage()
    await storage.close() // A call would reject now.
    expect(await verifyKey(storage, key)).toBeNull()
  },
)

test('a revoked key no longer verifies, and the partner has none', async () => {
  const storage = await temporaryStorage()
  expect(await hasKey(storage, 'acme')).toBe(false)
  const { id, key } = await createKey(storage, 'acme', now)
  expect(await hasKey(storage, 'acme')).toBe(true)
  expect(await revokeKey(storage, id, now)).toBe(true)
  expect(await revokeKey(storage, id, now)).toBe(false)
  expect(await verifyKey(storage, key)).toBeNull()
  expect(await hasKey(storage, 'acme')).toBe(false)
})
