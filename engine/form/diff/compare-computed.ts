import type { ComputedField, ResolvedForm } from '../model/form.ts'
import { breaking, type Change, safe } from './change.ts'
import { fits, valueShape } from './value-shape.ts'

/** What leads hold of computed values, before and after: drafts keep none of them. */
export function compareComputed(before: ResolvedForm, after: ResolvedForm): Change[] {
  const [was, is] = [before, after].map(({ computed = [] }) => new Map(computed.map((value) => [value.id, value])))
  if (!was || !is) return []
  return [
    ...[...was.values()].flatMap((value) => (is.has(value.id) ? [] : gone(value, [...is.values()], was))),
    ...[...is.values()].flatMap((value) => {
      const former = was.get(value.id)
      const place = placeOf(value)
      if (former) return compareValue(place, former, value)
      return [safe('lead', place, `Leads hold the computed "${value.id}" as well: ${valueShape(value).words}.`)]
    }),
  ]
}

/** One that is computed as this was, under an id that is new, is probably the same. */
function gone(value: ComputedField, all: readonly ComputedField[], was: ReadonlyMap<string, ComputedField>): Change[] {
  const same = all.filter(({ id, computed }) => !was.has(id) && rulesOf(computed) === rulesOf(value.computed))
  const [renamed, ...others] = same
  const guess = renamed && others.length === 0 ? ` (renamed? "${renamed.id}" is new and computed alike)` : ''
  return [breaking('lead', placeOf(value), `Leads no longer hold the computed "${value.id}"${guess}.`)]
}

function compareValue(place: string, was: ComputedField, is: ComputedField): Change[] {
  const [former, present] = [valueShape(was), valueShape(is)]
  if (!fits(present, former))
    return [breaking('lead', place, `The computed "${is.id}" is ${present.words} instead of ${former.words}.`)]
  if ('age' in was.computed !== 'age' in is.computed)
    return [breaking('lead', place, `The computed "${is.id}" is ${noun(is)} instead of ${noun(was)}.`)]
  const [range, other] = [rangeOf(was), rangeOf(is)]
  if (range !== other)
    return [
      breaking(
        'lead',
        place,
        `The computed "${is.id}" is ${other} instead of ${range}: who reads it meets other values.`,
      ),
    ]
  if (rulesOf(was.computed) === rulesOf(is.computed)) return []
  return [safe('lead', place, `The computed "${is.id}" is made of answers in another way.`)]
}

function noun({ computed }: ComputedField): string {
  return 'age' in computed ? 'an age' : 'a sum or a count'
}

/** “from 0 to 20” */
function rangeOf({ schema: { minimum, maximum } }: ComputedField): string {
  const bounds = [minimum === undefined ? [] : `from ${minimum}`, maximum === undefined ? [] : `to ${maximum}`].flat()
  return bounds.join(' ') || 'without bounds'
}

function rulesOf(rules: object): string {
  return JSON.stringify(rules)
}

function placeOf({ id }: ComputedField): string {
  return `computed/${id}`
}
