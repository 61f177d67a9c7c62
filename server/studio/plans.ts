import { randomUUID } from 'node:crypto'
import { momentIn } from '#engine/form/values'
import type { Row, Statement, Storage } from '#server/storage'
import type { Released, Studio, StudioDeed } from './studio.ts'

/** A draft that a publisher has approved to go live at a time. */
export interface Plan {
  id: string
  form: string
  /** Milliseconds since the epoch. */
  at: number
  /** The same as it was said: `2026-12-01 08:00 Europe/Berlin`. */
  said: string
  /** The id of who approved it. */
  by: string
  note: string
  /** What they saw of the draft. */
  review: string
  /** running: a server is at it. */
  state: 'planned' | 'running' | 'done' | 'refused' | 'cancelled'
  /** Why it was refused, as `Released` has it; `right`: who approved it may no longer. */
  reason: string
}

/**
 * What is planned. zone: no such time zone; time: no such time there, as clocks skip some; past: it is over; far: it is more than
 * a year away; there: there is a plan already.
 */
export type Planned =
  | { ok: true; plan: Plan }
  | { ok: false; reason: 'zone' | 'time' | 'past' | 'far' | 'there' | 'empty' }

export interface Plans {
  /** @param written a day and a time, such as `2026-12-01T08:00`; a time that comes twice as clocks go back is the first */
  plan(form: string, by: { who: string; note: string; review: string; written: string; zone: string }): Promise<Planned>
  /** The newest plan of a form. */
  newest(form: string): Promise<Plan | null>
  /** @returns whether it was still planned */
  cancel(id: string, who: string): Promise<boolean>
  /** Puts live what is due, as often as a server asks: each plan is carried out once. */
  tick(): Promise<void>
  close(): Promise<void>
}

interface Parts {
  storage: Storage
  /** The storage with an entry of a deed in the audit, if its transaction makes a condition true. */
  recording: (deed: StudioDeed, done: Statement) => Storage
  studio: Studio
  now: () => number
  /** Whether a person may not put live what these wrote: `right`, or `author` where another has to. */
  barred: (who: string, authors: readonly string[], form: string) => Promise<'right' | 'author' | null>
  failed: (error: unknown) => void
  /** How often it looks for what is due, in ms; null: only when it is asked. */
  every?: number | null
}

/** For how long what may pass is tried again, in ms. */
const longestTries = 10 * 60_000

/** After which time a server that began is taken to have ended, in ms. */
const longestRun = 3 * 60_000

const aYear = 366 * 24 * 60 * 60_000

/** What may be otherwise in a moment. */
const passing: readonly string[] = ['git', 'unjudged', 'moved', 'disk']

/** Opens what is planned, and looks from time to time whether anything is due. */
export function openPlans({ storage, recording, studio, now, barred, failed, every = 5000 }: Parts): Plans {
  let last: Promise<unknown> = Promise.resolve()

  async function read(sql: string, ...parameters: unknown[]): Promise<Plan[]> {
    const [rows = []] = await storage.read([{ sql: `SELECT * FROM planned_releases ${sql}`, parameters }])
    return rows.map(planIn)
  }

  /** Has a plan go on to its next state, unless another server was faster. @returns whether it did */
  async function goOn({ id, form, by }: Plan, from: Plan['state'], to: Plan['state'], reason = ''): Promise<boolean> {
    const parameters = [to, reason, now(), id, from]
    const sql = `UPDATE planned_releases SET state = ?, reason = ?, changed_at = ? WHERE id = ? AND state = ? RETURNING id`
    const kept = to === 'refused' ? recording({ kind: 'plan-refused', who: by, form }, isNow(id, to)) : storage
    const [rows = []] = await kept.atomic([{ sql, parameters }])
    return rows.length > 0
  }

  async function carryOut(plan: Plan): Promise<void> {
    await studio.followAll()
    const found = studio.form(plan.form)
    const isLate = now() > plan.at + longestTries
    // Another server may have the draft: who has none waits first.
    if (!found?.draft && !isLate) return
    if (!(await goOn(plan, 'planned', 'running'))) return
    let why: 'right' | 'author' | null = null
    let made: Released
    try {
      made = await studio.release(plan.form, {
        ...{ who: plan.by, note: plan.note, review: plan.review, plan: plan.id },
        async isBarred(authors) {
          why = await barred(plan.by, authors, plan.form)
          return why !== null
        },
      })
    } catch (error) {
      await goOn(plan, 'running', isLate ? 'refused' : 'planned', 'failed')
      throw error
    }
    if (made.ok) return void (await goOn(plan, 'running', 'done'))
    const mayPass = passing.includes(made.reason) && !isLate
    await goOn(plan, 'running', mayPass ? 'planned' : 'refused', why ?? made.reason)
  }

  /** What a server that ended had begun: it is done, or begins again. */
  async function pickUp(plan: Plan): Promise<void> {
    const isDone = studio
      .releases(plan.form)
      .some((release) => release.plan === plan.id && release.state !== 'prepared')
    await goOn(plan, 'running', isDone ? 'done' : 'planned')
  }

  async function tick(): Promise<void> {
    // A clock that was set back makes it seem to begin later.
    const ended = `WHERE state = 'running' AND (changed_at < ? OR changed_at > ?)`
    for (const left of await read(ended, now() - longestRun, now() + longestRun)) await pickUp(left)
    for (const plan of await read(`WHERE state = 'planned' AND due_at <= ? ORDER BY due_at, id`, now()))
      await carryOut(plan)
  }

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = last.then(act, act)
    last = mine.catch(() => {})
    return mine
  }

  const timer = every === null ? undefined : setInterval(() => void inTurn(tick).catch(failed), every).unref()

  return {
    async plan(form, { who, note, review, written, zone }) {
      const at = isZone(zone) && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(written) ? momentIn(written, zone) : null
      if (!isZone(zone)) return { ok: false, reason: 'zone' }
      if (at === null) return { ok: false, reason: 'time' }
      if (at <= now()) return { ok: false, reason: 'past' }
      if (at > now() + aYear) return { ok: false, reason: 'far' }
      if (!studio.form(form)?.draft) return { ok: false, reason: 'empty' }
      const said = `${written.replace('T', ' ')} ${zone}`
      const plan: Plan = { id: randomUUID(), form, at, said, by: who, note, review, state: 'planned', reason: '' }
      const none = `NOT EXISTS (SELECT 1 FROM planned_releases WHERE form = ? AND state IN ('planned', 'running'))`
      const sql = `INSERT INTO planned_releases (id, form, due_at, said, planned_by, note, review, state, reason, changed_at)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${none} RETURNING id`
      const values = [plan.id, form, at, said, who, note, review, plan.state, '', now()]
      const kept = recording({ kind: 'plan', who, form, said }, isNow(plan.id, 'planned'))
      const made = await kept.atomic([...storage.lock(`plan ${form}`), { sql, parameters: [...values, form] }])
      return made.at(-1)?.length === 1 ? { ok: true, plan } : { ok: false, reason: 'there' }
    },
    async newest(form) {
      const [newest = null] = await read('WHERE form = ? ORDER BY changed_at DESC, id DESC LIMIT 1', form)
      return newest
    },
    async cancel(id, who) {
      const [plan] = await read('WHERE id = ?', id)
      if (!plan) return false
      const sql = `UPDATE planned_releases SET state = 'cancelled', changed_at = ? WHERE id = ? AND state = 'planned' RETURNING id`
      const kept = recording({ kind: 'cancel-plan', who, form: plan.form, said: plan.said }, isNow(id, 'cancelled'))
      const [rows = []] = await kept.atomic([{ sql, parameters: [now(), id] }])
      return rows.length > 0
    },
    tick: () => inTurn(tick),
    async close() {
      clearInterval(timer)
      await last
    },
  }
}

/** A condition: a plan is in a state. */
function isNow(id: string, state: Plan['state']): Statement {
  return { sql: 'EXISTS (SELECT 1 FROM planned_releases WHERE id = ? AND state = ?)', parameters: [id, state] }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

function planIn(row: Row): Plan {
  const text = (name: string) => String(row[name] ?? '')
  return {
    ...{ id: text('id'), form: text('form'), at: Number(row.due_at), said: text('said'), by: text('planned_by') },
    ...{ note: text('note'), review: text('review'), state: text('state') as Plan['state'], reason: text('reason') },
  }
}
