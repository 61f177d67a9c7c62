import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eraseLeads } from '../../leads/erase.ts'
import { listLeads } from '../../leads/list-leads.ts'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../../leads/testing/sample-lead.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'
import { compactSqlite } from './sqlite-backup.ts'

test('a database that was written anew holds no byte of what was erased, and everything else', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const named = (name: string) =>
    sampleLead({
      answers: { name: `${name} ${'x'.repeat(2000)}` },
      deliveries: [sampleDelivery('acme', 'webhook', { name })],
    })
  // All at once, so that rows move between pages.
  await Promise.all(
    Array.from({ length: 500 }, (_, index) => storeLead(storage, named(index % 50 === 0 ? 'Hopper' : 'Lovelace'))),
  )
  const all = await listLeads(storage, { limit: 500 })
  const ids = all.filter(({ answers }) => String(answers.name).startsWith('Lovelace')).map(({ id }) => id)
  await eraseLeads(storage, ids, Date.now())
  expect(compactSqlite(file)).toBeNull()
  for (const suffix of ['', '-wal'])
    expect((await readFile(file + suffix).catch(() => Buffer.alloc(0))).includes('Lovelace'), suffix).toBe(false)
  await storeLead(storage, named('Hopper'))
  const left = (await listLeads(storage, { limit: 600 })).filter(({ answers }) => answers.name !== undefined)
  expect(left).toHaveLength(11)
  expect(compactSqlite(`${file}.none`)).toMatch(/There is no database/)
})
