import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { compile, queries } from './sql.ts'
import type { Statement, Storage } from './storage.ts'

/** Something the installation knows about itself. Its secret key is one: no row of this table is ever logged. */
interface InstallationRow {
  name: string
  value: string
}

const db = queries.withTables<{ installation: InstallationRow }>()

const selectValue = (name: string) => compile(db.selectFrom('installation').select('value').where('name', '=', name))

/** What the installation keeps under a name; null when nothing. Rejects with StorageUnavailable. */
export async function setting(storage: Storage, name: string): Promise<string | null> {
  const [[row] = []] = await storage.read([selectValue(name)])
  return row ? String(row.value) : null
}

/** Keeps a value in place of what was there. Rejects with StorageUnavailable. */
export async function keepSetting(storage: Storage, name: string, value: string): Promise<void> {
  const insert = db.insertInto('installation').values({ name, value })
  await storage.atomic([compile(insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })))])
}

/** Keeps a value with whatever else a transaction does, where a condition holds. */
export function settingKept(name: string, value: string, when: Statement): Statement {
  const sql = `INSERT INTO installation (name, value) SELECT ?, ? WHERE ${when.sql}
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  return { sql, parameters: [name, value, ...when.parameters] }
}

/** Keeps a value unless there is one, and returns the one that is kept. Rejects with StorageUnavailable. */
async function firstSetting(storage: Storage, name: string, value: string): Promise<string> {
  const insert = db.insertInto('installation').values({ name, value })
  const [, [row] = []] = await storage.atomic([
    compile(insert.onConflict((conflict) => conflict.column('name').doNothing())),
    selectValue(name),
  ])
  return String(row?.value)
}

/**
 * HMAC-SHA-256 of a text, as base64url. Who does not have the key can neither make such a hash nor try texts against it;
 * hashes for one purpose say nothing about those for another.
 */
export type KeyedHash = (purpose: string, text: string) => string

/**
 * The installation's secret key: the one from the environment, or else one that is made once and kept in storage, so
 * that all servers on a database have the same.
 */
export async function openSecretKey(storage: Storage, fromEnvironment: string | null): Promise<KeyedHash> {
  const key = fromEnvironment ?? (await firstSetting(storage, 'secret key', randomBytes(32).toString('base64url')))
  // Purposes are few, and to prepare a key costs more than a hash.
  const keys = new Map<string, KeyObject>()
  return (purpose, text) => {
    const own = keys.get(purpose) ?? createSecretKey(createHmac('sha256', key).update(purpose).digest())
    keys.set(purpose, own)
    return createHmac('sha256', own).update(text).digest('base64url')
  }
}
