import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { suppress } from '../leads/subscriptions.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { backupSqlite } from '../storage/operations/sqlite-backup.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { erasureFile, openErasures, restoreLeads } from './erasures.ts'

async function answersIn(storage: Storage): Promise<string> {
  const [rows = []] = await storage.atomic([{ sql: 'SELECT answers FROM leads', parameters: [] }])
  return JSON.stringify(rows)
}

test('who was erased since the backup does not come back with it, whatever has become of the database', async () => {
  const file = await temporaryFile()
  const place = { dataDir: dirname(file), secretKey: null }
  const storage = await temporaryStorage(file)
  for (const email of ['ada@example.com', 'grace@example.com'])
    await storeLead(storage, sampleLead({ receivedAt: new Date().toISOString(), answers: { email } }))
  const hash = await openSecretKey(storage, null)
  await backupSqlite(file, `${file}.backup`)
  await openErasures(storage, hash, erasureFile(place.dataDir)).email('ada@example.com', Date.now())

  // While the server runs.
  expect(await restoreLeads(`${file}.backup`, place, new Date())).toMatchObject({ ok: true })
  expect(await answersIn(storage)).toContain('grace')
  expect(await answersIn(storage)).not.toContain('ada')
  // The list is lost, and the database still knows.
  await rm(erasureFile(place.dataDir))
  expect(await restoreLeads(`${file}.backup`, place, new Date())).toMatchObject({ ok: true })
  expect(await answersIn(storage)).not.toContain('ada')
  // The database is lost, and the list still knows.
  await storage.close()
  await rm(file)
  expect(await restoreLeads(`${file}.backup`, place, new Date())).toEqual({ ok: true, kept: null })
  const again = await temporaryStorage(file)
  expect(await answersIn(again)).toContain('grace')
  expect(await answersIn(again)).not.toContain('ada')
})

test('who has unsubscribed since the backup stays so, and nothing of it is delivered', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const receivedAt = new Date().toISOString()
  for (const address of ['ada', 'grace'])
    await storeLead(
      storage,
      sampleLead({
        ...{ receivedAt, brand: 'sun', answers: { email: address } },
        ...{ subscription: { address, isHeld: false, asked: null }, deliveries: [sampleDelivery('acme', 'webhook')] },
      }),
    )
  await backupSqlite(file, `${file}.backup`)
  await storage.atomic([suppress({ address: 'ada', brand: 'sun' }, new Date().toISOString())])
  const place = { dataDir: dirname(file), secretKey: null }
  expect(await restoreLeads(`${file}.backup`, place, new Date())).toMatchObject({ ok: true })
  const sql = `SELECT s.address, s.state, d.state AS hook, d.payload <> '' AS whole
    FROM subscriptions s JOIN deliveries d ON d.subject_id = s.lead_id ORDER BY s.address`
  expect(await storage.read([{ sql, parameters: [] }])).toEqual([
    [
      { address: 'ada', state: 'unsubscribed', hook: 'cancelled', whole: 0 },
      { address: 'grace', state: 'confirmed', hook: 'pending', whole: 1 },
    ],
  ])
})
