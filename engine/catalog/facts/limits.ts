import type { Figure } from '#engine/core/values/figure-text.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { figureIn } from './figure-in.ts'

type Facts = NonNullable<SiteDefinition['facts']>

/** The limits of a field that may be a fact, and the end of a range that each takes. */
const ends: Readonly<Record<string, 0 | -1>> = {
  minimum: 0,
  minLength: 0,
  earliest: 0,
  maximum: -1,
  maxLength: -1,
  latest: -1,
}

export const limitKeys: ReadonlySet<string> = new Set(Object.keys(ends))

/** A fact as a limit in a country: a number, a day, or counted back from today (-12y). undefined where it cannot be one. */
export function limitIn(facts: Facts, name: string, country: string, key: string): number | string | undefined {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  const figure = fact && figureIn(fact, country)
  return figure ? limitOf(figure, key) : undefined
}

const back: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' }

function limitOf({ unit, measure, ends: figures }: Figure, key: string): number | string | undefined {
  const end = figures.at(ends[key] ?? 0)
  const isDay = key === 'earliest' || key === 'latest'
  if (!isDay) return typeof end === 'number' ? end : undefined
  if (unit === 'date') return end
  const letter = unit === 'duration' && measure !== undefined ? back[measure] : undefined
  return letter === undefined ? undefined : `-${end}${letter}`
}
