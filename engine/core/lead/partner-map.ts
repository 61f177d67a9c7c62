import type { MapSource, PartnerMap } from '#schemas/generated/partner.ts'
import { keysOf } from '../definition/field-place.ts'
import { isTree } from '../definition/merge-patch.ts'
import type { NestedAnswers } from '../filling/answers.ts'
import type { Attribution } from './attribution.ts'

/** A lead as far as maps read it. */
export interface MappedLead {
  answers: NestedAnswers
  attribution: Attribution
  /** Ids. */
  brand: string
  page: string | null
}

/** A lead as a partner's map has it; without a map, its answers. What was not answered or said is left out. */
export function mapLead(map: PartnerMap | undefined, lead: MappedLead): Readonly<Record<string, unknown>> {
  if (!map) return lead.answers
  return Object.fromEntries(
    Object.entries(map).flatMap(([target, source]): [string, unknown][] => {
      const value = read(source, lead)
      return value === undefined ? [] : [[target, value]]
    }),
  )
}

function read(source: MapSource, lead: MappedLead): unknown {
  const { answers, attribution } = lead
  if (typeof source === 'string') return answerAt(keysOf(source), answers)
  if ('const' in source) return source.const
  if ('lead' in source) return lead[source.lead] ?? undefined
  if ('attribution' in source) return answerAt([source.attribution], attribution)
  if ('object' in source) {
    const inner = mapLead(source.object, lead)
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
