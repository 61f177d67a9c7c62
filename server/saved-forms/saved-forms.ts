import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { v7 } from 'uuid'
import { everyField } from '#engine/form/journey'
import { type Attribution, flatAnswers, leadContent } from '#engine/form/lead'
import type { Answers, FieldPlace, NestedAnswers, ResolvedForm } from '#engine/form/model'
import { dayIn, dayText } from '#engine/form/values'
import { begunAt, type Opened, type OpenOrder, type SaveOrder, type Site } from '#engine/site'
import {
  erasedAddress,
  fillingOf,
  findLead,
  finish,
  insertStandaloneMail,
  markAsked,
  mintKey,
  mintToken,
  quotaHash,
  readToken,
  storedForm,
  tokenHash,
} from '#server/leads'
import { mailToVisitor, writeMail } from '#server/mail'
import { countTry, forgetTries, leadOfToken, revisionsOf } from '#server/offers'
import { erasing, type KeyedHash, type Row, type Statement, type Storage, StorageUnavailable } from '#server/storage'

const cipher = 'aes-256-gcm'

const ivBytes = 12

const tagBytes = 16

const day = 24 * 60 * 60 * 1000

/** The place of the statement that inserts the mail and returns its state. */
const mailedAt = 1

/** After so many wrong answers a link works no more. */
const mostTries = 5

/** Where pages have forms saved, and opened again. */
export interface SavedForms {
  /** `delayed`: saved, and its link leaves once its address may get another mail. `busy`: storage cannot commit. */
  save: (order: SaveOrder, localOrigin: string | null, log: FastifyBaseLogger) => Promise<'mailed' | 'delayed' | 'busy'>
  open: (order: OpenOrder & { brand: string }, log: FastifyBaseLogger) => Promise<Opened>
}

export function openSavedForms(saving: Saving, registry: Registry): SavedForms {
  const events = new Counter({
    name: 'leadwright_saved_forms_total',
    help: 'Forms saved by visitors (saved; delayed: the link waits for the daily mail limit of its address; unwritten), and links to them (opened, asked, gone).',
    labelNames: ['form', 'event'],
    registers: [registry],
  })
  const { storage, hash, now } = saving

  /** @param busy what is told where storage cannot commit */
  async function counted<T extends string | { kind: string }>(
    form: string,
    log: FastifyBaseLogger,
    act: () => Promise<{ told: T; event: string }>,
    busy: T,
  ): Promise<T> {
    try {
      const { told, event } = await act()
      events.inc({ form, event })
      return told
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      log.error({ err: error }, 'Storage cannot commit; the form was not saved')
      return busy
    }
  }

  return {
    save(order, localOrigin, log) {
      const save = async () => {
        const event = await saveForm(saving, order, localOrigin)
        return { told: event === 'delayed' ? ('delayed' as const) : ('mailed' as const), event }
      }
      return counted<'mailed' | 'delayed' | 'busy'>(order.version.form.id, log, save, 'busy')
    },
    open(order, log) {
      const event = { open: 'opened', asks: 'asked', gone: 'gone' } as const
      const open = async () => {
        const told = await openSaved({ storage, hash, now: now() }, order)
        return { told, event: event[told.kind] }
      }
      return counted<Opened>(order.form, log, open, { kind: 'busy' })
    },
  }
}

/** What opening works with. */
interface Opening {
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Opens a saved form: at once for the browser that saved it, for others when they know the last name in it or, where there
 * is none yet, the address that the link went to. Rejects with StorageUnavailable.
 */
async function openSaved(
  opening: Opening,
  { token, form, brand, device, said }: OpenOrder & { brand: string },
): Promise<Exclude<Opened, { kind: 'busy' }>> {
  const { storage, hash, now } = opening
  const sent = leadOfToken(hash, token)
  if (sent !== null) return openSent(opening, sent, { token, form, brand, said })
  const known = readToken(token)
  if (known === null) return { kind: 'gone' }
  const key = [tokenHash(known), form, brand, now, mostTries]
  const isIt = 'hash = ? AND form = ? AND brand = ? AND expires_at > ? AND tries < ?'
  // A try counts before it is judged, so that many at once are no more than five.
  const [[row] = []] =
    said === null
      ? await storage.read([{ sql: `SELECT * FROM saved_forms WHERE ${isIt}`, parameters: key }])
      : await storage.atomic([
          { sql: `UPDATE saved_forms SET tries = tries + 1 WHERE ${isIt} RETURNING *`, parameters: key },
        ])
  const content = row ? unseal(hash, known, String(row.sealed)) : null
  if (!row || !content) return { kind: 'gone' }
  const { lastName, ...saved } = content
  const isDevice = row.device !== null && device !== '' && isSame(String(row.device), deviceHash(known, device))
  if (isDevice) return { kind: 'open', ...saved }
  const what = lastName === null ? 'email' : 'name'
  if (said === null) return { kind: 'asks', what, isWrong: false }
  if (isRight(hash, row, content, said)) {
    await storage.atomic([{ sql: 'UPDATE saved_forms SET tries = 0 WHERE hash = ?', parameters: [row.hash] }])
    return { kind: 'open', ...saved }
  }
  if (Number(row.tries) < mostTries) return { kind: 'asks', what, isWrong: true }
  await storage.atomic(endSaved('hash = ?', [row.hash]))
  return { kind: 'gone' }
}

/**
 * Opens the answers of a lead from its page of offers, to change them. The visitor must know the last name in it or, where
 * there is none, the email address. The changed answers are another lead, which follows this one.
 */
async function openSent(
  { storage, hash, now }: Opening,
  id: string,
  { token, form: asked, brand, said }: Omit<OpenOrder, 'device'> & { brand: string },
): Promise<Exclude<Opened, { kind: 'busy' }>> {
  const [record, revisions] = await Promise.all([findLead(storage, id), revisionsOf(storage, [id])])
  const { lead } = record ?? {}
  const isIt = lead?.form === asked && lead.brand === brand && lead.erased_at === null && revisions.has(id)
  const form = isIt ? await storedForm(storage, String(lead.definition)) : null
  if (!lead || !form) return { kind: 'gone' }
  const { answers } = flatAnswers(form, JSON.parse(String(lead.answers)) as NestedAnswers)
  const [lastName, email] = [lastNameIn(form, answers), leadContent(form, answers).email]
  const what = lastName === null ? 'email' : 'name'
  if (lastName === null && email === null) return { kind: 'gone' }
  if (said === null) return { kind: 'asks', what, isWrong: false }
  const tries = await countTry(storage, id, mostTries)
  if (tries === null) return { kind: 'gone' }
  if (!isRight(hash, { address: erasedAddress(hash, email ?? '') }, { lastName }, said))
    return tries < mostTries ? { kind: 'asks', what, isWrong: true } : { kind: 'gone' }
  await storage.atomic([forgetTries(id)])
  const attribution = JSON.parse(String(lead.attribution)) as Attribution
  return { kind: 'open', answers: withoutTicks(form, answers), key: mintKey(now), attribution, previous: token }
}

function isRight(
  hash: KeyedHash,
  { address }: Row,
  { lastName }: Pick<SavedContent, 'lastName'>,
  said: string,
): boolean {
  return lastName === null ? isSame(String(address), erasedAddress(hash, said)) : isSameName(lastName, said)
}

/** Whether two people who spell a name in their own way mean the same: capitals, accents, spaces and hyphens make no difference. */
function isSameName(one: string, other: string): boolean {
  return plain(one) !== '' && isSame(plain(one), plain(other))
}

/** Whether two texts are the same, which takes as long as if they were not. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

/** In capitals ß is SS, as people write it who have no ß. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What saving and opening work with. */
interface Saving {
  site: () => Site
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once there is a mail to send. */
  onSaved: () => void
}

/**
 * Saves a form and mails the link to it. Where the address had its links for the day, the form is saved all the same and
 * its link leaves once there is room. What the same filling of the form had saved is replaced; what was saved from elsewhere
 * with the same address stays as it is, and each link opens its own answers. Rejects with StorageUnavailable.
 * @param localOrigin the origin of a trial on this machine, where links lead then
 * @returns `unwritten`: the definitions have no mail for it, or no sender
 */
async function saveForm(
  saving: Saving,
  order: SaveOrder,
  localOrigin: string | null,
): Promise<'saved' | 'delayed' | 'unwritten'> {
  const { storage, now, onSaved } = saving
  const moment = now()
  const statements = statementsOf(saving, order, localOrigin, moment)
  const results = await storage.atomic([...statements, markAsked(moment)])
  if (statements.length === 0) return 'unwritten'
  onSaved()
  return results[mailedAt]?.[0]?.state === 'pending' ? 'saved' : 'delayed'
}

/** Nothing where nobody could write the mail. */
function statementsOf(
  { site, hash }: Saving,
  { version: { form }, page, answers, key, attribution, previous, address, device }: SaveOrder,
  localOrigin: string | null,
  now: number,
): Statement[] {
  const origin = localOrigin ?? page.brand.origin
  if (!form.saveAndResume || origin === null) return []
  const expiresAt = now + form.saveAndResume.days * day
  const { token, hash: tokenHash } = mintToken()
  const { locale, market, title } = form
  const mail = writeMail(site(), {
    to: address,
    mail: form.saveAndResume.mail,
    locale,
    brand: page.brand.id,
    form: title,
    // The last day that it works on from morning to night.
    date: dayText(dayIn(expiresAt - day, market.timeZone), { locale, market }),
    links: { goOn: `${origin}${page.path}?token=${token}` },
  })
  if (!mail) return []
  const id = v7({ msecs: now })
  const mailed = { message: mailToVisitor('resume', mail), address: quotaHash(hash, address) }
  const filling = begunAt(key) === null ? mintKey(now) : key
  const kept = withoutTicks(form, answers)
  const content = { answers: kept, key: filling, attribution, previous, lastName: lastNameIn(form, kept) }
  const row = {
    ...{ hash: tokenHash, mail_id: id, form: form.id, brand: page.brand.id, address: erasedAddress(hash, address) },
    ...{ filling: fillingOf(filling), device: device === '' ? null : deviceHash(token, device) },
    ...{ sealed: seal(hash, token, content), saved_at: new Date(now).toISOString() },
  }
  const columns = Object.keys(row)
  const save = {
    sql: `INSERT INTO saved_forms (${columns.join(', ')}, expires_at)
      SELECT ${columns.map(() => 'CAST(? AS TEXT)').join(', ')}, CAST(? AS BIGINT)`,
    parameters: [...Object.values(row), expiresAt],
  }
  const replaced = endSaved('filling = ? AND address = ? AND form = ? AND brand = ? AND hash <> ?', [
    ...[row.filling, row.address, row.form, row.brand, row.hash],
  ])
  return [...insertStandaloneMail(id, mailed, now), save, ...replaced]
}

/** A tick is for the sentence beside it, which may be another when the visitor comes back. */
function withoutTicks({ consents }: ResolvedForm, answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !consents.some(({ id }) => id === field)))
}

/** The visitor's own: the one that stands beside an e-mail address, since others may be named too. */
function lastNameIn(form: ResolvedForm, answers: Answers): string | null {
  const fields = everyField(form, answers)
  const isBeside = (name: FieldPlace) =>
    fields.some(({ kind, place }) => kind === 'email' && place.group === name.group)
  const names = fields.flatMap(({ id, kind, place }) =>
    kind === 'family-name' && isBeside(place) ? [answers[id]] : [],
  )
  return names.find((name) => typeof name === 'string') ?? null
}

/** What is stored of the mark of the browser that saved: with each link another, so that saved forms cannot be told to be one person's. */
function deviceHash(token: string, mark: string): string {
  return createHash('sha256').update(`${token} ${mark}`).digest('base64url')
}

/** What is kept of a form for later, and nobody reads without the link. */
interface SavedContent {
  /** What was answered, without ticks. */
  answers: Answers
  /** The idempotency key of the filling, which goes on. */
  key: string
  attribution: Attribution
  /** The token of the results page whose answers these change. */
  previous?: string | undefined
  /** What another device is asked for; null where it was not answered yet. */
  lastName: string | null
}

/** The content as AES-256-GCM: initialisation vector, tag and ciphertext, as base64url. */
function seal(hash: KeyedHash, token: string, content: SavedContent): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(hash, token), iv)
  const sealed = Buffer.concat([sealing.update(JSON.stringify(content), 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed; null where the token or the installation's key is another, or the bytes were changed. */
function unseal(hash: KeyedHash, token: string, text: string): SavedContent | null {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const opening = createDecipheriv(cipher, keyOf(hash, token), bytes.subarray(0, ivBytes))
    opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const opened = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
    return JSON.parse(opened.toString('utf8')) as SavedContent
  } catch {
    return null
  }
}

/** Made of the token, of which only a hash is stored, and of the installation's key: neither alone is enough. */
function keyOf(hash: KeyedHash, token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, hash('saved form', 'salt'), 'leadwright saved form', 32))
}

/** Whether a filling was saved for later. Rejects with StorageUnavailable. */
export async function isSaved(storage: Storage, filling: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM saved_forms WHERE filling = ? LIMIT 1'
  const [rows = []] = await storage.read([{ sql, parameters: [filling] }])
  return rows.length > 0
}

/** The saved forms of an address, for its person: what is in them only their link opens. */
export async function savedFormsOf(
  storage: Storage,
  hash: KeyedHash,
  email: string,
): Promise<{ form: string; brand: string; savedAt: string; expiresAt: string }[]> {
  const sql = 'SELECT form, brand, saved_at, expires_at FROM saved_forms WHERE address = ? ORDER BY saved_at'
  const [rows = []] = await storage.read([{ sql, parameters: [erasedAddress(hash, email)] }])
  return rows.map((row) => ({
    ...{ form: String(row.form), brand: String(row.brand), savedAt: String(row.saved_at) },
    expiresAt: new Date(Number(row.expires_at)).toISOString(),
  }))
}

/** How many saved forms can still be opened, by form. @param now milliseconds since the epoch */
export async function savedFormTotals(storage: Storage, now: number): Promise<{ form: string; count: number }[]> {
  const sql = 'SELECT form, count(*) AS count FROM saved_forms WHERE expires_at > ? GROUP BY form ORDER BY form'
  const [rows = []] = await storage.read([{ sql, parameters: [now] }])
  return rows.map(({ form, count }) => ({ form: String(form), count: Number(count) }))
}

/** Erases the saved forms of a filling, which was sent. */
export function endSent(filling: string): Statement[] {
  return endSaved('filling = ?', [filling])
}

/** Erases the saved forms whose links are too old. @param now milliseconds since the epoch */
export function endExpired(now: number): Statement[] {
  return endSaved('expires_at <= ?', [now])
}

/** Erases the saved forms of an address. @param address as it is known here; see erasures.ts */
export function endOfAddress(address: string): Statement[] {
  return endSaved('address = ?', [address])
}

/**
 * Erases what came back with an older copy of the database for an address that was erased since.
 * @param erasedAt ISO 8601
 */
export function endErased(address: string, erasedAt: string): Statement[] {
  return endSaved('address = ? AND saved_at <= ?', [address, erasedAt])
}

/** Erases saved forms and cancels their mails that have not left: their links would lead nowhere. */
function endSaved(condition: string, parameters: Statement['parameters']): Statement[] {
  return [
    ...finish({ sql: `SELECT mail_id FROM saved_forms WHERE ${condition}`, parameters }),
    { sql: `${erasing} DELETE FROM saved_forms WHERE ${condition}`, parameters },
  ]
}
