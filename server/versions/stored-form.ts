import { broughtUp } from '#engine/core/definition/earlier-form.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { compile, db } from '../storage/sql.ts'
import type { Row, Storage } from '../storage/storage.ts'

/** Every version of a form that is written down, in all languages, the current ones first. */
export async function storedForms(storage: Storage, form: string): Promise<ResolvedForm[]> {
  const select = compile(db.selectFrom('form_versions').select(['resolved', 'superseded_at']).where('form', '=', form))
  const [rows = []] = await storage.read([select])
  const since = (row: Row) => (row.superseded_at === null ? Number.POSITIVE_INFINITY : Number(row.superseded_at))
  return rows
    .toSorted((one, other) => (since(other) > since(one) ? 1 : -1))
    .map(({ resolved }) => broughtUp(JSON.parse(String(resolved))))
}

/** A form as visitors were shown it, whether it is superseded or not; null when it is not written down. */
export async function storedForm(storage: Storage, hash: string): Promise<ResolvedForm | null> {
  const select = compile(db.selectFrom('form_versions').select('resolved').where('hash', '=', hash))
  const [[row] = []] = await storage.read([select])
  return row ? broughtUp(JSON.parse(String(row.resolved))) : null
}
