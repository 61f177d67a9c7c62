import { createHash } from 'node:crypto'
import type { Row, Statement, Storage } from './storage.ts'

/** The tables with their primary keys, in an order in which each finds what it refers to. */
const tables: Readonly<Record<string, readonly string[]>> = {
  form_versions: ['hash'],
  leads: ['id'],
  consents: ['lead_id', 'consent'],
  deliveries: ['id'],
  routings: ['lead_id', 'partner'],
  partner_days: ['partner', 'day'],
  partner_contacts: ['partner', 'contact', 'lead_id'],
  step_views: ['form', 'locale', 'definition', 'step', 'day'],
  partner_keys: ['id'],
  installation: ['name'],
  erasures: ['mark'],
}

/** What one table held on either side when it had been copied. */
export interface CopiedTable {
  table: string
  rows: number
  /** Whether both sides hold the same rows, byte for byte. */
  same: boolean
}

/** Rows in one transaction. */
const page = 500

/**
 * Copies every row from one storage to another, over what is there under the same key. Broken off, it can be run again
 * and again; only one that ran while nothing was written to the source has both sides the same.
 * @param onTable told of each table when it is done
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const [table, key] of Object.entries(tables)) {
    const source = createChecksum()
    for await (const rows of pages(from, table, key)) {
      source.add(rows)
      await to.atomic(rows.map((row) => upsert(table, key, row)))
    }
    const target = createChecksum()
    for await (const rows of pages(to, table, key)) target.add(rows)
    const result = { table, rows: source.rows(), same: source.value() === target.value() }
    onTable(result)
    copied.push(result)
  }
  return copied
}

async function* pages(storage: Storage, table: string, key: readonly string[]): AsyncGenerator<Row[]> {
  const columns = key.join(', ')
  const places = key.map(() => '?').join(', ')
  let last: Row | undefined
  for (;;) {
    const after = last ? `WHERE (${columns}) > (${places})` : ''
    const parameters = last ? key.map((column) => last?.[column]) : []
    const sql = `SELECT * FROM ${table} ${after} ORDER BY ${columns} LIMIT ${page}`
    const [rows = []] = await storage.atomic([{ sql, parameters }])
    if (rows.length > 0) yield rows
    if (rows.length < page) return
    last = rows.at(-1)
  }
}

function upsert(table: string, key: readonly string[], row: Row): Statement {
  const columns = Object.keys(row)
  const others = columns.filter((column) => !key.includes(column))
  const change =
    others.length > 0 ? `UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}` : 'NOTHING'
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key.join(', ')}) DO ${change}`
  return { sql, parameters: Object.values(row) }
}

/** The same for the same rows in any order: engines sort text by rules of their own. */
function createChecksum() {
  let count = 0
  let sum = 0n
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
        const digest = createHash('sha256').update(JSON.stringify(entries)).digest()
        sum = BigInt.asUintN(128, sum + digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8))
        count += 1
      }
    },
    rows: () => count,
    value: () => `${count} ${sum}`,
  }
}
