import type { Figure } from '#engine/form/model'
import { countries, isDay } from '#engine/form/values'
import {
  type DefinitionProblem,
  isCurrency,
  type Library,
  type ProblemIn,
  unknownCountry,
  unknownCurrency,
} from '#engine/library'
import { figureIn } from '#engine/site'
import type { Fact } from '#schemas/generated/site.ts'

/** Whether each fact is a figure of its unit, in every market. */
export function checkFacts({ site: { file, value } }: Library): DefinitionProblem[] {
  return Object.entries(value.facts ?? {}).flatMap(([name, fact]) =>
    checkFact(name, fact).map(({ path, ...problem }) => ({ file, path: ['facts', name, ...path], ...problem })),
  )
}

function checkFact(name: string, fact: Fact): ProblemIn[] {
  const markets = Object.entries(fact.markets ?? {})
  const strange = markets.flatMap(([country]) =>
    countries.includes(country)
      ? []
      : [{ path: ['markets', country], on: 'key' as const, message: unknownCountry(country) }],
  )
  if (strange.length > 0) return strange
  const has = (part: object) => ['value', 'from', 'to'].some((key) => Object.hasOwn(part, key))
  if (!has(fact) && !markets.some(([, own]) => own && has(own))) {
    const message = `The fact "${name}" has no figure. Give it a "value", or "from" and "to".`
    return [{ path: [], on: 'key', message }]
  }
  const ofMarkets = markets.flatMap(([country, own]) =>
    own ? checkFigure({ ...own, unit: fact.unit }, figureIn(fact, country), ['markets', country]) : [],
  )
  return [...(has(fact) ? checkFigure(fact, figureIn({ ...fact, markets: {} }, ''), []) : []), ...ofMarkets]
}

/** @param written as it stands at the place, while the figure may have more of it from above */
function checkFigure(written: Omit<Fact, 'markets'>, figure: Figure | null, path: readonly string[]): ProblemIn[] {
  const { unit } = written
  const at = (key: string, message: string) => [{ path: [...path, key], on: 'value' as const, message }]
  if (written.value !== undefined && (written.from !== undefined || written.to !== undefined))
    return at('value', 'A fact is a figure or a range. Remove "value", or "from" and "to".')
  if (!figure) return [{ path, on: 'key', message: 'A range has two ends. Give it "from" and "to".' }]
  const wrong = (['value', 'from', 'to'] as const).find(
    (key) => written[key] !== undefined && !isRight(unit, written[key]),
  )
  if (wrong) return at(wrong, `${JSON.stringify(written[wrong])} is no ${unit}. Write ${examples[unit] ?? 'a number'}.`)
  const [from, to] = figure.ends
  if (to !== undefined && from >= to)
    return at(
      written.to === undefined ? 'from' : 'to',
      `The range ends at ${to}, and begins at ${from}. Turn it round.`,
    )
  for (const { key, about } of [
    { key: 'currency', about: 'money' },
    { key: 'measure', about: 'duration' },
  ] as const) {
    if (unit !== about && written[key] !== undefined)
      return at(key, `"${key}" is for ${about}, which this is not. Remove it.`)
    if (unit === about && figure[key] === undefined)
      return [
        {
          path,
          on: 'key',
          message: `What is ${about} says its ${key}. Add "${key}", such as "${key === 'currency' ? 'EUR' : 'month'}".`,
        },
      ]
  }
  if (written.currency !== undefined && !isCurrency(written.currency))
    return at('currency', unknownCurrency(written.currency))
  return []
}

const examples: Partial<Record<Fact['unit'], string>> = {
  date: 'a day, such as "2026-12-31"',
  'clock-time': 'hours and minutes, such as "08:00"',
  year: 'its four digits, such as 2007',
  weekday: 'its number, from 1 for Monday to 7',
}

function isRight(unit: Fact['unit'], value: string | number): boolean {
  if (unit === 'date') return typeof value === 'string' && isDay(value)
  if (unit === 'clock-time') return typeof value === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)
  if (unit === 'year') return Number.isInteger(value) && Number(value) >= 1000 && Number(value) <= 9999
  if (unit === 'weekday') return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7
  return typeof value === 'number'
}
