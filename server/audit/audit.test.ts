import { expect, test } from 'vitest'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { type Deed, endAudit, listAudit, openAudit, verifyAudit } from './audit.ts'

const deed = (changes: Partial<Deed> = {}): Deed => ({
  ...{ who: 'ada', action: 'lead.read', object: 'lead 1', subject: '1' },
  ...changes,
})

async function opened(entries = 5) {
  const storage = await temporaryStorage()
  const hash = await openSecretKey(storage, null)
  const audit = openAudit(storage, hash, () => 0)
  for (let number = 1; number <= entries; number++)
    await audit.record(deed({ object: `lead ${number}`, subject: String(number) }))
  return { storage, hash, audit, verify: (earlier?: string) => verifyAudit(storage, hash, earlier) }
}

const run = (storage: Storage, sql: string) => storage.atomic([{ sql, parameters: [] }])

test('a chain as it was written holds, and entries are listed newest first', async () => {
  const { storage, verify } = await opened()
  expect(await verify()).toEqual({ entries: 5, erased: 0, head: expect.stringMatching(/^5 /), problems: [] })
  expect((await listAudit(storage, { limit: 2 })).map(({ number }) => number)).toEqual([5, 4])
  expect((await listAudit(storage, { limit: 2, before: 2 })).map(({ content }) => content?.object)).toEqual(['lead 1'])
})

test.each([
  ["UPDATE audit SET who = 'eve' WHERE number = 3", 'Entry 3 was altered'],
  [`UPDATE audit SET content = replace(content, 'lead 3', 'lead 9') WHERE number = 3`, 'Entry 3 was altered'],
  ['DELETE FROM audit WHERE number = 3', 'Entries 3 to 3 are missing'],
  ['DELETE FROM audit WHERE number = 5', 'The newest entry was 5, but it is missing'],
  [
    "INSERT INTO audit SELECT 6, at, who, action, subject, content, salt, content_hash, 'x' FROM audit WHERE number = 5",
    'Entry 6',
  ],
  ['UPDATE audit SET number = CASE number WHEN 2 THEN 13 ELSE number END', 'Entries 2 to 2 are missing'],
])('%s is found', async (sql, problem) => {
  const { storage, verify } = await opened()
  await run(storage, sql)
  expect((await verify()).problems.join('\n')).toContain(problem)
})

test('who removes the end and says that it never was is found by an earlier head', async () => {
  const { storage, verify } = await opened()
  const { head } = await verify()
  await run(storage, 'DELETE FROM audit WHERE number > 3')
  const [[row] = []] = await storage.read([{ sql: 'SELECT hash FROM audit WHERE number = 3', parameters: [] }])
  await run(storage, `UPDATE installation SET value = '3 ${row?.hash}' WHERE name = 'audit head'`)
  expect((await verify()).problems).toEqual([])
  expect((await verify(head ?? '')).problems).toEqual(['The entry with the given head is missing.'])
})

test('erasing a lead erases what the audit tells of it, and the chain still holds', async () => {
  const { storage, verify } = await opened()
  await storage.atomic(endAudit(['2', '4']))
  expect(await verify()).toMatchObject({ entries: 5, erased: 2, problems: [] })
  expect((await listAudit(storage, { limit: 9 })).map(({ content }) => content?.object ?? null)).toEqual([
    'lead 5',
    null,
    'lead 3',
    null,
    'lead 1',
  ])
})

test('a deed and its entry are one transaction: neither is there without the other', async () => {
  const { audit, verify } = await opened(1)
  const insert = (id: string) => ({
    sql: "INSERT INTO partner_keys VALUES (?, 'acme', ?, 'now', NULL, NULL)",
    parameters: [id, id],
  })
  await audit.recording(deed({ action: 'key.create' })).atomic([insert('a')])
  await expect(audit.recording(deed()).atomic([insert('a')])).rejects.toThrow()
  const missing = { sql: "EXISTS (SELECT 1 FROM partner_keys WHERE id = 'none')", parameters: [] }
  await audit.recording(deed({ when: missing })).atomic([])
  expect(await verify()).toMatchObject({ entries: 2, problems: [] })
})

test('of two who do the same in one millisecond, only the one who did it has an entry', async () => {
  const { audit, verify } = await opened(1)
  const revoked = { sql: "EXISTS (SELECT 1 FROM partner_keys WHERE id = 'a' AND revoked_at = 'now')", parameters: [] }
  const insert = { sql: "INSERT INTO partner_keys VALUES ('a', 'acme', 'a', 'now', NULL, NULL)", parameters: [] }
  const revoke = {
    sql: "UPDATE partner_keys SET revoked_at = 'now' WHERE id = 'a' AND revoked_at IS NULL",
    parameters: [],
  }
  const revoking = audit.recording(deed({ done: revoked }))
  await revoking.atomic([revoke])
  expect(await verify()).toMatchObject({ entries: 1 })
  await audit.recording(deed()).atomic([insert])
  await Promise.all([1, 2].map(() => revoking.atomic([revoke])))
  expect(await verify()).toMatchObject({ entries: 3, problems: [] })
})

test('two processes that record at the same time keep one chain', async () => {
  const { storage, hash, audit, verify } = await opened(0)
  const other = openAudit(storage, hash, () => 0)
  await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? audit : other).record(deed())))
  expect(await verify()).toMatchObject({ entries: 20, problems: [] })
})

test('after a restore took the newest entries away, the next one follows those that are left', async () => {
  const { storage, audit, verify } = await opened(3)
  const [[row] = []] = await storage.read([{ sql: 'SELECT hash FROM audit WHERE number = 2', parameters: [] }])
  await run(storage, 'DELETE FROM audit WHERE number > 2')
  await run(storage, `UPDATE installation SET value = '2 ${row?.hash}' WHERE name = 'audit head'`)
  await audit.record(deed())
  expect(await verify()).toMatchObject({ entries: 3, problems: [] })
})

test('values are stored as salted hashes: equal ones differ from entry to entry', async () => {
  const { storage, audit } = await opened(0)
  for (let times = 0; times < 2; times++) await audit.record(deed({ before: 'ada@example.com' }))
  const entries = await listAudit(storage, { limit: 2 })
  expect(JSON.stringify(entries)).not.toContain('ada@example.com')
  expect(new Set(entries.map(({ content }) => content?.before)).size).toBe(2)
})
