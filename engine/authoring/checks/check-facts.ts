import type { Figure } from '#engine/form/model'
import { forLocale, isTree, kindNamed, lacksForm, mergePatch } from '#engine/form/model'
import { countries, isDay, memoizeByObject } from '#engine/form/values'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  isCurrency,
  type Library,
  type ProblemIn,
  type Schemas,
  siteKey,
  unknownCountry,
  unknownCurrency,
  writtenFields,
} from '#engine/library'
import {
  countriesOf,
  type FactReference,
  factsNamed,
  figureIn,
  hasFactLimits,
  type LimitUse,
  limitIn,
  limitUses,
  marketsOfForm,
  messagesByFile,
  misspeltFacts,
  type Said,
} from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Fact, Market } from '#schemas/generated/site.ts'

const keptFacts = memoizeByObject<readonly string[]>()

const numbers: readonly Fact['unit'][] = ['count', 'percentage', 'duration', 'year', 'temperature', 'power', 'distance']

const kept = memoizeByObject<readonly FactWords[]>()

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
    { key: 'durationUnit', about: 'duration' },
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

/** The facts that words name exist, and have a figure wherever these words are read. */
export function checkFactWords(library: Library, schemas: Schemas): DefinitionProblem[] {
  const { facts = {} } = library.site.value
  /** The facts that are known to be right, by where they are read. */
  const right = new Map<ReturnType<typeof countriesOf>, Set<string>>()
  const naming = messagesByFile(library, schemas, '{').flatMap((said) => kept(said, '', () => factWords(said)))
  return naming.flatMap(({ locale, said, named, isMisspelt }) => {
    const [{ folder, id }] = said as [Said]
    const countries = countriesOf(library, { folder, id, locale })
    // Nearly all pages of a language are read in the same countries.
    const known = right.get(countries) ?? new Set()
    right.set(countries, known)
    for (const [key, fact] of named) if (!known.has(key) && wrong(fact, locale, countries.all) === null) known.add(key)
    // What is right wherever any of it is read is right for each text.
    if (!isMisspelt && named.every(([key]) => known.has(key))) return []
    return said.flatMap(({ file, text, path }) => {
      const readIn = countries.at(path)
      const messages = [
        ...misspeltFacts(text).map(misspelt),
        ...factsNamed(text).map((fact) => wrong(fact, locale, readIn)),
      ]
      const message = messages.find((each) => each !== null)
      return message ? [{ file, path, on: 'value' as const, message, with: [siteKey] }] : []
    })
  })

  function wrong({ name, form }: FactReference, locale: string, countries: readonly string[]): string | null {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const lacking = countries.filter((country) => figureIn(fact, country) === null)
    if (lacking.length > 0)
      return `The fact "${name}" has no figure in ${lacking.join(', ')}, where this is read in "${locale}". Give it one there ("markets" in site.json), or say it without.`
    if (form === undefined) return null
    const figures = countries.flatMap((country) => figureIn(fact, country) ?? [])
    const reason = figures.map((figure) => lacksForm(figure, form, locale)).find((each) => each !== null)
    return reason ? `The fact "${name}" has no "${form}" here: ${reason}. Write {fact:${name}}.` : null
  }
}

/** The texts of a file that mean facts, in one language, and each fact once, with a key of language, name and form. */
interface FactWords {
  locale: string
  said: readonly Said[]
  named: readonly (readonly [string, FactReference])[]
  isMisspelt: boolean
}

function factWords(said: readonly Said[]): FactWords[] {
  const read = said.map((one) => ({ one, named: factsNamed(one.text), misspelt: misspeltFacts(one.text) }))
  const meant = read.filter(({ named, misspelt }) => named.length + misspelt.length > 0)
  return [...Map.groupBy(meant, ({ one }) => one.locale)].map(([locale, texts]) => ({
    locale,
    said: texts.map(({ one }) => one),
    named: [
      ...new Map(texts.flatMap(({ named }) => named).map((fact) => [`${locale} ${fact.name}.${fact.form}`, fact])),
    ],
    isMisspelt: texts.some(({ misspelt }) => misspelt.length > 0),
  }))
}

function misspelt(found: string): string {
  return `${found} is no fact. Write {fact:name}, without spaces.`
}

/**
 * The facts that stand in a form's limits and conditions exist, are of the unit of the answers they are compared with,
 * and have a figure wherever it is filled.
 */
export function checkFactLimits(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  if (!hasFactLimits(form, library)) return []
  const { localeRules = {}, ...base } = form.value
  return form.value.locales.flatMap((locale) => {
    const rule = localeRules[locale]
    const ruled = { ...form, value: rule ? (mergePatch(base, rule) as FormDefinition) : base }
    const asked = writtenFields(ruled, library).filter(({ field, stepLocales }) =>
      [field.locales, stepLocales].every((only) => only?.includes(locale) ?? true),
    )
    const markets = marketsOfForm(library, id, locale)
    const { screenOuts } = ruled.value
    const offered = {
      ...ruled,
      value: { ...ruled.value, ...(screenOuts && { screenOuts: forLocale(screenOuts, locale) }) },
    }
    return limitUses(offered, asked).flatMap((use) => {
      const message = wrong(use, library, markets)
      if (message === null) return []
      const path = isAt(rule, use.path) ? ['localeRules', locale, ...use.path] : use.path
      return [{ file: use.file, path, on: 'value' as const, message, of: [`forms/${id}`], with: [siteKey] }]
    })
  })
}

/** Whether something stands at a place of a tree. */
function isAt(tree: unknown, path: readonly string[]): boolean {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree) !== undefined
}

function wrong(
  { name, key, field, isCondition }: LimitUse,
  { site }: Library,
  markets: readonly Market[],
): string | null {
  const { facts = {} } = site.value
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
  // A condition that reads what there is not is told of that.
  if (!field && key !== 'rate') return null
  const isAmount = kindNamed(field?.kind ?? null)?.isMoney ?? false
  const { units, what } = fitting(key, isAmount)
  if (!units.includes(fact.unit))
    return `The fact "${name}" is ${fact.unit === 'money' ? 'money' : `a ${fact.unit}`}, and ${what}. Name another, or write the limit itself.`
  // Where there is none, a limit may be left out; a condition cannot.
  const here = markets.filter(({ country }) => isCondition || fact.markets?.[country] !== null)
  const lacking = here.filter(({ country }) => limitIn(facts, name, country, key) === undefined)
  if (lacking.length > 0) {
    const countries = [...new Set(lacking.map(({ country }) => country))].join(', ')
    const none = isCondition ? '' : ', null where there is none'
    return `The fact "${name}" sets no such limit in ${countries}, where this is asked. Give it a figure there ("markets" in site.json)${none}, or write the limit itself.`
  }
  const foreign = here.find(
    ({ country, currency }) => isAmount && key !== 'factor' && figureIn(fact, country)?.currency !== currency,
  )
  return foreign
    ? `The fact "${name}" is in ${figureIn(fact, foreign.country)?.currency}, and this amount in ${foreign.currency}. Give it a figure in ${foreign.currency} ("markets" in site.json), or write the limit itself.`
    : null
}

function fitting(key: string, isAmount: boolean): { units: readonly Fact['unit'][]; what: string } {
  if (key === 'factor' || key === 'rate') return { units: ['percentage'], what: `"${key}" takes a percentage` }
  if (key === 'earliest' || key === 'latest')
    return { units: ['date', 'duration'], what: `"${key}" takes a date, or a duration back from today` }
  if (key.endsWith('Length')) return { units: ['count'], what: `"${key}" takes a count` }
  if (isAmount) return { units: ['money'], what: 'the answer is money' }
  return { units: numbers, what: 'the answer is a number and no amount' }
}

/** Facts that nothing uses, and those that are used and still said to be planned. Visitors meet neither. */
export function idleFacts(library: Library): DefinitionProblem[] {
  const { site, words, broken: _, ...folders } = library
  const definitions = Object.values(folders).flatMap((entries) => [...entries.values()])
  const used = new Set<string>()
  for (const { value } of [...definitions, ...words.values()]) for (const name of named(value)) used.add(name)
  return Object.entries(site.value.facts ?? {}).flatMap(([name, { reserved = false }]) => {
    if (used.has(name) !== reserved) return []
    const path = reserved ? ['facts', name, 'reserved'] : ['facts', name]
    const message = reserved
      ? `The fact "${name}" is used now. Remove "reserved".`
      : `Nothing uses the fact "${name}". Say it in words as {fact:${name}}, mark it "reserved": true, or remove it.`
    return [{ file: site.file, path, on: 'key' as const, message }]
  })
}

function named(value: object): readonly string[] {
  return keptFacts(value, '', () => {
    const names = new Set<string>()
    addFacts(value, names)
    return [...names]
  })
}

/** In words as {fact:savings}, elsewhere as { "fact": "savings" }. */
function addFacts(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') for (const { name } of factsNamed(value)) names.add(name)
  else if (Array.isArray(value)) for (const each of value) addFacts(each, names)
  else if (isTree(value) && typeof value.fact === 'string') names.add(value.fact)
  else if (isTree(value)) for (const key of Object.keys(value)) addFacts(value[key], names)
}
