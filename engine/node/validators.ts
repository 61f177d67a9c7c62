import type { ResolvedForm } from '#engine/core/form.ts'
import { judgesOn, judgeWith } from '#engine/core/judge.ts'
import type { Judge, Judges } from '#engine/core/problem.ts'
import { stepSchema } from '#engine/core/step-schema.ts'
import { contentHash } from './hash.ts'
import { runValidator, validatorCode } from './validator-code.ts'

/**
 * The judges of a form's steps on a day.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function judgesOf(form: ResolvedForm, today: string): Judges {
  return judgesOn(form, today, compiledJudges(form))
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
  const judge = compiled.get(hash) ?? judgeWith(runValidator(validatorCode(schema)))
  compiled.set(hash, judge)
  const [oldest] = compiled.keys()
  if (compiled.size > capacity && oldest !== undefined) compiled.delete(oldest)
  return judge
}
