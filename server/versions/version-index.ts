import { compile, db } from '../storage/sql.ts'
import type { Storage } from '../storage/storage.ts'

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
export function versionIndex(storage: Storage, now: () => number, grace: number): VersionIndex {
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
