import { broughtUp } from '#engine/core/definition/earlier-form.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { compile, db } from '../storage/sql.ts'
import type { Storage } from '../storage/storage.ts'

/** A form as visitors were shown it, whether it is superseded or not; null when it is not written down. */
export async function storedForm(storage: Storage, hash: string): Promise<ResolvedForm | null> {
  const select = compile(db.selectFrom('form_versions').select('resolved').where('hash', '=', hash))
  const [[row] = []] = await storage.read([select])
  return row ? broughtUp(JSON.parse(String(row.resolved))) : null
}
