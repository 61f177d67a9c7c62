import { placeOf, templateId } from '../model/field-place.ts'
import { fieldPath, findField } from '../model/find-field.ts'
import type { ResolvedField, ResolvedForm } from '../model/form.ts'
import { kindNamed } from '../model/kind-named.ts'
import { limitInWords } from '../model/limits/limits.ts'
import { boundDay } from '../values/calendar.ts'
import type { ProofProblem } from './proof-problem.ts'

/** Why no answer to a field was found, as far as can be said. @param today YYYY-MM-DD */
export function unanswerableField(form: ResolvedForm, id: string, today: string): ProofProblem {
  const { field } = findField(form, id) ?? {}
  // Of something that is asked several times one mistake is told, not one each time.
  const name = templateId(placeOf(id))
  const { earliest, latest } = field?.bounds ?? {}
  const path = fieldPath(form, id)
  const isCrossed =
    earliest !== undefined && latest !== undefined && boundDay(earliest, today) > boundDay(latest, today)
  const [limit] = field?.limits ?? []
  const cause = field ? causeIn(field, today) : ''
  if (limit && !isCrossed) {
    const message = `No answer to "${name}" is taken: its ${limit.code}, ${limitInWords(limit)}, leaves none within its other limits. ${cause || `Change one of them, or what "${limit.field}" takes.`}`
    return { message, path: [...path, limit.code], answers: {} }
  }
  const message = isCrossed
    ? `No answer to "${name}" is taken: its latest day (${dayOf(latest, today)}) is before its earliest (${dayOf(earliest, today)}).${cause && ` ${cause}`}`
    : `No answer to "${name}" was found that it takes: ${remedy}`
  return { message, path: isCrossed ? [...path, 'latest'] : path, answers: {} }
}

/** The bound that the field never wrote down: its kind brings it. '' where it has none. */
function causeIn({ kind, bounds }: ResolvedField, today: string): string {
  const latest = kindNamed(kind)?.bounds?.latest
  if (kind !== 'birth-date' || latest === undefined || bounds?.latest !== latest) return ''
  return `The kind "birth-date" means an adult: without a "latest" of its own it takes no day after ${boundDay(latest, today)}. Add "latest": "today", or make it the kind "date".`
}

function dayOf(bound: string, today: string): string {
  const day = boundDay(bound, today)
  return day === bound ? day : `${bound}, now ${day}`
}

const remedy = 'its rules contradict each other, or it has a pattern and needs an "example".'
