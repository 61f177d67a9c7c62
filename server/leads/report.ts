import type { Row, Statement, Storage } from '#server/storage'

/** What became of the leads that a partner got in a month of its own, by what it pays in. Test leads are not among them. */
export interface PartnerMonth {
  partner: string
  /** YYYY-MM. */
  month: string
  leads: number
  /** It has them: one of its deliveries arrived, or its feed was read. */
  accepted: number
  refused: number
  /** On their way. */
  open: number
  /** Given up, or erased on the way. */
  failed: number
  /** Of those accepted, with two decimals; '' where nothing was agreed. */
  price: string
  currency: string
}

/** Of which partner, and in which month, as YYYY-MM. */
export interface ReportQuery {
  partner?: string
  month?: string
}

/** Leads that are looked through at a time. */
const page = 2000

/**
 * Counts what partners got, by partner and month. Reads page by page, so that it can take its time.
 * @param onPage told how many leads were looked at so far
 */
export async function reportOf(
  storage: Storage,
  query: ReportQuery,
  onPage: (leads: number) => void = () => {},
): Promise<PartnerMonth[]> {
  const sums = new Map<string, Row>()
  let looked = 0
  for (let after = ''; ; ) {
    const [[found] = []] = await storage.read([selectPage(after)])
    if (!found || found.last === null) break
    const last = String(found.last)
    const [rows = []] = await storage.read([selectSums(query, after, last)])
    for (const row of rows) {
      const key = `${row.partner} ${row.month} ${row.currency ?? ''}`
      sums.set(key, sum(sums.get(key), row))
    }
    looked += Number(found.count)
    onPage(looked)
    after = last
  }
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => toMonth(row))
}

function selectPage(after: string): Statement {
  const sql = `SELECT max(id) AS last, count(*) AS count FROM
    (SELECT id FROM leads WHERE id > ? ORDER BY id LIMIT ${page}) AS page`
  return { sql, parameters: [after] }
}

/** How far a lead came on its best way to the partner: 4 arrived, 3 on its way, 2 given up, less where it never left. */
const best = `(SELECT max(CASE WHEN d.delivered_at IS NOT NULL THEN 4 WHEN d.state = 'pending' THEN 3
    WHEN d.state IN ('dead', 'bounced') OR d.attempts > 0 OR d.replay > 0 THEN 2 ELSE 1 END)
  FROM deliveries d WHERE d.subject_id = r.lead_id AND d.partner = r.partner AND d.topic = 'lead')`

/** What is held until it is confirmed, or was called off before it left, was never a partner's. */
function selectSums({ partner, month }: ReportQuery, after: string, last: string): Statement {
  const only = [
    ...(partner === undefined ? [] : ['AND r.partner = ?']),
    ...(month === undefined ? [] : ['AND r.day LIKE ?']),
  ]
  const asked = `SELECT r.partner, substr(r.day, 1, 7) AS month, r.currency, r.price, r.taken, ${best} AS best
    FROM routings r JOIN leads l ON l.id = r.lead_id
    WHERE r.lead_id > ? AND r.lead_id <= ? AND (r.taken = 1 OR r.reason = 'refused') AND l.test = 0 ${only.join(' ')}`
  const how = (which: string) => `sum(CASE WHEN ${which} THEN 1 ELSE 0 END)`
  const sql = `SELECT partner, month, currency, count(*) AS leads,
      ${how('taken = 1 AND best = 4')} AS accepted, ${how('taken = 0')} AS refused,
      ${how('taken = 1 AND best = 3')} AS open, ${how('taken = 1 AND best = 2')} AS failed,
      sum(CASE WHEN taken = 1 AND best = 4 THEN price END) AS price
    FROM (${asked}) AS asked WHERE taken = 0 OR best > 1 GROUP BY partner, month, currency`
  const parameters = [
    after,
    last,
    ...(partner === undefined ? [] : [partner]),
    ...(month === undefined ? [] : [`${month}%`]),
  ]
  return { sql, parameters }
}

/** How often a consent of a purpose was given, and how often not. */
export interface ConsentTotal {
  purpose: string
  given: number
  notGiven: number
}

/** Counts all consents by purpose. Reads page by page, so that it can take its time. */
export async function consentTotals(storage: Storage): Promise<ConsentTotal[]> {
  const totals = new Map<string, ConsentTotal>()
  for (let after = ''; ; ) {
    const [[found] = []] = await storage.read([selectPage(after)])
    if (!found || found.last === null) break
    const sql = `SELECT purpose, sum(granted) AS given, count(*) AS all_of_them FROM consents
      WHERE lead_id > ? AND lead_id <= ? GROUP BY purpose`
    const [rows = []] = await storage.read([{ sql, parameters: [after, found.last] }])
    for (const row of rows) {
      const purpose = String(row.purpose)
      const { given, notGiven } = totals.get(purpose) ?? { given: 0, notGiven: 0 }
      const now = Number(row.given)
      totals.set(purpose, { purpose, given: given + now, notGiven: notGiven + Number(row.all_of_them) - now })
    }
    after = String(found.last)
  }
  return [...totals.values()].sort((one, other) => (one.purpose < other.purpose ? -1 : 1))
}

const counted = ['leads', 'accepted', 'refused', 'open', 'failed', 'price'] as const

function sum(one: Row | undefined, other: Row): Row {
  const added = counted.map((name) => [name, Number(one?.[name] ?? 0) + Number(other[name] ?? 0)])
  return { ...other, ...Object.fromEntries(added) }
}

function toMonth(row: Row): PartnerMonth {
  const currency = row.currency === null ? '' : String(row.currency)
  return {
    partner: String(row.partner),
    month: String(row.month),
    leads: Number(row.leads),
    accepted: Number(row.accepted),
    refused: Number(row.refused),
    open: Number(row.open),
    failed: Number(row.failed),
    price: currency === '' ? '' : (Number(row.price) / 100).toFixed(2),
    currency,
  }
}
