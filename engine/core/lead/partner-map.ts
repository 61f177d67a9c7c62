import type { MapSource, PartnerMap } from '#schemas/generated/partner.ts'
import { keysOf } from '../definition/field-place.ts'
import { isTree } from '../definition/merge-patch.ts'
import type { NestedAnswers } from '../filling/answers.ts'

/** The answers as a partner's map renames them; without a map, as they are. What was not answered is left out. */
export function mapAnswers(map: PartnerMap | undefined, answers: NestedAnswers): Record<string, unknown> {
  if (!map) return { ...answers }
  return Object.fromEntries(
    Object.entries(map).flatMap(([target, source]): [string, unknown][] => {
      const value = read(source, answers)
      return value === undefined ? [] : [[target, value]]
    }),
  )
}

function read(source: MapSource, answers: NestedAnswers): unknown {
  if (typeof source === 'string') return answerAt(keysOf(source), answers)
  if ('const' in source) return source.const
  if ('object' in source) {
    const inner = mapAnswers(source.object, answers)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  const answer = answerAt(keysOf(source.field), answers)
  return Array.isArray(answer) ? answer.map((one) => changed(one, source)) : changed(answer, source)
}

/** An answer as the partner writes it. One that the table does not name stays as it is. */
function changed(answer: unknown, { values, format }: Extract<MapSource, { field: string }>): unknown {
  if (answer === undefined) return undefined
  const key = String(answer)
  if (values && Object.hasOwn(values, key)) return values[key]
  return format === undefined || typeof answer !== 'string' ? answer : formats[format](answer)
}

/** Dates are stored as YYYY-MM-DD, phone numbers in E.164. */
const formats = {
  'DD.MM.YYYY': (date: string) => date.split('-').toReversed().join('.'),
  'DD/MM/YYYY': (date: string) => date.split('-').toReversed().join('/'),
  YYYYMMDD: (date: string) => date.replaceAll('-', ''),
  digits: (text: string) => text.replaceAll(/\D/g, ''),
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
} satisfies Record<string, (answer: string) => string>

/** The answer to coBorrower.income, or to drivers.0.name: the first driver's. */
function answerAt([key = '', ...rest]: readonly string[], from: unknown): unknown {
  if (!(isTree(from) || Array.isArray(from)) || !Object.hasOwn(from, key)) return undefined
  const value = (from as Record<string, unknown>)[key]
  return rest.length === 0 ? value : answerAt(rest, value)
}
