import type { ResolvedField } from '../model/form.ts'
import { kindNamed } from '../model/kind-named.ts'
import { breaking, type Change, safe } from './change.ts'
import { limitChanges } from './compare-limits.ts'
import { fits, type ValueShape, valueShape } from './value-shape.ts'

/**
 * What a question takes: the shape of its answers, its options and its limits.
 * @param today YYYY-MM-DD
 */
export function compareValues(place: string, was: ResolvedField, is: ResolvedField, today: string): Change[] {
  const [former, present] = [valueShape(was), valueShape(is)]
  const areOne = former.words === present.words
  return [
    ...shapeChanges(place, is.id, former, present),
    ...(areOne ? optionChanges(place, is.id, former, present) : []),
    ...(areOne || (isNumber(former) && isNumber(present)) ? limits(place, was, is, today) : []),
  ]
}

/** A free number has limits whether it may have decimals or not. */
function isNumber({ base, options }: ValueShape): boolean {
  return options === null && (base === 'number' || base === 'whole number')
}

/** 100 was typed beside £ or kWh, and would be read as 100 € or m³. */
export function compareCurrency(
  place: string,
  was: ResolvedField,
  is: ResolvedField,
  [former, present]: readonly [string, string],
): Change[] {
  const [before, now] = [was.words.unit, is.words.unit]
  if (before && now && before !== now) return otherMeasure(place, `"${is.id}" is`, now, before)
  if (!isMoney(was) || !isMoney(is) || former === present) return []
  return otherMeasure(place, `"${is.id}" is an amount`, present, former)
}

function otherMeasure(place: string, what: string, present: string, former: string): Change[] {
  const words = `${what} in ${present} instead of ${former}`
  return [
    breaking('drafts', place, `${words}: what a draft keeps was meant in ${former}.`),
    breaking('lead', place, `${words}.`),
  ]
}

function isMoney({ kind }: ResolvedField): boolean {
  return kindNamed(kind)?.isMoney ?? false
}

/** Answers of the former shape that are none of the new one are refused as a mistake, which the visitor corrects. */
function shapeChanges(place: string, id: string, was: ValueShape, is: ValueShape): Change[] {
  const words = `${is.words} instead of ${was.words}`
  const refused = 'an answer that a draft keeps is refused, and the visitor answers again'
  return [
    ...(fits(was, is) ? [] : [breaking('drafts', place, `"${id}" takes ${words}: ${refused}.`)]),
    ...(fits(is, was) ? [] : [breaking('lead', place, `"${id}" holds ${words}.`)]),
  ]
}

/** A new option is safe here: whether a partner's table has a word for it is the partners' comparison. */
function optionChanges(place: string, id: string, was: ValueShape, is: ValueShape): Change[] {
  if (!was.options || !is.options) return []
  const [former, present] = [new Set(was.options), new Set(is.options)]
  const gone = was.options.filter((option) => !present.has(option))
  const added = is.options.filter((option) => !former.has(option))
  return [
    ...gone.flatMap((option) => [
      breaking(
        'drafts',
        `${place}/${option}`,
        `The option "${option}" of "${id}" is gone: a draft that chose it is refused there, and the visitor chooses again.`,
      ),
      safe('lead', `${place}/${option}`, `"${id}" no longer holds "${option}".`),
    ]),
    ...added.map((option) => safe('lead', `${place}/${option}`, `"${id}" may hold "${option}" now.`)),
  ]
}

/** A narrower limit refuses what a draft may keep; a wider one lets leads hold what they never held. */
function limits(place: string, was: ResolvedField, is: ResolvedField, today: string): Change[] {
  return limitChanges(was, is, today).flatMap(({ words, narrows, widens }) => [
    ...(narrows
      ? [
          breaking(
            'drafts',
            place,
            `"${is.id}" has ${words}: what a draft keeps beyond it is refused, and the visitor corrects it.`,
          ),
        ]
      : []),
    ...(widens ? [safe('lead', place, `"${is.id}" has ${words}: leads may hold what was refused before.`)] : []),
  ])
}
