import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerProblem, fieldPlace, type ResolvedForm, templateId } from '#engine/form/model'
import { readSchemas } from '#engine/node'
import type { Site } from '#engine/site'
import type { ShownStep } from '#schemas/generated/api/shown-step.ts'
import { type ApiFragment, problem, problems, type RateLimit } from '#server/http'
import type { KeyedHash, Statement, Storage } from '#server/storage'
import { sweepOf } from './figures.ts'

export const stepsApi: ApiFragment = {
  '/api/v1/steps': {
    post: {
      tags: ['Steps'],
      summary: 'Report a step as shown',
      description:
        'Pages report which step of a form they show. A visit counts once its token comes back, and each step of it ' +
        'counts once. Nothing identifies the visitor.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '/schemas/api/shown-step.schema.json' },
            example: { form: 'home-insurance', locale: 'en', definition: '2f9a0c7d1e', step: 'housing' },
          },
        },
      },
      responses: {
        200: { description: 'The token of the visit, as text, for the next report.' },
        204: { description: 'There is no such step, so nothing counts.' },
        422: problems('The request has the wrong shape.'),
        429: problems('More than 600 requests from this address in a minute. See Retry-After.'),
      },
    },
  },
}

/** How long a visit lasts, in ms: what comes under its token later begins another one. */
export const visitTime = 2 * 60 * 60 * 1000

/** How much later than a visit's end its last steps may be written, in ms; and for how long after that servers' clocks may differ. */
const writeTime = 30_000

/** What a visit is counted by. Nothing in it says whose it is. */
export interface VisitOf {
  form: string
  locale: string
  /** The hash of the form's version. */
  definition: string
  brand: string
  /** The id of the page; '' where it is not known. */
  page: string
  device: Device
  /** What `utm_source` said; '' without. */
  source: string
}

export type Device = 'phone' | 'tablet' | 'desktop'

/** A step of a visit, as it is stored until the visit is over. */
interface VisitStep extends VisitOf {
  /** Random. */
  visit: string
  /** Its id; '' once the form is sent. */
  step: string
  /** YYYY-MM-DD in UTC. */
  day: string
  /** How long it took, rounded up to one of `spans`, once the visitor went on; 0 where it is not known. */
  seconds: number | null
  /** The field that the visitor was at when the page was left. */
  question: string | null
  /** The first one: a field's id and a rule, or '' for what is no field. */
  error: string | null
  /** Milliseconds since the epoch. */
  ends_at: number
}

type Noted = Pick<VisitStep, 'step'> & Partial<Pick<VisitStep, 'seconds' | 'question' | 'error'>>

/** Times are counted by these, in seconds. */
const spans = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800, visitTime / 1000] as const

/** What a token says. */
interface Visited {
  id: string
  /** Milliseconds since the epoch. */
  began: number
  of: VisitOf
  /** The step on the screen, and since when. */
  step: string
  at: number
  /** What counts once the token comes back. */
  unseen: readonly Noted[]
}

/** One visit of a form, while it hears what its visitor sees. */
export interface Visit {
  /**
   * A step is on the screen. Made-up steps are ignored.
   * @param met what was wrong there
   * @param question the name of the control that the visitor was at when the page was left
   */
  see(step: string, met?: Pick<AnswerProblem, 'field' | 'code'> | null, question?: string | null): void
  /** The form was sent, and stored as a new lead: so its visitor has seen the step. */
  sent(): void
  /** What the next report of the visit has to bring; undefined while it has seen nothing. */
  token(): string | undefined
}

/** Counts visits by the steps that they reached: no cookie and no address, so no visitor can be recognised in it. */
export interface Visits {
  /**
   * Goes on with the visit of a token, or begins one where the token is forged, over or of another version. A visit that
   * begins counts when its token comes back: what is only repeated counts nothing.
   */
  visit(token: string | undefined, form: ResolvedForm, of: Omit<VisitOf, 'form' | 'locale'>): Visit
  /** The visit of a token sent its form as a new lead. */
  sent(token: string, form: ResolvedForm): void
  /** Writes down what was counted; called from time to time, and at the end. */
  flush(): Promise<void>
}

/** Most steps that wait to be written: a flood must not fill the memory. */
const mostWaiting = 20_000

/** @param now milliseconds since the epoch */
export function openVisits(storage: Storage, hash: KeyedHash, now: () => number): Visits {
  let waiting = new Map<string, VisitStep>()
  let swept = 0
  const seal = (payload: string) => hash('visit', payload)

  function read(token: string): Visited | null {
    const [payload = '', end = ''] = token.split('.')
    const [own, given] = [Buffer.from(seal(payload)), Buffer.from(end)]
    if (own.length !== given.length || !timingSafeEqual(own, given)) return null
    const visited = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Visited
    return now() < visited.began + visitTime ? visited : null
  }

  function write(visited: Visited): string {
    const payload = Buffer.from(JSON.stringify(visited)).toString('base64url')
    return `${payload}.${seal(payload)}`
  }

  function keep({ id, began, of }: Visited, noted: Noted): void {
    const key = `${id} ${noted.step}`
    const known = waiting.get(key)
    if (!known && waiting.size >= mostWaiting) return
    waiting.set(key, {
      ...{ visit: id, step: noted.step, ...of },
      ...{ day: new Date(began).toISOString().slice(0, 10), ends_at: began + visitTime },
      seconds: known?.seconds ?? noted.seconds ?? null,
      question: noted.question ?? known?.question ?? null,
      error: known?.error ?? noted.error ?? null,
    })
  }

  function goOn(form: ResolvedForm, visited: Visited, isKnown: boolean): Visit {
    const { unseen, ...rest } = visited
    const state = { ...rest }
    let pending: readonly Noted[] = unseen
    if (isKnown) confirm()
    function confirm(): void {
      for (const noted of pending) keep(visited, noted)
      pending = []
    }
    function note(noted: Noted): void {
      if (isKnown) keep(visited, noted)
      else pending = [...pending, noted]
    }
    // A visit that begins hears of the step before in the same moment.
    const spent = () => (isKnown ? spanOf(now() - state.at) : 0)
    const order = (id: string) => form.steps.findIndex((each) => each.id === id)
    return {
      see(step, met = null, question = null) {
        const fields = form.steps.find(({ id }) => id === step)?.fields
        if (!fields) return
        if (step !== state.step) {
          if (state.step !== '' && order(step) > order(state.step)) note({ step: state.step, seconds: spent() })
          Object.assign(state, { step, at: now() })
        }
        const fieldOf = (id: string) => fields.find((each) => templateId(fieldPlace(each.id)) === idOfEach(id))
        const [, asked] = /^root\[([\w.-]{1,100})\](?:\[\])?$/.exec(question ?? '') ?? []
        const [field, wrong] = [asked === undefined ? undefined : fieldOf(asked), met && fieldOf(met.field)]
        const isRule = wrong && met && (['required', 'unknown'].includes(met.code) || met.code in wrong.schema)
        note({
          step,
          question: field ? idOfEach(field.id) : null,
          error: met && (wrong ? [idOfEach(wrong.id), isRule ? met.code : 'other'].join(' ') : ''),
        })
      },
      sent() {
        confirm()
        if (state.step !== '') keep(visited, { step: state.step, seconds: spent() })
        keep(visited, { step: '' })
        state.step = ''
      },
      token: () => (isKnown || pending.length > 0 ? write({ ...state, unseen: pending }) : undefined),
    }
  }

  const sources = { day: 0, known: new Set<string>() }

  /** Addresses are written by anybody: so many sources are told apart on a day. */
  function sourceOf(said: string): string {
    const source = said.toLowerCase()
    if (source === '') return ''
    const day = Math.floor(now() / 86_400_000)
    if (day !== sources.day) Object.assign(sources, { day, known: new Set() })
    if (!/^[a-z0-9][a-z0-9_.-]{0,39}$/.test(source)) return 'other'
    if (sources.known.size < mostSources) sources.known.add(source)
    return sources.known.has(source) ? source : 'other'
  }

  return {
    visit(token, form, of) {
      const known = token === undefined || token === '' ? null : read(token)
      const isOwn =
        known?.of.form === form.id && known.of.locale === form.locale && known.of.definition === of.definition
      if (known && isOwn) return goOn(form, known, true)
      const began = {
        ...{ id: randomBytes(12).toString('base64url'), began: now(), at: now(), step: '', unseen: [] },
        of: { form: form.id, locale: form.locale, ...of, source: sourceOf(of.source) },
      }
      return goOn(form, began, false)
    },
    sent(token, form) {
      const known = read(token)
      if (known?.of.form === form.id && known.of.locale === form.locale) goOn(form, known, true).sent()
    },
    async flush() {
      const at = now()
      const rows = [...waiting.values()].filter(({ ends_at }) => ends_at + writeTime > at)
      waiting = new Map()
      // In one order, or two servers could wait for each other.
      rows.sort((one, other) => (`${one.visit} ${one.step}` < `${other.visit} ${other.step}` ? -1 : 1))
      // What could not be written is lost: it is worth less than the memory to keep it.
      for (let from = 0; from < rows.length; from += mostTogether)
        await storage.atomic([insert(storage, rows.slice(from, from + mostTogether))])
      if (at - swept < sweepEvery) return
      swept = at
      await storage.atomic(sweepOf(storage, at - 2 * writeTime))
    },
  }
}

/** Sources of visits that are told apart on a day. */
const mostSources = 200

/** Steps that are written by one statement, so that leads do not wait behind it. */
const mostTogether = 500

/** How often visits that are over are summed up, in ms. */
const sweepEvery = 60_000

function spanOf(milliseconds: number): number {
  return spans.find((span) => milliseconds <= span * 1000) ?? spans[spans.length - 1] ?? 0
}

function idOfEach(id: string): string {
  return templateId(fieldPlace(id))
}

const columns = [
  ...(['visit', 'step', 'form', 'locale', 'definition', 'brand', 'page', 'device', 'source'] as const),
  ...(['day', 'seconds', 'question', 'error', 'ends_at'] as const),
] as const satisfies (keyof VisitStep)[]

/** The same step of the same visit is one row, whoever writes it, and in whatever order. */
function insert({ engine }: Storage, rows: readonly VisitStep[]): Statement {
  const from =
    engine === 'sqlite'
      ? `SELECT ${columns.map((name) => `json_extract(value, '$.${name}')`).join(', ')} FROM json_each(?)`
      : `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::visit_steps, ?) AS one`
  const sql = `INSERT INTO visit_steps (${columns.join(', ')}) ${from} WHERE true
    ON CONFLICT (visit, step) DO UPDATE SET seconds = COALESCE(visit_steps.seconds, excluded.seconds),
      question = COALESCE(excluded.question, visit_steps.question), error = COALESCE(visit_steps.error, excluded.error)`
  return { sql, parameters: [JSON.stringify(rows)] }
}

/** What a browser says it runs on. */
export function deviceOf(headers: Readonly<Record<string, string | string[] | undefined>>): Device {
  const agent = String(headers['user-agent'] ?? '')
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet'
  return headers['sec-ch-ua-mobile'] === '?1' || /Mobi|iPhone/i.test(agent) ? 'phone' : 'desktop'
}

/** What `POST /api/v1/steps` works with. */
interface StepRouteParts {
  site: () => Site
  visits: Visits
  limit: RateLimit
}

/** POST /api/v1/steps: a page that runs by itself says which step it shows, and gets the token for its next report. */
export function stepRoutes(app: FastifyInstance, { site, visits, limit }: StepRouteParts): void {
  const body = readSchemas()['api/shown-step.schema.json']
  // What is refused is not read. Nobody waits for the answer.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-requests') : undefined
  app.post<{ Body: ShownStep }>('/api/v1/steps', { schema: { body }, onRequest }, (request, reply) => {
    const { form: id, locale, definition, step, page = '', source, visit: token, error, question } = request.body
    const { forms, pages, brands } = site()
    const { form } = forms.versions(id, locale).find(({ hash }) => hash === definition) ?? {}
    if (!form?.steps.some((each) => each.id === step)) return reply.code(204).send()
    const isPage = [`form:${id}`, `form:${id}:embed`].includes(page) || pages.all.some((each) => each.id === page)
    const visit = visits.visit(token, form, {
      ...{ definition, brand: brands.at(request.host).id, page: isPage ? page : '' },
      ...{ device: deviceOf(request.headers), source: source ?? '' },
    })
    const [field = '', code = ''] = error?.split(' ') ?? []
    visit.see(step, error === undefined ? null : { field, code }, question)
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(visit.token())
  })
}
