import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { storeLead } from '../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { openErasures } from './erasures.ts'

const key = 'a-key-of-the-environment-00000000'
const now = Date.parse('2026-11-20T12:00:00Z')

async function lead(storage: Storage, email: string, receivedAt = '2026-11-20T10:00:00.000Z'): Promise<string> {
  const made = sampleLead({ receivedAt, answers: { coBorrower: { email } } })
  made.deliveries = [sampleDelivery('acme', 'webhook', { email })]
  await storeLead(storage, made)
  return made.id
}

async function rowsOf(storage: Storage, table: string): Promise<Row[]> {
  const [rows = []] = await storage.atomic([{ sql: `SELECT * FROM ${table} ORDER BY 1`, parameters: [] }])
  return rows
}

/** Erasures with a list of their own, on a storage. */
async function erasuresOn(storage: Storage, file: string) {
  return openErasures(storage, await openSecretKey(storage, key), file)
}

/** A database as it was earlier: the same leads, and of the erasures since then nothing. */
async function earlier(leads: readonly Row[], deliveries: readonly Row[]): Promise<Storage> {
  const storage = await temporaryStorage()
  const insert = (table: string, row: Row) => ({
    sql: `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
    parameters: Object.values(row),
  })
  await storage.atomic([
    ...leads.map((row) => insert('leads', row)),
    ...deliveries.map((row) => insert('deliveries', row)),
  ])
  return storage
}

test('who was erased does not come back with an older copy of the database; who came again since is left alone', async () => {
  const storage = await temporaryStorage()
  const list = join(dirname(await temporaryFile()), 'not', 'made', 'yet', 'erasures')
  const [ada, grace, mary] = [
    await lead(storage, 'Ada@Example.com'),
    await lead(storage, 'grace@example.com'),
    await lead(storage, 'mary@example.com'),
  ]
  const copy = [await rowsOf(storage, 'leads'), await rowsOf(storage, 'deliveries')] as const
  const erasures = await erasuresOn(storage, list)
  expect(await erasures.email(' ada@example.com', now)).toEqual([ada])
  expect(await erasures.lead(grace, now)).toEqual([grace])
  expect(await erasures.lead(grace, now)).toEqual([])
  expect(await erasures.lead('unknown', now)).toEqual([])
  expect((await stat(list)).mode & 0o777).toBe(0o600)
  const text = await readFile(list, 'utf8')
  for (const said of ['ada@', grace, ada]) expect(text.toLowerCase()).not.toContain(said)

  const old = await earlier(...copy)
  // Of leads that this database never had, but an older copy has.
  await lead(old, 'ada@example.com', '2026-11-19T10:00:00.000Z')
  const again = await lead(old, 'ada@example.com', '2026-11-21T10:00:00.000Z')
  expect(await (await erasuresOn(old, list)).renew()).toBe(3)
  const left = (await rowsOf(old, 'leads')).filter(({ erased_at }) => erased_at === null)
  expect(left.map(({ id }) => id).sort()).toEqual([mary, again].sort())
  const told = JSON.stringify(await rowsOf(old, 'deliveries')).match(/[a-z]+@example.com/gi)
  expect(told?.sort()).toEqual(['ada@example.com', 'mary@example.com'])
  expect(await (await erasuresOn(old, list)).renew()).toBe(0)
})

test('an address is noted also where nothing is stored about it, since an older copy may have it', async () => {
  const storage = await temporaryStorage()
  const list = await temporaryFile()
  expect(await (await erasuresOn(storage, list)).email('ada@example.com', now)).toEqual([])
  const old = await temporaryStorage()
  await lead(old, 'ada@example.com')
  expect(await (await erasuresOn(old, list)).renew()).toBe(1)
})

test('an address that was erased twice is erased up to the second time', async () => {
  const storage = await temporaryStorage()
  const list = await temporaryFile()
  const erasures = await erasuresOn(storage, list)
  await erasures.email('ada@example.com', Date.parse('2026-11-19T12:00:00Z'))
  const before = await rowsOf(storage, 'erasures')
  await erasures.email('ada@example.com', now)
  // The copy knows of the first time only.
  const old = await temporaryStorage()
  await old.atomic(
    before.map(({ mark, erased_at }) => ({
      sql: 'INSERT INTO erasures VALUES (?, ?, 1)',
      parameters: [mark, erased_at],
    })),
  )
  await lead(old, 'ada@example.com')
  expect(await (await erasuresOn(old, list)).renew()).toBe(1)
})

test('a list that was lost is written anew from the database, and what is no entry of it does no harm', async () => {
  const storage = await temporaryStorage()
  const list = await temporaryFile()
  const erasures = await erasuresOn(storage, list)
  await erasures.email('ada@example.com', now)
  const whole = await readFile(list, 'utf8')
  await rm(list)
  await erasures.renew()
  expect(await readFile(list, 'utf8')).toBe(whole)
  await writeFile(list, `${whole}half of a li`)
  expect(await erasures.renew()).toBe(0)
})
