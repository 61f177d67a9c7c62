import { forLocale, kindNamed, mergePatch } from '#engine/form/model'
import { type DefinitionProblem, didYouMean, type Entry, type Library, siteKey, writtenFields } from '#engine/library'
import { figureIn, hasFactLimits, type LimitUse, limitIn, limitUses, marketsOfForm } from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Fact, Market } from '#schemas/generated/site.ts'

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
    const { ends } = ruled.value
    const offered = { ...ruled, value: { ...ruled.value, ...(ends && { ends: forLocale(ends, locale) }) } }
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
  if (!field) return null
  const isAmount = kindNamed(field.kind ?? null)?.isMoney ?? false
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
    ({ country, currency }) => isAmount && key !== 'times' && figureIn(fact, country)?.currency !== currency,
  )
  return foreign
    ? `The fact "${name}" is in ${figureIn(fact, foreign.country)?.currency}, and this amount in ${foreign.currency}. Give it a figure in ${foreign.currency} ("markets" in site.json), or write the limit itself.`
    : null
}

const numbers: readonly Fact['unit'][] = ['count', 'percentage', 'duration', 'year', 'temperature', 'power', 'distance']

function fitting(key: string, isAmount: boolean): { units: readonly Fact['unit'][]; what: string } {
  if (key === 'times') return { units: ['percentage'], what: '"times" takes a percentage' }
  if (key === 'earliest' || key === 'latest')
    return { units: ['date', 'duration'], what: `"${key}" takes a date, or a duration back from today` }
  if (key.endsWith('Length')) return { units: ['count'], what: `"${key}" takes a count` }
  if (isAmount) return { units: ['money'], what: 'the answer is money' }
  return { units: numbers, what: 'the answer is a number and no amount' }
}
