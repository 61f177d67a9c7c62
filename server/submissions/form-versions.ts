import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import { compile, db } from '../storage/sql.ts'
import type { Storage } from '../storage/storage.ts'

/** For how long a form that has changed can still be finished, in ms. */
export const grace = 24 * 60 * 60 * 1000

/** The forms that visitors were shown, current and superseded. */
export interface FormVersions {
  /** Keeps a version that is shown; its first showing in this process writes it down. */
  remember: (version: FormVersion) => Promise<void>
  /** The version of this form and language with this hash, if it is not superseded for longer than `grace`. */
  find: (form: string, locale: string, hash: string) => Promise<FormVersion | null>
  /** Marks what the catalog no longer yields as superseded now, and removes what has been for longer than `grace` and has no leads. */
  supersede: (catalog: Catalog) => Promise<void>
}

/** @param now milliseconds since the epoch */
export function formVersions(storage: Storage, now: () => number): FormVersions {
  // What is written down already; cleared with every change of definitions, so it cannot grow without end.
  const written = new Set<string>()
  return {
    async remember({ form, hash }) {
      if (written.has(hash)) return
      written.add(hash)
      const row = { hash, form: form.id, locale: form.locale, resolved: JSON.stringify(form), superseded_at: null }
      const insert = db.insertInto('form_versions').values(row)
      // A definition that was changed back is current again.
      const statement = compile(
        insert.onConflict((conflict) => conflict.column('hash').doUpdateSet({ superseded_at: null })),
      )
      await storage.atomic([statement]).catch((error) => {
        written.delete(hash)
        throw error
      })
    },

    async find(form, locale, hash) {
      const query = db
        .selectFrom('form_versions')
        .select('resolved')
        .where('hash', '=', hash)
        .where('form', '=', form)
        .where('locale', '=', locale)
        .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>', now() - grace)]))
      const [rows = []] = await storage.atomic([compile(query)])
      return rows[0] ? { form: JSON.parse(String(rows[0].resolved)), hash } : null
    },

    async supersede(catalog) {
      written.clear()
      const current = db
        .selectFrom('form_versions')
        .select(['hash', 'form', 'locale'])
        .where('superseded_at', 'is', null)
      const [rows = []] = await storage.atomic([compile(current)])
      const gone = rows.filter(({ hash, form, locale }) =>
        catalog.versions(String(form), String(locale)).every((version) => version.hash !== hash),
      )
      const updates = gone.map(({ hash }) =>
        compile(db.updateTable('form_versions').set({ superseded_at: now() }).where('hash', '=', String(hash))),
      )
      // What a stored lead was checked against, and its consents were read in, stays as evidence.
      const expired = compile(
        db
          .deleteFrom('form_versions')
          .where('superseded_at', '<=', now() - grace)
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
      await storage.atomic([...updates, expired])
    },
  }
}
