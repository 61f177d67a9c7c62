import { kindNamed } from '#engine/form/model/kind-named.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { WrittenField } from '../../../library/written-fields.ts'
import { sortOf } from './check-keywords.ts'
import { type Reader, whatIsRead } from './what-is-read.ts'

const keys = ['minimum', 'maximum', 'earliest', 'latest'] as const

/** Limits that other answers set: each is that of a field above, which is answered with a number or a date as this is. */
export function checkAnswerLimits(placed: WrittenField, reader: Omit<Reader, 'noun' | 'self'>): DefinitionProblem[] {
  const { field, file, path, id: self } = placed
  return keys.flatMap((key) => {
    const limits = field[key]
    return [limits].flat().flatMap((limit, index) => {
      if (typeof limit !== 'object') return []
      const read = whatIsRead(limit.field, { ...reader, self, noun: 'limit' })
      const message = typeof read === 'string' ? read : otherSort(key, placed, read)
      const within = Array.isArray(limits) ? [key, String(index)] : [key]
      return message === null ? [] : [{ file, path: [...path, ...within, 'field'], on: 'value' as const, message }]
    })
  })
}

function otherSort(key: (typeof keys)[number], { field }: WrittenField, read: WrittenField): string | null {
  const sort = key === 'minimum' || key === 'maximum' ? 'number' : 'date'
  // What is no number itself is told of that, and what does not say what it is, of that.
  const [mine, others] = [sortOf(field), sortOf(read.field)]
  if (mine !== sort || others === null) return null
  if (others !== sort)
    return `"${key}" is about a ${sort}, which the answer to "${read.id}" is not. Name a field that is answered with a ${sort}.`
  const [own, other] = [field, read.field].map(({ kind }) => kindNamed(kind ?? null)?.calendar)
  return own === 'day' && other === 'month'
    ? `"${read.id}" is answered with a month, which leaves the day open. Name a field that is answered with a day.`
    : null
}
