import { expect, test } from 'vitest'
import { activate } from '../../leads/deliveries.ts'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleLead } from '../../leads/testing/sample-lead.ts'
import { mailToVisitor } from '../../mail/write-mail.ts'
import { temporaryStorage } from '../testing/temporary-storage.ts'

test('statements that were prepared while the tables were empty look things up by their indexes all the same', async () => {
  const storage = await temporaryStorage()
  // Counted by the database from time to time only, which would give statements another plan.
  await storage.atomic([{ sql: 'ALTER TABLE leads SET (autovacuum_enabled = false)', parameters: [] }])
  const lead = (key: number) => sampleLead({ idempotencyKey: `key ${key}`, keyScope: `scope ${key}` })
  for (let key = 0; key < 300; key++) await storeLead(storage, lead(key))
  const scans = async () => {
    const sql = `SELECT pg_stat_force_next_flush(), pg_stat_get_tuples_returned('leads'::regclass) AS read`
    return Number((await storage.atomic([{ sql, parameters: [] }]))[0]?.[0]?.read)
  }
  await scans()
  const before = await scans()
  for (let key = 300; key < 400; key++) await storeLead(storage, lead(key))
  await scans()
  expect((await scans()) - before).toBeLessThan(100)
})

test('messages for a later time cost nothing until then', async () => {
  const storage = await temporaryStorage()
  await storage.atomic([{ sql: 'ALTER TABLE deliveries SET (autovacuum_enabled = false)', parameters: [] }])
  for (let number = 0; number < 300; number++) {
    const message = mailToVisitor('reminder', { to: 'ada@example.com', deferred: 'reminder' })
    await storeLead(storage, sampleLead({ mails: [{ message, address: `${number}`, notBefore: 1e13 }] }))
  }
  const read = async () => {
    const sql = `SELECT pg_stat_force_next_flush(), pg_stat_get_tuples_returned('deliveries'::regclass) AS read`
    return Number((await storage.atomic([{ sql, parameters: [] }]))[0]?.[0]?.read)
  }
  await read()
  const before = await read()
  for (let poll = 0; poll < 50; poll++) await activate(storage, 1)
  await read()
  expect((await read()) - before).toBeLessThan(50)
})
