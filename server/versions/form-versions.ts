import { LRUCache } from 'lru-cache'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import { compile, db } from '../storage/sql.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { storedForm } from './stored-form.ts'
import { versionIndex } from './version-index.ts'
import { expiredVersions, insertVersion, isStoredGuard, markVersion } from './version-statements.ts'

/** For how long a form that has changed can still be finished, in ms. */
export const grace = 24 * 60 * 60 * 1000

/** The forms that visitors were shown, current and superseded. */
export interface FormVersions {
  /** Keeps a version that is shown; its first showing in this process writes it down. */
  remember: (version: FormVersion) => Promise<void>
  /** For the transaction that stores a lead: evidence never lacks the form it was given in. */
  withLead: (version: FormVersion, isFirstTry: boolean) => Statement
  /** That transaction was committed. */
  wasStored: (version: FormVersion) => void
  /** The version of this form and language with this hash, if it is not superseded for longer than `grace`. */
  find: (form: string, locale: string, hash: string) => Promise<FormVersion | null>
  /** Marks what the catalog no longer yields as superseded now, and removes what has been for longer than `grace` and has no leads. */
  supersede: (catalog: Catalog) => Promise<void>
}

/** @param now milliseconds since the epoch */
export function formVersions(storage: Storage, now: () => number): FormVersions {
  // What is on disk already, with what makes sure of it; cleared with every change of definitions, so it cannot grow without end.
  const written = new Map<string, Statement>()
  const note = (hash: string) => void written.set(hash, isStoredGuard(hash))
  const writing = new Map<string, Promise<void>>()
  const index = versionIndex(storage, now, grace)
  // Each is read once, so that its compiled validators are found again too.
  const bodies = new LRUCache<string, FormVersion>({ max: 100 })
  let current: Catalog | null = null

  /** A version that is not current was superseded at the latest now: it does not become current by being shown. */
  const insert = (version: FormVersion) => insertVersion(version, isIn(current, version) ? null : now())

  async function write(version: FormVersion): Promise<void> {
    const wasCurrent = isIn(current, version)
    await storage.atomic([insert(version)])
    // Definitions may have changed while it was written.
    if (wasCurrent && !isIn(current, version)) await storage.atomic([markVersion(version.hash, now())])
    note(version.hash)
  }

  return {
    remember(version) {
      const { hash } = version
      if (written.has(hash)) return Promise.resolve()
      const known = writing.get(hash) ?? write(version).finally(() => writing.delete(hash))
      writing.set(hash, known)
      return known
    },

    withLead: (version, isFirstTry) => (isFirstTry && written.get(version.hash)) || insert(version),
    wasStored: ({ hash }) => note(hash),

    async find(form, locale, hash) {
      if (!(await index.has(form, locale, hash))) return null
      const known = bodies.get(hash)
      if (known) return known
      const stored = await storedForm(storage, hash)
      if (!stored) return null
      const version = bodies.get(hash) ?? { form: stored, hash }
      bodies.set(hash, version)
      return version
    },

    async supersede(catalog) {
      current = catalog
      written.clear()
      const query = db.selectFrom('form_versions').select(['hash', 'form', 'locale', 'superseded_at'])
      const [rows = []] = await storage.read([compile(query)])
      const marks = rows.flatMap(({ hash, form, locale, superseded_at: since }) => {
        const isCurrent = catalog.versions(String(form), String(locale)).some((version) => version.hash === hash)
        // A definition that was changed back is current again.
        return isCurrent === (since === null) ? [] : [markVersion(String(hash), isCurrent ? null : now())]
      })
      await storage.atomic([...marks, expiredVersions(now() - grace)])
      index.forget()
    },
  }
}

/** Before the first catalog is known, whatever is shown is current. */
function isIn(catalog: Catalog | null, { form, hash }: FormVersion): boolean {
  return catalog === null || catalog.versions(form.id, form.locale).some((version) => version.hash === hash)
}
