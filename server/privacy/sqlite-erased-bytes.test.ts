import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eraseLeads } from '../leads/erase.ts'
import { listLeads } from '../leads/list-leads.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { backupSqlite } from '../storage/operations/sqlite-backup.ts'
import type { Storage } from '../storage/storage.ts'
import { steadyLeads } from '../storage/testing/steady-leads.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'

/** How often a text stands in the bytes of a database or of its log. */
async function occurrences(file: string, text: string, suffixes = ['', '-wal']): Promise<number> {
  let count = 0
  for (const suffix of suffixes) {
    const bytes = await readFile(file + suffix).catch(() => Buffer.alloc(0))
    for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) count += 1
  }
  return count
}

test('of what was erased no byte is left in the database or its log, while leads keep coming', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const others = steadyLeads(storage)
  const ids: string[] = []
  for (let number = 0; number < 400; number++) {
    // Of all sizes, so that some fill pages of their own and others share one.
    const name = `Lovelace-${'x'.repeat((number * 37) % 9000)}`
    const lead = sampleLead({ idempotencyKey: `Lovelace-${number}`, answers: { name } })
    lead.deliveries = [sampleDelivery('acme', 'pull', { name }), sampleDelivery('acme', 'webhook', { name })]
    await storeLead(storage, lead)
    ids.push(lead.id)
  }
  expect(await occurrences(file, 'Lovelace')).toBeGreaterThan(1000)
  // Every other one first, so that pages are half full for a while.
  for (const odd of [1, 0])
    await eraseLeads(
      storage,
      ids.filter((_, index) => index % 2 === odd),
      Date.now(),
    )
  // The log is emptied within a second or two, with the leads that come next.
  for (let tries = 0; tries < 300 && (await occurrences(file, 'Lovelace')) > 0; tries++) {
    await others.more(10)
    await sleep(100)
  }
  await others.end()
  expect(await occurrences(file, 'Lovelace')).toBe(0)
})

test('listings that follow each other, in whatever process, do not keep erased bytes in the log', async () => {
  const file = await temporaryFile()
  const [storage, command] = [await temporaryStorage(file), await temporaryStorage(file)]
  const lead = () => sampleLead({ answers: { name: `Lovelace ${'x'.repeat(2000)}` } })
  await Promise.all(Array.from({ length: 500 }, () => storeLead(storage, lead())))
  let isOver = false
  const list = async (from: Storage) => {
    while (!isOver) await listLeads(from, { limit: 500 })
  }
  const reading = [list(storage), list(command), list(command)]
  const others = steadyLeads(storage)
  const ids = (await listLeads(storage, { limit: 500 })).map(({ id }) => id)
  await eraseLeads(storage, ids, Date.now())
  const inLog = () => occurrences(file, 'Lovelace', ['-wal'])
  for (let tries = 0; tries < 100 && (await inLog()) > 0; tries++) {
    await others.more(4)
    await sleep(100)
  }
  isOver = true
  await Promise.all([...reading, others.end()])
  expect(await inLog()).toBe(0)
})

test('a command that erases leaves no byte behind when it ends', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const lead = sampleLead({ answers: { name: 'Lovelace' } })
  await storeLead(storage, lead)
  // The server has it open too, so that closing alone does not empty the log.
  const command = await temporaryStorage(file)
  await eraseLeads(command, [lead.id], Date.now())
  await command.close()
  expect(await occurrences(file, 'Lovelace')).toBe(0)
})

test('a backup holds no byte of what was erased, be it by a version that left them in the database', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const lead = sampleLead({ answers: { name: 'Lovelace'.repeat(1000) } })
  await storeLead(storage, lead)
  const former = new DatabaseSync(file, { timeout: 5000 })
  former.exec("PRAGMA secure_delete = OFF; UPDATE leads SET answers = '{}'; PRAGMA wal_checkpoint(TRUNCATE)")
  former.close()
  expect(await occurrences(file, 'Lovelace')).toBeGreaterThan(0)
  expect(await backupSqlite(file, `${file}.backup`)).toBeNull()
  expect(await occurrences(`${file}.backup`, 'Lovelace')).toBe(0)
})
