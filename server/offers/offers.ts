import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '#engine/form/values'
import type { Market } from '#schemas/generated/site.ts'
import { guard, ifStored } from '#server/leads'
import { erasing, type KeyedHash, rowInsert, type Statement, type Storage } from '#server/storage'
import { mostOffers, type OfferTerms, type ReadOffers, readOffers, type StoredOffer } from './read-offers.ts'

/** For how long a results page can be opened, in ms. */
export const resultsLife = 30 * 24 * 60 * 60 * 1000

interface ResultsRow {
  lead_id: string
  form: string
  asked_at: number
  wait_until: number
  previous: string | null
  currency: string
  time_zone: string
}

const columns = ['lead_id', 'form', 'asked_at', 'wait_until', 'previous', 'currency', 'time_zone'] as const
const resultsRow = rowInsert<ResultsRow>(
  'results',
  columns,
  (value) => `${ifStored(value('lead_id'))} ON CONFLICT (lead_id) DO NOTHING`,
)

/**
 * Opens the results page of a lead, in the transaction that stores it.
 * @param seconds how long partners are waited for
 * @param askedAt milliseconds since the epoch
 * @param previous the lead that the visitor sent before with other answers
 */
export function openResults(
  { id, form, previous = null }: { id: string; form: string; previous?: string | null },
  { askedAt, seconds, market }: { askedAt: number; seconds: number; market: Pick<Market, 'currency' | 'timeZone'> },
): Statement {
  const { currency, timeZone } = market
  const wait_until = askedAt + seconds * 1000
  return resultsRow({ lead_id: id, form, asked_at: askedAt, wait_until, previous, currency, time_zone: timeZone })
}

/** Restarts the wait of a results page: an operator approved its lead, so its partners are asked now. */
export function reopenResults(lead: string, { askedAt, seconds }: { askedAt: number; seconds: number }): Statement {
  return {
    sql: 'UPDATE results SET asked_at = ?, wait_until = ?, revision = revision + 1 WHERE lead_id = ? AND is_open = 1',
    parameters: [askedAt, askedAt + seconds * 1000, lead],
  }
}

/** What a partner answered a lead with, by which of its deliveries. */
export interface PartnerAnswer {
  lead: string
  partner: string
  delivery: string
  offers: readonly StoredOffer[]
  /** Whether the answer has all offers of the delivery, as a reply does: those of an earlier reply that it no longer names go. */
  isWhole: boolean
}

/**
 * Stores what a partner answered, in the transaction that settles its delivery. Nothing is stored where the page is over
 * or the lead erased, and an offer that was chosen stays as it was chosen. @param now milliseconds since the epoch
 */
export function receiveOffers({ lead, partner, delivery, offers, isWhole }: PartnerAnswer, now: number): Statement[] {
  const marks = offers.map(() => '?').join(', ')
  const others = offers.length > 0 ? `AND offer_id NOT IN (${marks})` : ''
  const gone = {
    sql: `DELETE FROM offers
      WHERE lead_id = ? AND partner = ? AND delivery = ? AND is_reply = 1 AND chosen_at IS NULL ${others}`,
    parameters: [lead, partner, delivery, ...offers.map(({ id }) => id)],
  }
  return [
    // First, since it locks the row: other writes to this page wait, and an erasure is complete or comes later.
    touchResults(lead),
    ...(isWhole ? [gone] : []),
    ...offers.map((offer) =>
      insertOffer({ lead, partner, delivery }, { id: offer.id, content: JSON.stringify(offer), isReply: isWhole }, now),
    ),
  ]
}

function insertOffer(
  { lead, partner, delivery }: Pick<PartnerAnswer, 'lead' | 'partner' | 'delivery'>,
  { id, content, isReply }: { id: string; content: string; isReply: boolean },
  now: number,
): Statement {
  return {
    sql: `INSERT INTO offers (lead_id, partner, delivery, offer_id, content, is_reply, received_at)
      SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER),
        CAST(? AS BIGINT)
      WHERE EXISTS (SELECT 1 FROM results WHERE lead_id = ? AND is_open = 1)
        AND ((SELECT count(*) FROM offers WHERE lead_id = ? AND partner = ? AND content <> '') < ${mostOffers}
          OR EXISTS (SELECT 1 FROM offers WHERE lead_id = ? AND partner = ? AND offer_id = ?))
      ON CONFLICT (lead_id, partner, offer_id) DO UPDATE
        SET content = excluded.content, delivery = excluded.delivery, is_reply = offers.is_reply * excluded.is_reply,
          received_at = CASE WHEN offers.content = excluded.content THEN offers.received_at ELSE excluded.received_at END
        WHERE offers.chosen_at IS NULL`,
    parameters: [
      ...[lead, partner, delivery, id, content, isReply ? 1 : 0, now],
      ...[lead, lead, partner, lead, partner, id],
    ],
  }
}

/** Says that what a results page shows has changed, such as how far a partner is. */
export function touchResults(lead: string): Statement {
  return {
    sql: 'UPDATE results SET revision = revision + 1 WHERE lead_id = ? AND is_open = 1',
    parameters: [lead],
  }
}

/** What a partner answers to a lead, and how its delivery reads it. */
export interface OfferAnswer extends Pick<PartnerAnswer, 'lead' | 'partner' | 'delivery' | 'isWhole'> {
  asked: OfferTerms['asked']
  json: unknown
}

/**
 * Reads the offers of an answer in the market of the lead: the statements that store them, and why parts are not shown.
 * null where the lead has no results page, or none any more. @param now milliseconds since the epoch
 */
export async function readAnswer(
  storage: Storage,
  answer: OfferAnswer,
  now: number,
): Promise<(ReadOffers & { statements: Statement[] }) | null> {
  const read = await readInMarket(storage, answer, now)
  return read && { ...read, statements: receiveOffers({ ...answer, offers: read.offers }, now) }
}

async function readInMarket(
  storage: Storage,
  { lead, asked, json }: Pick<OfferAnswer, 'lead' | 'asked' | 'json'>,
  now: number,
): Promise<ReadOffers | null> {
  const select = {
    sql: 'SELECT currency, time_zone FROM results WHERE lead_id = ? AND is_open = 1',
    parameters: [lead],
  }
  const [[row] = []] = await storage.read([select])
  if (!row) return null
  return readOffers(json, { asked, currency: String(row.currency), today: dayIn(now, String(row.time_zone)) })
}

/**
 * Takes the offers of a later call of a partner, in addition to those that it sent before. An answer without offers says that it
 * declines. @param now milliseconds since the epoch
 * @returns the ids of the offers that are stored, and why others are not; null where the lead has no results page, or
 * none any more
 */
export async function takeOffers(
  storage: Storage,
  answer: Omit<OfferAnswer, 'isWhole'>,
  now: number,
): Promise<{ taken: string[]; refused: string[] } | null> {
  const { lead, partner } = answer
  const read = await readInMarket(storage, answer, now)
  if (!read || (read.offers.length === 0 && read.refused.length > 0))
    return read && { taken: [], refused: read.refused }
  const own = [lead, partner]
  const sent = read.offers.map((offer) => ({ id: offer.id, content: JSON.stringify(offer), isReply: false }))
  const declined = { id: '', content: '', isReply: false }
  const [held = [], ...results] = await storage.atomic([
    {
      sql: 'UPDATE results SET revision = revision WHERE lead_id = ? AND is_open = 1 RETURNING lead_id',
      parameters: [lead],
    },
    ...(sent.length > 0 ? sent : [declined]).map((each) => insertOffer(answer, each, now)),
    // A repeat changes nothing, and no stream gets an event.
    {
      sql: `UPDATE results SET revision = revision + 1 WHERE lead_id = ? AND is_open = 1
        AND EXISTS (SELECT 1 FROM offers WHERE lead_id = ? AND partner = ? AND received_at = ?)`,
      parameters: [lead, ...own, now],
    },
    { sql: 'SELECT offer_id, content FROM offers WHERE lead_id = ? AND partner = ?', parameters: own },
  ])
  if (held.length === 0) return null
  const stored = new Map(results.at(-1)?.map(({ offer_id, content }) => [String(offer_id), content]))
  const left = sent.filter(({ id, content }) => stored.get(id) !== content)
  const chosen = left.some(({ id }) => stored.has(id)) ? ['An offer that the visitor has chosen stays as it was.'] : []
  const more = left.some(({ id }) => !stored.has(id)) ? [`The lead has ${mostOffers} offers of yours already.`] : []
  return {
    taken: sent.filter((each) => !left.includes(each)).map(({ id }) => id),
    refused: [...read.refused, ...chosen, ...more],
  }
}

/** A results page as it is stored. Times are milliseconds since the epoch. */
export interface StoredResults {
  askedAt: number
  waitUntil: number
  /** Changes with what it shows. */
  revision: number
  previous: string | null
  /** Whether the visitor saw offers before. */
  isSeen: boolean
  offers: {
    partner: string
    delivery: string
    offer: StoredOffer
    receivedAt: number
    isChosen: boolean
    chosenAt: number | null
  }[]
  /** The partners that said in a later call that they have no offer. */
  declined: string[]
}

/** The results page of a lead; null where there is none, or none any more. */
export async function resultsOf(storage: Storage, lead: string): Promise<StoredResults | null> {
  const [[results] = [], offers = []] = await storage.read([
    {
      sql: 'SELECT asked_at, wait_until, revision, previous, seen_at FROM results WHERE lead_id = ? AND is_open = 1',
      parameters: [lead],
    },
    {
      sql: `SELECT partner, delivery, content, received_at, chosen_at FROM offers
        WHERE lead_id = ? ORDER BY received_at, partner, offer_id`,
      parameters: [lead],
    },
  ])
  if (!results) return null
  const shown = offers.filter(({ content }) => content !== '')
  return {
    askedAt: Number(results.asked_at),
    waitUntil: Number(results.wait_until),
    revision: Number(results.revision),
    previous: results.previous === null || results.previous === undefined ? null : String(results.previous),
    isSeen: results.seen_at !== null,
    declined: offers.flatMap(({ partner, content }) => (content === '' ? [String(partner)] : [])),
    offers: shown.map(({ partner, delivery, content, received_at, chosen_at }) => ({
      partner: String(partner),
      delivery: String(delivery),
      offer: JSON.parse(String(content)) as StoredOffer,
      receivedAt: Number(received_at),
      isChosen: chosen_at !== null,
      chosenAt: typeof chosen_at === 'string' ? Date.parse(chosen_at) : null,
    })),
  }
}

/** How many leads are asked for at a time: by statements of few lengths, which the database knows. */
const lengths = [1, 500]

/** The revisions of open results pages, by lead. At most 500 are asked for at once. */
export async function revisionsOf(storage: Storage, leads: readonly string[]): Promise<Map<string, number>> {
  if (leads.length === 0) return new Map()
  const length = lengths.find((each) => each >= leads.length) ?? leads.length
  const parameters = Array.from({ length }, (_, index) => leads[index] ?? '')
  const marks = parameters.map(() => '?').join(', ')
  const sql = `SELECT lead_id, revision FROM results WHERE is_open = 1 AND lead_id IN (${marks})`
  const [rows = []] = await storage.read([{ sql, parameters }])
  return new Map(rows.map(({ lead_id, revision }) => [String(lead_id), Number(revision)]))
}

/**
 * Counts a try to open the answers of a results page, before it is judged. @returns how many there were since the last
 * right one, with this one; null where there were `most` already, or there is no such page, or none any more
 */
export async function countTry(storage: Storage, lead: string, most: number): Promise<number | null> {
  const sql = 'UPDATE results SET tries = tries + 1 WHERE lead_id = ? AND is_open = 1 AND tries < ? RETURNING tries'
  const [[row] = []] = await storage.atomic([{ sql, parameters: [lead, most] }])
  return row ? Number(row.tries) : null
}

/** Forgets the wrong tries before a right one. */
export function forgetTries(lead: string): Statement {
  return { sql: 'UPDATE results SET tries = 0 WHERE lead_id = ?', parameters: [lead] }
}

/** Notes that a visitor saw offers, the first time. @param now milliseconds since the epoch */
export function markSeen(lead: string, now: number): Statement {
  return {
    sql: `UPDATE results SET seen_at = ? WHERE lead_id = ? AND seen_at IS NULL
      AND EXISTS (SELECT 1 FROM offers WHERE lead_id = results.lead_id AND content <> '')`,
    parameters: [new Date(now).toISOString(), lead],
  }
}

/**
 * Notes that the visitor chose an offer. The transaction is undone where it was chosen before or is not shown any more;
 * what goes with the choice comes after. @param now milliseconds since the epoch
 */
export function chooseOffer(
  { lead, partner, offer }: { lead: string; partner: string; offer: string },
  now: number,
): Statement[] {
  const one = [lead, partner, offer]
  const isOffered = `EXISTS (SELECT 1 FROM offers WHERE lead_id = ? AND partner = ? AND offer_id = ? AND chosen_at IS NULL
    AND content <> '')`
  return [
    touchResults(lead),
    guard(`NOT (${isOffered} AND EXISTS (SELECT 1 FROM results WHERE lead_id = ? AND is_open = 1))`, [...one, lead]),
    {
      sql: 'UPDATE offers SET chosen_at = ? WHERE lead_id = ? AND partner = ? AND offer_id = ?',
      parameters: [new Date(now).toISOString(), ...one],
    },
  ]
}

/** Ends the results pages of leads that are erased: only that an offer was seen or chosen is still counted. */
export function endResults(leads: readonly string[]): Statement[] {
  return leads.flatMap((lead) => [
    // First: who stores an offer just now is waited for, and who comes later finds that the page is over.
    { sql: 'UPDATE results SET is_open = 0, previous = NULL WHERE lead_id = ?', parameters: [lead] },
    { sql: `${erasing} DELETE FROM offers WHERE chosen_at IS NULL AND lead_id = ?`, parameters: [lead] },
    { sql: `${erasing} UPDATE offers SET content = '' WHERE lead_id = ?`, parameters: [lead] },
  ])
}

/** How many pages end in one transaction, so that visitors hardly wait. */
const batch = 100

/** Ends the results pages whose time is over. @param now milliseconds since the epoch */
export async function endOldResults(storage: Storage, now: number): Promise<void> {
  const select = {
    sql: `SELECT lead_id FROM results WHERE is_open = 1 AND asked_at < ? LIMIT ${batch}`,
    parameters: [now - resultsLife],
  }
  for (;;) {
    const [rows = []] = await storage.read([select])
    if (rows.length > 0) await storage.atomic(endResults(rows.map(({ lead_id }) => String(lead_id))))
    if (rows.length < batch) return
    await sleep(10)
  }
}

/** What became of the results pages of a form: leads with offers, visitors who saw and chose one, and what each partner won. */
export interface OffersReport {
  pages: number
  withOffers: number
  seen: number
  chosen: number
  partners: { partner: string; answered: number; won: number }[]
}

/** Counts the results pages of a form that were opened from a moment on. @param from milliseconds since the epoch */
export async function offersReport(storage: Storage, form: string, from: number): Promise<OffersReport> {
  const has = (condition: string) =>
    `CASE WHEN EXISTS (SELECT 1 FROM offers WHERE offers.lead_id = results.lead_id AND offer_id <> '' ${condition}) THEN 1 ELSE 0 END`
  const [[total] = [], partners = []] = await storage.read([
    {
      sql: `SELECT count(*) AS pages, sum(${has('')}) AS with_offers,
          sum(CASE WHEN seen_at IS NULL THEN 0 ELSE 1 END) AS seen, sum(${has('AND chosen_at IS NOT NULL')}) AS chosen
        FROM results WHERE form = ? AND asked_at >= ?`,
      parameters: [form, from],
    },
    {
      sql: `SELECT partner, count(DISTINCT offers.lead_id) AS answered,
          count(DISTINCT CASE WHEN chosen_at IS NULL THEN NULL ELSE offers.lead_id END) AS won
        FROM offers JOIN results ON results.lead_id = offers.lead_id WHERE form = ? AND asked_at >= ? AND offer_id <> ''
        GROUP BY partner ORDER BY partner`,
      parameters: [form, from],
    },
  ])
  return {
    pages: Number(total?.pages ?? 0),
    withOffers: Number(total?.with_offers ?? 0),
    seen: Number(total?.seen ?? 0),
    chosen: Number(total?.chosen ?? 0),
    partners: partners.map((row) => ({
      partner: String(row.partner),
      answered: Number(row.answered),
      won: Number(row.won),
    })),
  }
}

/** The digits of a hash that a token holds: 132 bits cannot be guessed. */
const hashLength = 22

const ofResults = (hash: KeyedHash, lead: string) => hash('results page', lead).slice(0, hashLength)

/** The token of a lead's results page: its id and a keyed hash of that. It is stored nowhere. */
export function resultsToken(hash: KeyedHash, lead: string): string {
  return Buffer.from(lead.replaceAll('-', ''), 'hex').toString('base64url') + ofResults(hash, lead)
}

/** The lead that a token belongs to; null for a token that this installation did not make. */
export function leadOfToken(hash: KeyedHash, token: string): string | null {
  if (!/^[\w-]{44}$/.test(token)) return null
  const digits = Buffer.from(token.slice(0, hashLength), 'base64url').toString('hex')
  const lead = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  // Compared whole: another spelling of the same bytes is no token.
  return isSame(resultsToken(hash, lead), token) ? lead : null
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
