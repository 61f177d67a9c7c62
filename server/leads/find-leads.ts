import { sql } from 'kysely'
import { referencedDigits } from '#engine/form/lead'
import { plainWords, type ResolvedForm } from '#engine/form/model'
import { contentHash } from '#engine/node'
import { compile, type Row, type Storage } from '#server/storage'
import { storedForm } from './form-versions.ts'
import { leadState } from './lifecycle.ts'
import { db } from './tables.ts'

/** How many candidates are named at most. */
const most = 5

/** Everything that is stored about one lead, for its person or for operators. Rows are as the tables have them. */
export interface LeadRecord {
  lead: Row
  consents: Row[]
  routings: Row[]
  deliveries: Row[]
  /** null where it subscribes to nothing. */
  subscription: Row | null
}

/** @returns null when there is no such lead */
export async function findLead(storage: Storage, id: string): Promise<LeadRecord | null> {
  const of = (table: 'consents' | 'routings' | 'subscriptions') =>
    compile(db.selectFrom(table).selectAll().where('lead_id', '=', id))
  const [[lead] = [], consents = [], routings = [], deliveries = [], [subscription = null] = []] = await storage.read([
    compile(
      db
        .selectFrom('leads')
        .selectAll()
        .select(sql<string>`${sql.raw(leadState())}`.as('state'))
        .where('id', '=', id),
    ),
    of('consents'),
    of('routings'),
    compile(db.selectFrom('deliveries').selectAll().where('subject_id', '=', id)),
    of('subscriptions'),
  ])
  return lead ? { lead, consents, routings, deliveries, subscription } : null
}

/** When the newest lead came, as ISO 8601; null when there is none. */
export async function newestLeadAt(storage: Storage): Promise<string | null> {
  const [[newest] = []] = await storage.read([
    compile(db.selectFrom('leads').select('received_at').orderBy('id', 'desc').limit(1)),
  ])
  return newest ? String(newest.received_at) : null
}

/** Whether there is such a lead, erased or not. */
export async function leadExists(storage: Storage, id: string): Promise<boolean> {
  const [rows = []] = await storage.read([compile(db.selectFrom('leads').select('id').where('id', '=', id))])
  return rows.length > 0
}

/** The leads that are not erased, in the order of their ids. */
export async function* leadsNotErased(
  storage: Storage,
): AsyncGenerator<{ id: string; receivedAt: string; answers: unknown }> {
  for (let after = ''; ; ) {
    const select = db
      .selectFrom('leads')
      .select(['id', 'received_at', 'answers'])
      .where('id', '>', after)
      .where('erased_at', 'is', null)
      .orderBy('id')
      .limit(page)
    const [rows = []] = await storage.read([compile(select)])
    for (const { id, received_at, answers } of rows)
      yield { id: String(id), receivedAt: String(received_at), answers: JSON.parse(String(answers)) }
    if (rows.length < page) return
    after = String(rows.at(-1)?.id)
  }
}

/** How many leads are looked through at a time. */
const page = 1000

/**
 * The ids of the leads with an answer that is this e-mail address, in capitals or not. Reads every lead.
 * @param onRead told how many were read so far
 */
export async function leadsOfEmail(
  storage: Storage,
  email: string,
  onRead: (leads: number) => void = () => {},
): Promise<string[]> {
  const wanted = email.trim().toLowerCase()
  const found: string[] = []
  let after = ''
  let read = 0
  for (;;) {
    const [rows = []] = await storage.read([
      compile(db.selectFrom('leads').select(['id', 'answers']).where('id', '>', after).orderBy('id').limit(page)),
    ])
    found.push(...rows.filter(({ answers }) => says(JSON.parse(String(answers)), wanted)).map(({ id }) => String(id)))
    read += rows.length
    onRead(read)
    if (rows.length < page) return found
    after = String(rows.at(-1)?.id)
  }
}

function says(answer: unknown, wanted: string): boolean {
  if (typeof answer === 'string') return answer.toLowerCase() === wanted
  return typeof answer === 'object' && answer !== null && Object.values(answer).some((inner) => says(inner, wanted))
}

/** A partner that may have a lead, and how it hears that the lead was withdrawn; null where it does not. */
export interface Recipient {
  lead: string
  partner: string
  delivery: string
  /** `by hand`: it has no request for it, so an operator tells it. */
  notice: 'sent' | 'by hand' | null
}

/** The partners that may have any of these leads: an attempt was made. */
export async function recipientsOf(storage: Storage, leads: readonly string[]): Promise<Recipient[]> {
  if (leads.length === 0) return []
  const sql = `SELECT d.subject_id, d.partner, d.delivery, n.kind AS notice FROM deliveries d
    LEFT JOIN deliveries n ON n.subject_id = d.subject_id AND n.partner = d.partner AND n.delivery = d.delivery
      AND n.topic = 'unsubscribe-notice'
    WHERE d.topic = 'lead' AND (d.attempts > 0 OR d.replay > 0 OR d.delivered_at IS NOT NULL)
      AND d.subject_id IN (${leads.map(() => '?').join(', ')})
    ORDER BY d.partner, d.subject_id, d.delivery`
  const [rows = []] = await storage.read([{ sql, parameters: leads }])
  return rows.map(({ subject_id, partner, delivery, notice }) => ({
    ...{ lead: String(subject_id), partner: String(partner), delivery: String(delivery) },
    notice: notice === null ? null : notice === 'manual' ? 'by hand' : 'sent',
  }))
}

/**
 * The ids that begin with the typed text, or that have the typed reference; a few of them,
 * when there are many. Leads that came within a minute begin alike.
 */
export async function idsThatBegin(storage: Storage, table: 'leads' | 'deliveries', typed: string): Promise<string[]> {
  const last = table === 'leads' ? referencedDigits(typed) : null
  if (last !== null) {
    const ending = db.selectFrom(table).select('id').where('id', 'like', `%${last}`).orderBy('id').limit(most)
    const [rows = []] = await storage.read([compile(ending)])
    return rows.map(({ id }) => String(id))
  }
  const digits = typed.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return []
  // Whole ids at both ends: databases that sort as people do ignore hyphens.
  const select = db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', uuid(digits.padEnd(32, '0')))
    .where('id', '<=', uuid(digits.padEnd(32, 'f')))
    .orderBy('id')
    .limit(most)
  const [rows = []] = await storage.read([compile(select)])
  return rows.map(({ id }) => String(id))
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** One declaration, and whether it holds up. */
export interface Evidence {
  consent: string
  purpose: string
  granted: boolean
  text: string
  locale: string
  page: string | null
  definition: string
  givenAt: string
  ip: string | null
  userAgent: string | null
  /** Where the declaration had to be confirmed by a mailed link: when and from where that was done; null until then. */
  confirmation?: { at: string; ip: string | null } | null
  /** What does not fit; empty when the sentence is the one that the form had, letter for letter. */
  doubts: string[]
}

/** The consents of a lead, each checked against its hash and against the form as it was shown; null: no such lead. */
export async function evidenceOf(storage: Storage, lead: string): Promise<Evidence[] | null> {
  const found = await findLead(storage, lead)
  return found && evidenceIn(found, await storedForm(storage, String(found.lead.definition)))
}

/** The same of a lead that was read, with its form as it was shown; null where that is not stored. */
export function evidenceIn(found: LeadRecord, form: ResolvedForm | null): Evidence[] {
  return found.consents.map((row) => {
    const shown = form?.consents.find(({ id }) => id === row.consent)
    const doubts = [
      ...(contentHash(String(row.text)) === row.text_hash ? [] : ['The sentence does not match its hash.']),
      ...(form ? [] : ['The form version that was shown is not stored.']),
      ...(!form || (shown && plainWords(shown.text) === row.text)
        ? []
        : ['The form that was shown had a different sentence.']),
    ]
    return {
      consent: String(row.consent),
      purpose: String(row.purpose),
      granted: row.granted === 1,
      text: String(row.text),
      locale: String(row.locale),
      page: row.page === null ? null : String(row.page),
      definition: String(row.definition),
      givenAt: String(row.given_at),
      ip: row.ip === null ? null : String(row.ip),
      userAgent: row.user_agent === null ? null : String(row.user_agent),
      ...confirmationIn(found.subscription),
      doubts,
    }
  })
}

/** A subscription that sending the form alone confirms has no moment of its own. */
function confirmationIn(subscription: Row | null): Pick<Evidence, 'confirmation'> {
  if (!subscription) return {}
  const { state, confirmed_at: at, confirmed_ip: ip } = subscription
  if (at !== null) return { confirmation: { at: String(at), ip: ip === null ? null : String(ip) } }
  return state === 'pending' || state === 'expired' ? { confirmation: null } : {}
}
