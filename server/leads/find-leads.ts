import { compile, db } from '#server/storage/sql.ts'
import type { Row, Storage } from '#server/storage/storage.ts'

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
    compile(db.selectFrom('leads').selectAll().where('id', '=', id)),
    of('consents'),
    of('routings'),
    compile(db.selectFrom('deliveries').selectAll().where('subject_id', '=', id)),
    of('subscriptions'),
  ])
  return lead ? { lead, consents, routings, deliveries, subscription } : null
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
