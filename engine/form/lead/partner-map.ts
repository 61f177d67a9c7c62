import { isTree, keysOf, type NestedAnswers } from '#engine/form/model'
import type { MapSource, MapWriting, PartnerMap } from '#schemas/generated/partner.ts'
import type { Attribution } from './attribution.ts'
import { formatted } from './map-formats.ts'

/** A lead as far as maps read it. */
export interface MappedLead {
  id: string
  /** ISO 8601, UTC. */
  receivedAt: string
  form: string
  locale: string
  test: boolean
  answers: NestedAnswers
  attribution: Attribution
  /** Ids. */
  brand: string
  page: string | null
  consents: readonly MappedConsent[]
}

/** A consent as a partner may prove it: just what our own evidence says. */
export interface MappedConsent {
  id: string
  purpose: string
  /** The sentence that was shown, and its hash as evidence has it. */
  text: string
  textHash: string
  granted: boolean
  /** ISO 8601, UTC. */
  givenAt: string
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
  if (typeof source === 'string') return answerAt(keysOf(source), lead.answers)
  if ('const' in source) return source.const
  if ('consents' in source)
    return lead.consents
      .filter(({ granted }) => granted || source.consents === 'all')
      .map(({ id, purpose, text, textHash, granted, givenAt }) => ({ id, purpose, text, textHash, granted, givenAt }))
  if ('object' in source) {
    const inner = mapLead(source.object, lead)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  return written(found(source, lead), source) ?? source.default
}

function found(source: Extract<MapSource, MapWriting>, lead: MappedLead): unknown {
  if ('lead' in source) return lead[source.lead]
  if ('attribution' in source) return answerAt([source.attribution], lead.attribution)
  if ('consent' in source) return lead.consents.find(({ id }) => id === source.consent)?.[source.is]
  return answerAt(keysOf(source.field), lead.answers)
}

/** A value as the partner writes it, a list value by value; undefined where there is none. */
function written(value: unknown, source: MapWriting & { join?: string }): unknown {
  if (!Array.isArray(value)) return one(value, source)
  const list = value.map((each) => one(each, source))
  if (source.join === undefined) return list
  return list.length > 0 ? list.join(source.join) : undefined
}

/** What the table does not name stays as it is, or as the format has it. */
function one(value: unknown, { values, format }: MapWriting): unknown {
  const key = String(value)
  if (values && Object.hasOwn(values, key)) return values[key]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isPlain) return value ?? undefined
  return format === undefined ? value : formatted(value, format)
}

/** The answer to coBorrower.income, or to drivers.0.name: the first driver's. */
function answerAt([key = '', ...rest]: readonly string[], from: unknown): unknown {
  if (!(isTree(from) || Array.isArray(from)) || !Object.hasOwn(from, key)) return undefined
  const value = (from as Record<string, unknown>)[key]
  return rest.length === 0 ? value : answerAt(rest, value)
}
