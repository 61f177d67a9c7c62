import { type Figure, isTree, type Tree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { Entry, WrittenField } from '#engine/library'
import type { FieldDefinition, FormDefinition } from '#schemas/generated/form.ts'
import type { Fact, SiteDefinition } from '#schemas/generated/site.ts'

type Facts = NonNullable<SiteDefinition['facts']>

/** The limits that may be a fact, and the end of a range that each takes. */
const ends: Readonly<Record<string, 0 | -1>> = {
  minimum: 0,
  minLength: 0,
  earliest: 0,
  maximum: -1,
  maxLength: -1,
  latest: -1,
  // Of a loan's payment.
  rate: 0,
  // In conditions.
  exclusiveMinimum: 0,
  exclusiveMaximum: -1,
}

export const limitKeys: ReadonlySet<string> = new Set(Object.keys(ends))

const kept = memoizeByObject<boolean>()

/** Whether a definition may hold such facts; most hold none. */
export function mayHoldFacts(definition: object): boolean {
  return kept(definition, '', () => JSON.stringify(definition).includes('"fact":'))
}

/** A fact that stands for a limit, or for the share of another answer that is one. */
interface LimitFact {
  name: string
  /** Where it stands below the limit. */
  path: readonly string[]
  /** Which limit, or `factor`. */
  key: string
}

/** The facts in a limit as it is written: { "fact": … }, { "field": …, "factor": { "fact": … } }, or a list of such. */
export function factsOfLimit(limit: unknown, key: string, path: readonly string[] = []): LimitFact[] {
  if (Array.isArray(limit)) return limit.flatMap((each, index) => factsOfLimit(each, key, [...path, String(index)]))
  if (!isTree(limit)) return []
  if (typeof limit.fact === 'string') return [{ name: limit.fact, path: [...path, 'fact'], key }]
  return key === 'factor' ? [] : factsOfLimit(limit.factor, 'factor', [...path, 'factor'])
}

/** A limit with its facts filled in; undefined where there is none. */
export function withoutFacts(limit: unknown, key: string, figure: (name: string, key: string) => unknown): unknown {
  if (factsOfLimit(limit, key).length === 0) return limit
  if (Array.isArray(limit)) {
    const known = limit.flatMap((each) => withoutFacts(each, key, figure) ?? [])
    return known.length > 0 ? known : undefined
  }
  const { fact, factor, ...rest } = limit as Tree
  if (typeof fact === 'string') return figure(fact, key)
  const share = withoutFacts(factor, 'factor', figure)
  return share === undefined ? undefined : { ...rest, factor: share }
}

/** A fact as a limit in a country: a number, a day, or counted back from today (-12y); 70 % is 0.7 times. undefined where it cannot be one. */
export function limitIn(facts: Facts, name: string, country: string, key: string): number | string | undefined {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  const figure = fact && figureIn(fact, country)
  return figure ? limitOf(figure, key) : undefined
}

const back: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' }

function limitOf({ unit, durationUnit, ends: figures }: Figure, key: string): number | string | undefined {
  const end = figures.at(ends[key] ?? 0)
  if (key === 'factor') return unit === 'percentage' && figures.length === 1 ? Number(end) / 100 : undefined
  const isDay = key === 'earliest' || key === 'latest'
  if (!isDay) return typeof end === 'number' ? end : undefined
  if (unit === 'date') return end
  const letter = unit === 'duration' && durationUnit !== undefined ? back[durationUnit] : undefined
  return letter === undefined ? undefined : `-${end}${letter}`
}

/** What a fact is in the market of a country; null where it has no figure there. */
export function figureIn({ unit, markets = {}, ...fact }: Fact, country: string): Figure | null {
  const own = Object.hasOwn(markets, country) ? markets[country] : {}
  if (!own) return null
  const { value, from, to, currency, durationUnit } = { ...fact, ...own }
  const about = { unit, ...(currency && { currency }), ...(durationUnit && { durationUnit }) }
  // A market's range takes the place of a value.
  const isValue = own.value !== undefined || (own.from === undefined && own.to === undefined)
  if (isValue && value !== undefined) return { ...about, ends: [value] }
  return from === undefined || to === undefined ? null : { ...about, ends: [from, to] }
}

/** A fact that stands where a number or a day would: in a limit of a field, or in a condition. */
export interface LimitUse {
  name: string
  /** Which limit, `factor` or `rate`. */
  key: string
  /** The field whose answers are compared with it; undefined where the condition names none that there is, and for a rate. */
  field: FieldDefinition | undefined
  isCondition: boolean
  file: string
  path: readonly string[]
}

/** @param fields those that are asked in the language at hand */
export function limitUses({ file, value }: Entry<FormDefinition>, fields: readonly WrittenField[]): LimitUse[] {
  const inFields = fields.flatMap((written) => [
    ...[...limitKeys].flatMap((limit) =>
      factsOfLimit(written.field[limit as keyof FieldDefinition], limit).map(({ path, ...fact }) => ({
        ...fact,
        ...{ field: written.field, isCondition: false, file: written.file, path: [...written.path, limit, ...path] },
      })),
    ),
    ...(['when', 'optional'] as const).flatMap((key) =>
      inCondition(written.field[key], fields, { file: written.file, path: [...written.path, key] }),
    ),
  ])
  return [...inFields, ...elsewhere(value, fields, { file, path: [] })]
}

type Place = Pick<LimitUse, 'file' | 'path'>

/** In the conditions of a form that are no field's: those of steps, and of ways to end. */
function elsewhere(tree: unknown, fields: readonly WrittenField[], { file, path }: Place): LimitUse[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => {
    const at = { file, path: [...path, key] }
    if (key === 'fields' || key === 'localeRules') return []
    if (key === 'rate')
      return factsOfLimit(value, key).map(({ name, path }) => ({
        ...{ name, key, field: undefined, isCondition: true, file },
        path: [...at.path, ...path],
      }))
    return key === 'when' ? inCondition(value, fields, at) : elsewhere(value, fields, at)
  })
}

function inCondition(when: unknown, fields: readonly WrittenField[], { file, path }: Place): LimitUse[] {
  if (Array.isArray(when))
    return when.flatMap((all, index) => inCondition(all, fields, { file, path: [...path, String(index)] }))
  if (!isTree(when)) return []
  return Object.entries(when).flatMap(([read, expected]) => {
    const field = (fields.find(({ id }) => id === read) ?? fields.find(({ place }) => place.name === read))?.field
    return inTest(expected, { field, isCondition: true, file, path: [...path, read] })
  })
}

function inTest(test: unknown, use: Omit<LimitUse, 'name' | 'key'>): LimitUse[] {
  if (!isTree(test)) return []
  return Object.entries(test).flatMap(([key, value]) => {
    const at = { ...use, path: [...use.path, key] }
    if (!limitKeys.has(key)) return inTest(value, at)
    return factsOfLimit(value, key).map(({ name, path }) => ({ ...at, name, key, path: [...at.path, ...path] }))
  })
}
