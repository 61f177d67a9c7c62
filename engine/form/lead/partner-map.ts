import { isTree, keysOf, type NestedAnswers } from '#engine/form/model'
import type { MapSource, MapWriting, PartnerMap } from '#schemas/generated/partner.ts'
import type { Attribution } from './attribution.ts'

const ofDays = (write: (year: string, month: string, day: string[]) => string[], between: string): FormatRule => ({
  of: ['day', 'month', 'time'],
  gives: 'text',
  write: (value) => {
    const [year = '', month = '', ...day] = value.slice(0, 10).split('-')
    return write(year, month, day).join(between)
  },
})

const ofTimes = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({ of: ['time'], gives, write })

const ofNumbers = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({
  of: ['number'],
  gives,
  write,
})

const ofText = (write: (value: string) => string): FormatRule => ({ of: ['text'], gives: 'text', write })

/** Each format by its name. A month goes without the day. */
export const mapFormats: Readonly<Record<MapFormat, FormatRule>> = {
  'DD.MM.YYYY': ofDays((year, month, day) => [...day, month, year], '.'),
  'DD/MM/YYYY': ofDays((year, month, day) => [...day, month, year], '/'),
  'MM/DD/YYYY': ofDays((year, month, day) => [month, ...day, year], '/'),
  'YYYY-MM-DD': ofDays((year, month, day) => [year, month, ...day], '-'),
  YYYYMMDD: ofDays((year, month, day) => [year, month, ...day], ''),
  'YYYY-MM-DD hh:mm:ss': ofTimes('text', (time) => time.slice(0, 19).replace('T', ' ')),
  'YYYY-MM-DDThh:mm:ssZ': ofTimes('text', (time) => `${time.slice(0, 19)}Z`),
  'unix-seconds': ofTimes('whole number', (time) => Math.floor(Date.parse(time) / 1000)),
  'unix-milliseconds': ofTimes('whole number', (time) => Date.parse(time)),
  comma: ofNumbers('text', (number) => number.replace('.', ',')),
  '0.00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2)),
  '0,00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2).replace('.', ',')),
  cents: ofNumbers('whole number', hundredths),
  digits: ofText((text) => text.replaceAll(/\D/g, '')),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
}

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
  if ('leadProperty' in source) return lead[source.leadProperty]
  if ('attribution' in source) return answerAt([source.attribution], lead.attribution)
  if ('consent' in source) return lead.consents.find(({ id }) => id === source.consent)?.[source.consentProperty]
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

/** How a map may write a value. */
export type MapFormat = NonNullable<MapWriting['format']>

/** What a format is for: days are YYYY-MM-DD, months YYYY-MM, times ISO 8601 in UTC. */
export type Formatted = 'day' | 'month' | 'time' | 'number' | 'text'

interface FormatRule {
  of: readonly Formatted[]
  /** What it becomes in JSON. */
  gives: 'text' | 'whole number'
  write: (value: string) => string | number
}

/** A value in a format; as it is where the format is for something else. */
function formatted(value: string | number | boolean, format: MapFormat): string | number | boolean {
  const { of, write } = mapFormats[format]
  const isMeant =
    typeof value === 'number' ? of.includes('number') : typeof value === 'string' && !of.includes('number')
  return isMeant ? write(String(value)) : value
}

/** Moved by its figures: 1.005 × 100 is 100.49999999999999 to a computer, and 100.5 to people. */
function hundredths(number: string): number {
  const [figures = '', exponent = '0'] = number.split('e')
  return Math.round(Number(`${figures}e${Number(exponent) + 2}`))
}

/** The names that stand in braces in an address: campaign in https://api.example/{campaign}/leads. */
export function placeholders(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
}
