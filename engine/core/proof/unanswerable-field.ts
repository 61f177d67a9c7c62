import { fieldPath, findField } from '../definition/find-field.ts'
import type { ResolvedForm } from '../definition/form.ts'
import { limitInWords } from '../definition/limits/limits.ts'
import { boundDay } from '../values/calendar.ts'
import type { ProofProblem } from './proof-problem.ts'

/** Why no answer to a field was found, as far as can be said. @param today YYYY-MM-DD */
export function unanswerableField(form: ResolvedForm, id: string, today: string): ProofProblem {
  const { earliest, latest } = findField(form, id)?.field.bounds ?? {}
  const path = fieldPath(form, id)
  const isCrossed =
    earliest !== undefined && latest !== undefined && boundDay(earliest, today) > boundDay(latest, today)
  const [limit] = findField(form, id)?.field.limits ?? []
  if (limit && !isCrossed) {
    const message = `No answer to "${id}" is taken: its ${limit.code}, ${limitInWords(limit)}, leaves none within its other limits. Change one of them, or what "${limit.field}" takes.`
    return { message, path: [...path, limit.code], answers: {} }
  }
  const message = isCrossed
    ? `No answer to "${id}" is taken: its latest day (${dayOf(latest, today)}) is before its earliest (${dayOf(earliest, today)}).`
    : `No answer to "${id}" was found that it takes: ${remedy}`
  return { message, path: isCrossed ? [...path, 'latest'] : path, answers: {} }
}

function dayOf(bound: string, today: string): string {
  const day = boundDay(bound, today)
  return day === bound ? day : `${bound}, now ${day}`
}

const remedy = 'its rules contradict each other, or it has a pattern and needs an "example".'
