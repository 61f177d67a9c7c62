import { kindNamed } from '#engine/core/definition/kind-named.ts'
import { mergePatch } from '#engine/core/definition/merge-patch.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Fact, Market } from '#schemas/generated/site.ts'
import { type WrittenField, writtenFields } from '../checks/form/written-fields.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { siteKey } from '../sources/definition-key.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Entry, Library } from '../sources/source.ts'
import { marketsOfForm } from './countries.ts'
import { figureIn } from './figure-in.ts'
import { factsOfLimit, type LimitFact, limitIn, limitKeys } from './limits.ts'

/** The facts that limit a form's fields exist, are of the unit that the field asks for, and hold where it is filled. */
export function checkFactLimits(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { localeRules = {}, ...base } = form.value
  return form.value.locales.flatMap((locale) => {
    const rule = localeRules[locale]
    const value = rule ? (mergePatch(base, rule) as FormDefinition) : base
    const markets = marketsOfForm(library, id, locale)
    return writtenFields({ ...form, value }, library)
      .filter(({ field, stepLocales }) => [field.locales, stepLocales].every((only) => only?.includes(locale) ?? true))
      .flatMap((written) =>
        [...limitKeys].flatMap((limit) =>
          factsOfLimit(written.field[limit as keyof typeof written.field], limit).flatMap((fact) => {
            const message = wrong(fact, written, library, markets)
            if (message === null) return []
            const path = [...written.path, limit, ...fact.path]
            const ruled = isAt(rule, path) ? ['localeRules', locale, ...path] : path
            return [
              { file: written.file, path: ruled, on: 'value' as const, message, of: [`forms/${id}`], with: [siteKey] },
            ]
          }),
        ),
      )
  })
}

/** Whether something stands at a place of a tree. */
function isAt(tree: unknown, path: readonly string[]): boolean {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree) !== undefined
}

function wrong(
  { name, key }: LimitFact,
  { field }: WrittenField,
  { site }: Library,
  markets: readonly Market[],
): string | null {
  const { facts = {} } = site.value
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
  const isAmount = kindNamed(field.kind ?? null)?.isMoney ?? false
  const { units, what } = fitting(key, isAmount)
  if (!units.includes(fact.unit))
    return `The fact "${name}" is ${fact.unit === 'money' ? 'money' : `a ${fact.unit}`}, and ${what}. Name another, or write the limit itself.`
  const here = markets.filter(({ country }) => fact.markets?.[country] !== null)
  const lacking = here.filter(({ country }) => limitIn(facts, name, country, key) === undefined)
  if (lacking.length > 0) {
    const countries = [...new Set(lacking.map(({ country }) => country))].join(', ')
    return `The fact "${name}" sets no such limit in ${countries}, where this is asked. Give it a figure there ("markets" in site.json), null where there is none, or write the limit itself.`
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
