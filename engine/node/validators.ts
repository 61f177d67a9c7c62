import { Ajv, type ErrorObject } from 'ajv'
import type { ResolvedForm } from '#engine/core/form.ts'
import { formatNamed } from '#engine/core/formats.ts'
import type { AnswerProblem, Judge, Judges } from '#engine/core/problem.ts'
import { type StepSchema, stepSchema } from '#engine/core/step-schema.ts'
import { contentHash } from './hash.ts'

/** Compiled validators by the hash of their schema: all languages and forms with equal rules share one. */
const judges = new Map<string, Judge>()

/** The judges of a form's steps, each compiled when it is first needed. */
export function judgesOf(form: ResolvedForm): Judges {
  const byStep = new Map<string, Judge>()
  return (id) => {
    const known = byStep.get(id)
    if (known) return known
    const schema = stepSchema(form.steps.find((step) => step.id === id)?.fields ?? [])
    const hash = contentHash(JSON.stringify(schema))
    const judge = judges.get(hash) ?? compile(schema)
    judges.set(hash, judge)
    byStep.set(id, judge)
    return judge
  }
}

function compile(schema: StepSchema): Judge {
  const ajv = new Ajv({ allErrors: true, strict: true })
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
