import type { Expected } from '#schemas/generated/form.ts'
import type { Answer } from '../journey/answers.ts'
import { placeOf, templateId } from '../model/field-place.ts'
import { allFields, type ResolvedField, type ResolvedForm } from '../model/form.ts'
import { kindNamed } from '../model/kind-named.ts'
import type { AnswerLimit } from '../model/limits/limits.ts'
import { boundDay, isDay } from '../values/calendar.ts'
import { valuesIn } from './value-classes.ts'

/** A limit that the answer to a field sets. */
interface SetLimit {
  limit: AnswerLimit
  /** The field that it limits. */
  limited: ResolvedField
  /** What conditions expect of that field's answer. */
  expected: readonly Expected[]
}

/** What the limits between fields mean for walks. Fields are named as they stand in the form: drivers.#.from. */
export interface LimitsBetween {
  /** The limits that the answer to a field sets. */
  setBy: (id: string) => readonly SetLimit[]
  /** Whether answers to a field decide, through limits, what conditions find. */
  decides: (id: string) => boolean
}

export function limitsBetween(form: ResolvedForm, read: ReadonlyMap<string, readonly Expected[]>): LimitsBetween {
  const all = allFields(form).flatMap((limited): SetLimit[] =>
    (limited.limits ?? []).map((limit) => ({ limit, limited, expected: read.get(limited.id) ?? [] })),
  )
  const byField = Map.groupBy(all, ({ limit }) => templateId(placeOf(limit.field)))
  const setBy = (id: string) => byField.get(id) ?? []
  const decides = (id: string): boolean =>
    setBy(id).some(({ limited, expected }) => expected.length > 0 || decides(limited.id))
  return { setBy, decides }
}

/** Answers to a field at which the limits that it sets meet what their fields take and what conditions expect there. */
export function meetingAnswers(field: ResolvedField, limits: readonly SetLimit[], today: string): Answer[] {
  const length = kindNamed(field.kind)?.calendar === 'month' ? 'YYYY-MM'.length : undefined
  return limits.flatMap(
    ({ limit: { times = 1, plus = '0d' }, limited: { schema, bounds = {} }, expected }): Answer[] => {
      const named = expected.flatMap(valuesIn)
      const numbers = [schema.minimum, schema.maximum, ...named].filter((value) => typeof value === 'number')
      const days = [bounds.earliest, bounds.latest].flatMap((bound) =>
        bound === undefined ? [] : boundDay(bound, today),
      )
      const back = plus.startsWith('-') ? plus.slice(1) : `-${plus}`
      return [
        ...numbers.flatMap((number) => neighbours(number / times, field)),
        ...[...days, ...named.filter((value) => typeof value === 'string')]
          .filter(isDay)
          .map((day) => boundDay(back, day).slice(0, length)),
      ]
    },
  )
}

/** The answers to a field next to a number. */
function neighbours(number: number, { schema }: ResolvedField): number[] {
  const parts = schema.type === 'integer' ? 1 : 100
  return [Math.floor(number * parts) / parts, Math.ceil(number * parts) / parts]
}
