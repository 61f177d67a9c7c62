import { LRUCache } from 'lru-cache'
import { knowsTables } from '#engine/form/journey'
import { broughtUp, type ResolvedForm } from '#engine/form/model'
import type { FormVersion, Site } from '#engine/site'
import { compile, type Row, type Statement, type Storage } from '#server/storage'
import { db } from './tables.ts'

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
  /** Marks what the site no longer yields as superseded now, and removes what has been for longer than `grace` and has no leads. */
  supersede: (site: Site) => Promise<void>
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
  let current: Site | null = null

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
      // A table from before a restart is no longer known, so its form cannot be finished.
      if (!stored || !knowsTables(stored)) return null
      const version = bodies.get(hash) ?? { form: stored, hash }
      bodies.set(hash, version)
      return version
    },

    async supersede(site) {
      current = site
      written.clear()
      const query = db.selectFrom('form_versions').select(['hash', 'form', 'locale', 'superseded_at'])
      const [rows = []] = await storage.read([compile(query)])
      const marks = rows.flatMap(({ hash, form, locale, superseded_at: since }) => {
        const isCurrent = site.forms.versions(String(form), String(locale)).some((version) => version.hash === hash)
        // A definition that was changed back is current again.
        return isCurrent === (since === null) ? [] : [markVersion(String(hash), isCurrent ? null : now())]
      })
      await storage.atomic([...marks, expiredVersions(now() - grace)])
      index.forget()
    },
  }
}

/** Before the first site is known, whatever is shown is current. */
function isIn(site: Site | null, { form, hash }: FormVersion): boolean {
  return site === null || site.forms.versions(form.id, form.locale).some((version) => version.hash === hash)
}

/** Every version of a form that is written down, in all languages, the current ones first. */
export async function storedForms(storage: Storage, form: string): Promise<ResolvedForm[]> {
  const select = compile(db.selectFrom('form_versions').select(['resolved', 'superseded_at']).where('form', '=', form))
  const [rows = []] = await storage.read([select])
  const since = (row: Row) => (row.superseded_at === null ? Number.POSITIVE_INFINITY : Number(row.superseded_at))
  return rows
    .toSorted((one, other) => (since(other) > since(one) ? 1 : -1))
    .map(({ resolved }) => broughtUp(JSON.parse(String(resolved))))
}

/** A version of a form that another took the place of. `since` is milliseconds since the epoch. */
export interface SupersededVersion {
  form: string
  locale: string
  hash: string
  since: number
}

/** The versions that were superseded last, newest first. Those without leads are listed for a day. */
export async function supersededVersions(storage: Storage, limit: number): Promise<SupersededVersion[]> {
  const select = db
    .selectFrom('form_versions')
    .select(['form', 'locale', 'hash', 'superseded_at'])
    .where('superseded_at', 'is not', null)
    .orderBy('superseded_at', 'desc')
    .orderBy('locale')
    .limit(limit)
  const [rows = []] = await storage.read([compile(select)])
  return rows.map(({ form, locale, hash, superseded_at: since }) => ({
    ...{ form: String(form), locale: String(locale), hash: String(hash), since: Number(since) },
  }))
}

/** A form as visitors were shown it, whether it is superseded or not; null when it is not written down. */
export async function storedForm(storage: Storage, hash: string): Promise<ResolvedForm | null> {
  const select = compile(db.selectFrom('form_versions').select('resolved').where('hash', '=', hash))
  const [[row] = []] = await storage.read([select])
  return row ? broughtUp(JSON.parse(String(row.resolved))) : null
}

/** Which versions can be finished, without asking storage for each. */
interface VersionIndex {
  has: (form: string, locale: string, hash: string) => Promise<boolean>
  /** What is known is out of date. */
  forget: () => void
}

/** After this time what was read is read again, in ms: another server may have superseded a version. */
const longest = 60_000

/** An unknown hash may be one that another server has just shown. Made-up ones cost one look in this time, in ms. */
const shortest = 1000

interface Known {
  readAt: number
  /** Form, language and hash → since when it is superseded. */
  versions: ReadonlyMap<string, number | null>
}

/** @param grace for how long a superseded version can be finished, in ms */
function versionIndex(storage: Storage, now: () => number, grace: number): VersionIndex {
  let known: Known | null = null
  let reading: Promise<Known> | null = null

  async function read(): Promise<Known> {
    const readAt = now()
    const query = db
      .selectFrom('form_versions')
      .select(['hash', 'form', 'locale', 'superseded_at'])
      .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>', readAt - grace)]))
    const [rows = []] = await storage.read([compile(query)])
    const versions = rows.map(({ form, locale, hash, superseded_at: since }): [string, number | null] => [
      keyOf(String(form), String(locale), String(hash)),
      since === null ? null : Number(since),
    ])
    known = { readAt, versions: new Map(versions) }
    return known
  }

  return {
    async has(form, locale, hash) {
      const key = keyOf(form, locale, hash)
      const isFresh = (age: number) => known !== null && now() - known.readAt < age && now() >= known.readAt
      if (!isFresh(known?.versions.has(key) ? longest : shortest)) {
        reading ??= read().finally(() => {
          reading = null
        })
        await reading
      }
      const since = known?.versions.get(key)
      return since === null || (since !== undefined && since > now() - grace)
    },
    forget() {
      known = null
    },
  }
}

function keyOf(form: string, locale: string, hash: string): string {
  return `${locale} ${form} ${hash}`
}

/** Writes a version down unless it is there. @param supersededAt milliseconds since the epoch; null: it is current */
export function insertVersion({ form, hash }: FormVersion, supersededAt: number | null): Statement {
  // The day on which it was filled in, and what its long lists hold, are no part of it.
  const { today: _, groups: __, ...resolved } = form
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
function isStoredGuard(hash: string): Statement {
  return {
    sql: 'INSERT INTO guards (holds) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM form_versions WHERE hash = ?)',
    parameters: [hash],
    many: { sql: guardMany, row: { hash } },
  }
}

const guardMany = `INSERT INTO guards (holds) SELECT NULL FROM json_populate_recordset(NULL::form_versions, ?) AS one
  WHERE (SELECT 1 FROM form_versions WHERE hash = one.hash) IS NULL`

/** Says since when a version is superseded, or that it is current. */
function markVersion(hash: string, supersededAt: number | null): Statement {
  return compile(db.updateTable('form_versions').set({ superseded_at: supersededAt }).where('hash', '=', hash))
}

/** A lead that was begun in time is stored by then, in ms. */
const onItsWay = 60 * 60 * 1000

/**
 * Removes the versions that nobody can finish any more. What a stored lead was checked against, and its consents were
 * read in, stays as evidence.
 */
function expiredVersions(before: number): Statement {
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
