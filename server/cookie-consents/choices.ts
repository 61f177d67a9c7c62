import { compile, queries, type Storage } from '#server/storage'

/** What a visitor chose in the cookie settings; `number` counts the choices of an id, `categories` is JSON text. */
interface CookieConsentRow {
  id: string
  number: number
  action: 'accept' | 'reject' | 'choose'
  categories: string
  brand: string
  locale: string
  text_hash: string
  given_at: string
}

/** A text that visitors were shown before they chose. */
interface CookieConsentTextRow {
  hash: string
  text: string
}

const db = queries.withTables<{ cookie_consents: CookieConsentRow; cookie_consent_texts: CookieConsentTextRow }>()

/** How long a record is kept where site.json does not say it, in days: three years. */
const usualDays = 1095
const day = 24 * 60 * 60 * 1000

/** What a visitor chose, with the text that was shown. */
export type Choice = CookieConsentRow & { text: string | null }

/**
 * Records a choice, with its text where that is new.
 * @returns when it was recorded: before now where the same was recorded already
 */
export async function recordChoice(
  storage: Storage,
  row: CookieConsentRow,
  text: string | null,
): Promise<{ isNew: boolean; givenAt: string }> {
  const insert = db.insertInto('cookie_consents').values(row)
  const [, inserted = [], known = []] = await storage.atomic([
    compile(
      text === null
        ? db.selectFrom('cookie_consent_texts').select('hash').where('hash', '=', row.text_hash)
        : db
            .insertInto('cookie_consent_texts')
            .values({ hash: row.text_hash, text })
            .onConflict((conflict) => conflict.doNothing()),
    ),
    compile(insert.onConflict((conflict) => conflict.doNothing()).returning('given_at')),
    compile(
      db.selectFrom('cookie_consents').select('given_at').where('id', '=', row.id).where('number', '=', row.number),
    ),
  ])
  return { isNew: inserted.length > 0, givenAt: String(known[0]?.given_at) }
}

/** Whether a text was shown to somebody before, and is kept. */
export async function isKeptText(storage: Storage, hash: string): Promise<boolean> {
  const select = db.selectFrom('cookie_consent_texts').select('hash').where('hash', '=', hash)
  const [rows = []] = await storage.read([compile(select)])
  return rows.length > 0
}

/** All that was chosen under an id, oldest first. */
export async function choicesOf(storage: Storage, id: string): Promise<Choice[]> {
  const select = db
    .selectFrom('cookie_consents')
    .leftJoin('cookie_consent_texts', 'hash', 'text_hash')
    .selectAll('cookie_consents')
    .select('text')
    .where('id', '=', id)
    .orderBy('number')
  const [rows = []] = await storage.read([compile(select)])
  return rows as unknown as Choice[]
}

/** Erases what was chosen too long ago. Texts stay: they are nobody's. @param now milliseconds since the epoch */
export async function eraseOldChoices(storage: Storage, days = usualDays, now: number): Promise<void> {
  const before = new Date(now - days * day).toISOString()
  await storage.atomic([compile(db.deleteFrom('cookie_consents').where('given_at', '<', before))])
}
