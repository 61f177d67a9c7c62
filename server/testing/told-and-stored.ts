import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isAcknowledged, type SentLead } from './lead-stream.ts'

/** A stored lead and the key of the stream that sent it. */
export interface StoredLead {
  id: string
  key: string
}

const select = 'SELECT id, attribution FROM leads'

/** The leads of streams in a database. @param place an SQLite file, or `postgres://…` */
export async function storedLeads(place: string): Promise<StoredLead[]> {
  const rows = place.startsWith('postgres:') ? await fromPostgres(place) : fromSqlite(place)
  return rows.map(({ id, attribution }) => ({ id, key: String(JSON.parse(attribution).click_id) }))
}

interface Row {
  id: string
  attribution: string
}

async function fromPostgres(url: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(select)).rows
  } finally {
    await client.end()
  }
}

function fromSqlite(file: string): Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return database.prepare(select).all() as unknown as Row[]
  } finally {
    database.close()
  }
}

/**
 * Compares what clients were told with what is stored: a sentence for each lead that was acknowledged and is not there,
 * is there twice, or about which an answer was wrong. Empty when all was told truly.
 */
export function untruths(sent: readonly SentLead[], stored: readonly StoredLead[]): string[] {
  const byKey = Map.groupBy(stored, ({ key }) => key)
  return sent.flatMap((lead) => {
    const wrong = untruth(lead, byKey.get(lead.key)?.map(({ id }) => id) ?? [])
    return wrong === null ? [] : [`${lead.key}: ${wrong} (${history(lead)})`]
  })
}

function untruth(lead: SentLead, stored: readonly string[]): string | null {
  const { answers } = lead
  const ids = new Set(answers.flatMap(({ id }) => id ?? []))
  const strange = answers.find(({ status }) => status !== null && ![200, 201, 429, 503].includes(status))
  if (strange) return `was answered ${strange.status}`
  if (stored.length > 1) return `is stored ${stored.length} times`
  if (ids.size > 1) return 'was acknowledged under two ids'
  if (answers.filter(({ status }) => status === 201).length > 1) return 'was acknowledged as new twice'
  if (isAcknowledged(lead)) {
    if (stored.length === 0) return 'was acknowledged and is not stored'
    if (!ids.has(stored[0] ?? '')) return 'was acknowledged under another id'
  }
  // Everything before the first acknowledgement: did it leave room for what came then?
  const first = answers.findIndex(({ id }) => id !== null)
  const refusals = first === -1 ? answers : answers.slice(0, first)
  const saidNothing = refusals.every(({ isOpen }) => !isOpen)
  if (saidNothing && answers[first]?.status === 200) return 'was said not to be stored, and was'
  if (saidNothing && first === -1 && stored.length > 0) return 'was said not to be stored, and is'
  return null
}

function history({ answers }: SentLead): string {
  return answers.map(({ status, isOpen }) => `${status ?? 'no answer'}${isOpen ? ' open' : ''}`).join(', ')
}

/** What a stream saw, in a line: how many of each answer, and the slowest. */
export function summary(sent: readonly SentLead[]): string {
  const answers = sent.flatMap((lead) => lead.answers)
  const kinds = Map.groupBy(answers, ({ status, isOpen }) => {
    if (status === null) return 'without an answer'
    return isOpen ? `${status} with open outcome` : String(status)
  })
  const counts = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, all]) => `${all.length} × ${kind}`)
  return `${sent.length} leads sent: ${counts.join(', ')}; slowest answer ${Math.round(slowest(sent))} ms`
}

/** How long the slowest answer took, in ms. */
export function slowest(sent: readonly SentLead[]): number {
  return sent.reduce((most, { answers }) => Math.max(most, ...answers.map((answer) => answer.milliseconds)), 0)
}
