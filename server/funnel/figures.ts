import { leadCounts } from '#server/leads'
import type { Row, Statement, Storage } from '#server/storage'

/** What distinguishes visits, in the order of columns. */
export const dimensions = ['locale', 'definition', 'brand', 'page', 'device', 'source'] as const

export type Dimension = (typeof dimensions)[number]

const by = ['form', 'day', ...dimensions, 'step'].join(', ')

/** What is counted of each step of each visit, with what it is about. Who is still there has not left. */
const measures = [
  { what: 'seen', about: `''`, when: 'true', isOverOnly: false },
  { what: 'done', about: `''`, when: `seconds IS NOT NULL`, isOverOnly: false },
  { what: 'time', about: 'CAST(seconds AS TEXT)', when: 'seconds > 0', isOverOnly: false },
  { what: 'error', about: 'error', when: 'error IS NOT NULL', isOverOnly: false },
  {
    what: 'left',
    about: `COALESCE(question, '')`,
    when: `seconds IS NULL AND step <> '' AND NOT EXISTS
      (SELECT 1 FROM visit_steps AS sent WHERE sent.visit = visit_steps.visit AND sent.step = '')`,
    isOverOnly: true,
  },
] as const

/** The counts in what is known of single visits. @param isOver whether they are over */
function counted(where: string, isOver: boolean): string {
  const each = measures
    .filter(({ isOverOnly }) => isOver || !isOverOnly)
    .map(
      ({ what, about, when }) =>
        `SELECT ${by}, '${what}' AS what, ${about} AS about FROM visit_steps WHERE ${where} AND ${when}`,
    )
  return `SELECT ${by}, what, about, COUNT(*) AS visits FROM (${each.join(' UNION ALL ')}) AS each_step
    GROUP BY ${by}, what, about`
}

/**
 * Sums up visits that are over, and forgets them one by one. Alone among the servers, so that nothing counts twice.
 * @param endedBefore milliseconds since the epoch
 */
export function sweepOf(storage: Storage, endedBefore: number): Statement[] {
  const where = `ends_at < ${Math.floor(endedBefore)}`
  return [
    ...storage.lock('funnel'),
    {
      sql: `INSERT INTO step_counts (${by}, what, about, visits) ${counted(where, true)}
        ON CONFLICT (${by}, what, about) DO UPDATE SET visits = step_counts.visits + excluded.visits`,
      parameters: [],
    },
    { sql: `DELETE FROM visit_steps WHERE ${where}`, parameters: [] },
  ]
}

/** Which visits are counted: those of a form that began on these days (UTC), and of them those that match. */
export interface FunnelQuery extends Partial<Record<Dimension, string>> {
  form: string
  /** The first day, and the last one, as YYYY-MM-DD. */
  since: string
  until: string
}

/** How visits fared with one step. */
export interface StepFigures {
  /** Visits that saw it, and those that went on from it. */
  seen: number
  done: number
  /** Visits that ended there, by the question that the visitor was at; '' where they were at none. */
  left: ReadonlyMap<string, number>
  /** Visits by the first error that they met there: a field's id and a rule, or ''. */
  errors: ReadonlyMap<string, number>
  /** How long it took half of those who went on, at most, in seconds; null where none did. */
  medianSeconds: number | null
}

function matching(query: FunnelQuery): Statement {
  const given = dimensions.filter((name) => query[name] !== undefined)
  return {
    sql: ['form = ? AND day >= ? AND day <= ?', ...given.map((name) => `${name} = ?`)].join(' AND '),
    parameters: [query.form, query.since, query.until, ...given.map((name) => query[name])],
  }
}

/** The steps of a form with their figures, by id; under '' those who sent it. */
export async function funnelFigures(storage: Storage, query: FunnelQuery): Promise<Map<string, StepFigures>> {
  const { sql: where, parameters } = matching(query)
  const own = `step, what, about, SUM(visits) AS visits`
  const [over = [], open = []] = await storage.read([
    { sql: `SELECT ${own} FROM step_counts WHERE ${where} GROUP BY step, what, about`, parameters },
    {
      sql: `SELECT ${own} FROM (${counted(where, false)}) AS open GROUP BY step, what, about`,
      parameters: measures.filter(({ isOverOnly }) => !isOverOnly).flatMap(() => parameters),
    },
  ])
  const steps = new Map<string, Map<string, Map<string, number>>>()
  for (const { step, what, about, visits } of [...over, ...open]) {
    const figures = steps.get(String(step)) ?? new Map<string, Map<string, number>>()
    steps.set(String(step), figures)
    const counts = figures.get(String(what)) ?? new Map<string, number>()
    figures.set(String(what), counts)
    counts.set(String(about), (counts.get(String(about)) ?? 0) + Number(visits))
  }
  return new Map(
    [...steps].map(([step, figures]) => {
      const of = (what: (typeof measures)[number]['what']) => figures.get(what) ?? new Map<string, number>()
      const all = (what: (typeof measures)[number]['what']) => of(what).get('') ?? 0
      return [
        step,
        {
          ...{ seen: all('seen'), done: all('done'), left: of('left'), errors: of('error') },
          medianSeconds: medianOf(of('time')),
        },
      ]
    }),
  )
}

/** @param counts by the seconds that they were rounded up to */
function medianOf(counts: ReadonlyMap<string, number>): number | null {
  const sorted = [...counts]
    .map(([span, count]) => [Number(span), count] as const)
    .sort(([one], [other]) => one - other)
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2
  let sum = 0
  for (const [span, count] of sorted) {
    sum += count
    if (sum >= half) return span
  }
  return null
}

/** What visits of a form can be told apart by on these days, most frequent first. */
export async function funnelChoices(
  storage: Storage,
  { form, since, until }: Pick<FunnelQuery, 'form' | 'since' | 'until'>,
): Promise<Record<Dimension, string[]>> {
  const named = dimensions.join(', ')
  const of = (table: string, count: string) =>
    `SELECT ${named}, ${count} AS visits FROM ${table} WHERE form = ? AND day >= ? AND day <= ?`
  const rows = await storage.read([
    {
      sql: `${of('step_counts', 'SUM(visits)')} AND what = 'seen' GROUP BY ${named}`,
      parameters: [form, since, until],
    },
    { sql: `${of('visit_steps', 'COUNT(*)')} GROUP BY ${named}`, parameters: [form, since, until] },
  ])
  const choicesOf = (name: Dimension): string[] => {
    const counts = new Map<string, number>()
    for (const row of rows.flat())
      counts.set(String(row[name]), (counts.get(String(row[name])) ?? 0) + Number(row.visits))
    return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value)
  }
  return Object.fromEntries(dimensions.map((name) => [name, choicesOf(name)])) as Record<Dimension, string[]>
}

/** How a form fares: how many visits saw each of its steps, and how many leads it brought. */
export interface Funnel {
  locale: string
  definition: string
  /** Step id → how many visits saw it. */
  shown: Map<string, number>
  /** Leads that its pages brought. */
  sent: number
  /** Leads that other programs sent, which saw no step. */
  byApi: number
  /** Of a form that subscribes: how many did, and how many of them confirmed it by the link of a mail. */
  subscribed: number
  confirmed: number
}

/** @param since the first day that counts, as YYYY-MM-DD */
export async function funnelsOf(storage: Storage, form: string, since: string): Promise<Funnel[]> {
  const of = (table: string, count: string) =>
    `SELECT locale, definition, step, ${count} AS shown FROM ${table} WHERE form = ? AND day >= ? AND step <> ''`
  const group = 'GROUP BY locale, definition, step'
  const views = await storage.read([
    { sql: `${of('step_counts', 'SUM(visits)')} AND what = 'seen' ${group}`, parameters: [form, since] },
    { sql: `${of('visit_steps', 'COUNT(*)')} ${group}`, parameters: [form, since] },
  ])
  const { sent: sentRows, subscribed: subscribedRows } = await leadCounts(storage, form, since)
  const funnels = new Map<string, Funnel>()
  const at = (locale: string, definition: string) => {
    const key = `${locale} ${definition}`
    const funnel = funnels.get(key) ?? {
      ...{ locale, definition, shown: new Map(), sent: 0, byApi: 0, subscribed: 0, confirmed: 0 },
    }
    funnels.set(key, funnel)
    return funnel
  }
  const add = ({ locale, definition, step, shown }: Row) => {
    const { shown: known } = at(String(locale), String(definition))
    known.set(String(step), (known.get(String(step)) ?? 0) + Number(shown))
  }
  views.flat().forEach(add)
  for (const { locale, definition, via, count } of sentRows)
    at(locale, definition)[via === 'page' ? 'sent' : 'byApi'] = count
  for (const { locale, definition, subscribed, confirmed } of subscribedRows)
    Object.assign(at(locale, definition), { subscribed, confirmed })
  return [...funnels.values()]
}
