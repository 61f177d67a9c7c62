import { compile, queries } from './sql.ts'
import type { Storage } from './storage.ts'

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

/** Keeps a value unless there is one, and returns the one that is kept. Rejects with StorageUnavailable. */
export async function firstSetting(storage: Storage, name: string, value: string): Promise<string> {
  const insert = db.insertInto('installation').values({ name, value })
  const [, [row] = []] = await storage.atomic([
    compile(insert.onConflict((conflict) => conflict.column('name').doNothing())),
    selectValue(name),
  ])
  return String(row?.value)
}
