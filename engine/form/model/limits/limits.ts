import type { DateLimits, FieldDefinition, NumberLimits } from '#schemas/generated/form.ts'

/** Which limit of an answer; the code of the mistake of breaking it too. */
export type LimitCode = 'minimum' | 'maximum' | 'earliest' | 'latest'

/** A limit that the answer to another field sets; there is none while that is not answered. */
export interface AnswerLimit {
  code: LimitCode
  /** The id of the other field. */
  field: string
  /** Of a number: how many times the other. Once when left out. */
  factor?: number
  /** Of a day: how long after the other, as 1d, 6m, 1y; before it with a minus. The same day when left out. */
  offset?: string
  /** What it is for the answers at hand, where they are: a number, or a day or month as YYYY-MM-DD or YYYY-MM. */
  limit?: number | string
}

const codes = ['minimum', 'maximum', 'earliest', 'latest'] as const

/** Whether answers below the limit break it, and not those above. */
export function isLower(code: string): boolean {
  return code === 'minimum' || code === 'earliest'
}

/** The limit among those of one code that stands by itself. */
export function ownLimit(limits: NumberLimits | undefined): number | undefined
export function ownLimit(limits: DateLimits | undefined): string | undefined
export function ownLimit(limits: NumberLimits | DateLimits | undefined) {
  return [limits].flat().find((limit) => typeof limit !== 'object')
}

/** The limits of a field that other answers set, as they are written. */
export function answerLimits(field: FieldDefinition): AnswerLimit[] {
  return codes.flatMap((code) =>
    [field[code] ?? []].flat().flatMap((limit) => (typeof limit === 'object' ? [{ code, ...limit }] : [])),
  )
}

/** A limit as people who write definitions read it: 0.7 times "carValue", 1d after "from". */
export function limitInWords({ field, factor = 1, offset, limit }: AnswerLimit): string {
  if (limit !== undefined) return String(limit)
  if (offset !== undefined)
    return `${offset.replace('-', '')} ${offset.startsWith('-') ? 'before' : 'after'} "${field}"`
  return factor === 1 ? `"${field}"` : `${factor} times "${field}"`
}

/** Of two limits of one code, the one that fewer answers keep. Days and months compare as text. */
export function tighter<Limit extends number | string>(code: string, one: Limit, other: Limit): Limit {
  return one < other === isLower(code) ? other : one
}
