import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSchemas } from '#engine/node'
import type { Site } from '#engine/site'
import type { ShownStep } from '#schemas/generated/api/shown-step.ts'
import { type ApiFragment, problem, problems, type RateLimit } from '#server/http'
import { leadCounts } from '#server/leads'
import { compile, queries, type Statement, type Storage } from '#server/storage'

export const stepsApi: ApiFragment = {
  '/api/v1/steps': {
    post: {
      tags: ['Steps'],
      summary: 'Report a step as shown',
      description: 'Pages report which step of a form they show. It is counted without identifying the visitor.',
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
        204: { description: 'Counted, if the form has such a step.' },
        422: problems('The request has the wrong shape.'),
        429: problems('More than 600 requests from this address in a minute. See Retry-After.'),
      },
    },
  },
}

/** How often a step was shown on a day (UTC). */
interface StepViewRow {
  form: string
  locale: string
  definition: string
  step: string
  day: string
  shown: number
}

const db = queries.withTables<{ step_views: StepViewRow }>()

/** Counts which steps are shown: no cookie, no address, no order, so nobody can be recognised in it. */
export interface StepCounts {
  count(view: ShownStep): void
  /** Writes down what was counted; called from time to time, and at the end. */
  flush(): Promise<void>
}

/** @param now milliseconds since the epoch */
export function stepCounts(storage: Storage, now: () => number): StepCounts {
  let counted = new Map<string, ShownStep & { day: string; shown: number }>()
  return {
    count({ form, locale, definition, step }) {
      const day = new Date(now()).toISOString().slice(0, 10)
      const key = [form, locale, definition, step, day].join(' ')
      const known = counted.get(key) ?? { form, locale, definition, step, day, shown: 0 }
      counted.set(key, { ...known, shown: known.shown + 1 })
    },
    async flush() {
      if (counted.size === 0) return
      const rows = [...counted.values()]
      counted = new Map()
      // A count that could not be written is lost: it is worth less than the memory to keep it.
      await storage.atomic(rows.map(add))
    },
  }
}

function add({ form, locale, definition, step, day, shown }: ShownStep & { day: string; shown: number }): Statement {
  return {
    sql: `INSERT INTO step_views (form, locale, definition, step, day, shown) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (form, locale, definition, step, day) DO UPDATE SET shown = step_views.shown + excluded.shown`,
    parameters: [form, locale, definition, step, day, shown],
  }
}

/** How a form fares: how often each of its steps was shown, and how many leads it brought. */
export interface Funnel {
  locale: string
  definition: string
  /** Step id → how often it was shown. */
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
  const views = db
    .selectFrom('step_views')
    .select(['locale', 'definition', 'step'])
    .select(({ fn }) => fn.sum('shown').as('shown'))
    .where('form', '=', form)
    .where('day', '>=', since)
    .groupBy(['locale', 'definition', 'step'])
  const [viewRows = []] = await storage.read([compile(views)])
  const { sent: sentRows, subscribed: subscribedRows } = await leadCounts(storage, form, since)
  const funnels = new Map<string, Funnel>()
  const of = (locale: string, definition: string) => {
    const key = `${locale} ${definition}`
    const funnel = funnels.get(key) ?? {
      locale,
      definition,
      shown: new Map(),
      sent: 0,
      byApi: 0,
      subscribed: 0,
      confirmed: 0,
    }
    funnels.set(key, funnel)
    return funnel
  }
  for (const row of viewRows)
    of(String(row.locale), String(row.definition)).shown.set(String(row.step), Number(row.shown))
  for (const { locale, definition, via, count } of sentRows)
    of(locale, definition)[via === 'page' ? 'sent' : 'byApi'] = count
  for (const { locale, definition, subscribed, confirmed } of subscribedRows)
    Object.assign(of(locale, definition), { subscribed, confirmed })
  return [...funnels.values()]
}

/** POST /api/v1/steps: a page that runs by itself says which step it shows. Made-up steps are not counted. */
export function stepRoutes(
  app: FastifyInstance,
  { site, steps, limit }: { site: () => Site; steps: StepCounts; limit: RateLimit },
): void {
  const body = readSchemas()['api/shown-step.schema.json']
  // What is refused is not read. Pages report steps as beacons, whose answer no browser waits for.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-requests') : undefined
  app.post<{ Body: ShownStep }>('/api/v1/steps', { schema: { body }, onRequest }, (request, reply) => {
    const { form, locale, definition, step } = request.body
    const version = site()
      .forms.versions(form, locale)
      .find(({ hash }) => hash === definition)
    if (version?.form.steps.some(({ id }) => id === step)) steps.count(request.body)
    return reply.code(204).send()
  })
}
