import type { FormVersion } from '#engine/catalog/form-version.ts'
import { compile, db } from '../storage/sql.ts'
import type { Statement } from '../storage/storage.ts'

/** Writes a version down unless it is there. @param supersededAt milliseconds since the epoch; null: it is current */
export function insertVersion({ form, hash }: FormVersion, supersededAt: number | null): Statement {
  // On which day somebody filled it in is no part of it.
  const { today: _, ...resolved } = form
  const row = {
    ...{ hash, form: form.id, locale: form.locale, resolved: JSON.stringify(resolved) },
    superseded_at: supersededAt,
  }
  return compile(
    db
      .insertInto('form_versions')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing()),
  )
}

/** Undoes its transaction when the version is not there, against all that is known: another server may have removed it. */
export function isStoredGuard(hash: string): Statement {
  return {
    sql: 'INSERT INTO guards (holds) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM form_versions WHERE hash = ?)',
    parameters: [hash],
    many: { sql: guardMany, row: { hash } },
  }
}

const guardMany = `INSERT INTO guards (holds) SELECT NULL FROM json_populate_recordset(NULL::form_versions, ?) AS one
  WHERE (SELECT 1 FROM form_versions WHERE hash = one.hash) IS NULL`

/** Says since when a version is superseded, or that it is current. */
export function markVersion(hash: string, supersededAt: number | null): Statement {
  return compile(db.updateTable('form_versions').set({ superseded_at: supersededAt }).where('hash', '=', hash))
}

/** A lead that was begun in time is stored by then, in ms. */
const onItsWay = 60 * 60 * 1000

/**
 * Removes the versions that nobody can finish any more. What a stored lead was checked against, and its consents were
 * read in, stays as evidence.
 */
export function expiredVersions(before: number): Statement {
  return compile(
    db
      .deleteFrom('form_versions')
      .where('superseded_at', '<=', before - onItsWay)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('leads')
              .select('id')
              .whereRef('leads.form', '=', 'form_versions.form')
              .whereRef('leads.definition', '=', 'form_versions.hash'),
          ),
        ),
      ),
  )
}
