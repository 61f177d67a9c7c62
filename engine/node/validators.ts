import { LRUCache } from 'lru-cache'
import { judgesOn, judgeWith } from '#engine/form/journey'
import { type Judge, type Judges, type ResolvedField, type ResolvedForm, stepSchema } from '#engine/form/model'
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

/** A step's validator, as the server runs it and as it is sent to browsers. */
export interface CompiledStep {
  /** Of its schema. */
  hash: string
  code: string
  judge: Judge
}

/** How much code is kept, in characters; what was not asked for the longest goes first. Far more than any site has live. */
const capacity = 16 * 1024 * 1024

/** Compiled validators by the hash of their schema: all languages and forms with equal rules share one. */
const compiled = new LRUCache<string, CompiledStep>({ maxSize: capacity, sizeCalculation: ({ code }) => code.length })

/** The validator of a step with these fields. Compiling takes some 10 ms, so it is done once for each schema. */
export function compiledStep(fields: readonly ResolvedField[]): CompiledStep {
  const schema = stepSchema(fields)
  const hash = contentHash(JSON.stringify(schema))
  const known = compiled.get(hash)
  if (known) return known
  const code = validatorCode(schema)
  const made = { hash, code, judge: judgeWith(runValidator(code)) }
  compiled.set(hash, made)
  return made
}

function judgeOf(form: ResolvedForm, stepId: string): Judge {
  return compiledStep(form.steps.find((step) => step.id === stepId)?.fields ?? []).judge
}
