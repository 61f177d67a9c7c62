import { Ajv, type ErrorObject } from 'ajv'
import { dateProblems } from '#engine/core/date-bounds.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import { formatNamed } from '#engine/core/formats.ts'
import type { AnswerProblem, Judge, Judges } from '#engine/core/problem.ts'
import { type StepSchema, stepSchema } from '#engine/core/step-schema.ts'
import { contentHash } from './hash.ts'

/**
 * The judges of a form's steps on a day: values by the compiled validators, dates by their bounds.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function judgesOf(form: ResolvedForm, today: string): Judges {
  const judges = compiledJudges(form)
  return (id) => {
    const fields = form.steps.find((step) => step.id === id)?.fields ?? []
    return (values) => [...judges(id)(values), ...dateProblems(fields, values, today)]
  }
}

/** The compiled validators of a form's steps, each made when it is first needed. */
function compiledJudges(form: ResolvedForm): Judges {
  const known = byForm.get(form)
  if (known) return known
  const bySteps = new Map<string, Judge>()
  const judges: Judges = (id) => {
    const judge = bySteps.get(id) ?? judgeOf(form, id)
    bySteps.set(id, judge)
    return judge
  }
  byForm.set(form, judges)
  return judges
}

/** A form that is no longer live takes its judges along. */
const byForm = new WeakMap<ResolvedForm, Judges>()

/** Compiled validators by the hash of their schema: all languages and forms with equal rules share one. */
const compiled = new Map<string, Judge>()

/** How many compiled validators are kept; the one compiled first goes first. */
const capacity = 5000

function judgeOf(form: ResolvedForm, stepId: string): Judge {
  const schema = stepSchema(form.steps.find((step) => step.id === stepId)?.fields ?? [])
  const hash = contentHash(JSON.stringify(schema))
  const judge = compiled.get(hash) ?? compile(schema)
  compiled.set(hash, judge)
  const [oldest] = compiled.keys()
  if (compiled.size > capacity && oldest !== undefined) compiled.delete(oldest)
  return judge
}

function compile(schema: StepSchema): Judge {
  const ajv = new Ajv({ allErrors: true, strict: true, multipleOfPrecision: 6 })
  for (const { format } of Object.values(schema.properties)) {
    const known = typeof format === 'string' ? formatNamed(format) : null
    if (known) ajv.addFormat(String(format), known)
  }
  const validate = ajv.compile(schema)
  return (values) => (validate(values) ? [] : (validate.errors ?? []).map(toProblem))
}

/** `/features/0` → features; `not` in a field's schema is how an exclusive option is written. */
function toProblem({ instancePath, keyword, params }: ErrorObject): AnswerProblem {
  const field = instancePath.split('/')[1] ?? ''
  const { limit, type } = params as { limit?: number; type?: string }
  return {
    field,
    code: keyword === 'not' ? 'exclusive' : keyword,
    params: { ...(limit !== undefined && { limit }), ...(typeof type === 'string' && { type }) },
  }
}
