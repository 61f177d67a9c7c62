import type { Expected } from '#schemas/generated/form.ts'
import { type Answer, type Answers, answerTo } from '../journey/answers.ts'
import { computed } from '../journey/compute.ts'
import { type Addend, readBy, readingsIn } from '../model/computed/computation.ts'
import { meets } from '../model/condition.ts'
import { placeOf, templateId } from '../model/field-place.ts'
import type { ComputedField, ResolvedField, ResolvedForm } from '../model/form.ts'
import { multiplied } from '../values/decimal-sums.ts'
import { type Completions, completions } from './completions.ts'
import { answersThatCount, daysAt, effectOf, mostAlike, numbersAt } from './counting-answers.ts'
import { valuesIn } from './value-classes.ts'

/** What conditions on computed values mean for walks. */
export interface ComputedClasses {
  /** Whether conditions find out, through computed values, what is answered to a field. */
  decides: (field: ResolvedField) => boolean
  /** Answers to try, so that the values of each kind are met. */
  candidates: (field: ResolvedField, answers: Answers) => Answer[]
  /**
   * What all conditions on values find, for whatever is answered to the questions that follow: two answers for which that
   * is the same are alike.
   * @param answers what was answered before
   */
  tell: (field: ResolvedField, answer: Answer | undefined, answers: Answers) => string
  /**
   * What is left to find out before a question is answered: where that is the same, so is all that follows. null where the
   * form computes nothing that conditions read.
   */
  stateAt: (open: ResolvedField, answers: Answers) => string | null
  /** The values that are made of too many answers to be told apart. */
  tooLarge: ReadonlySet<string>
}

/**
 * @param read what conditions expect of each field and value, by id
 * @param isAlone whether answers to a field decide nothing but what conditions find
 */
export function computedClasses(
  form: ResolvedForm,
  read: ReadonlyMap<string, readonly Expected[]>,
  isAlone: (id: string) => boolean,
): ComputedClasses {
  const all = form.computed ?? []
  const tooLarge = new Set<string>()
  const values = all.filter(({ id }) => read.has(id)).map((value) => ({ value, chain: chainOf(value, all) }))
  const counted = new Set(
    values.flatMap(({ chain }) => chain.flatMap(({ computed }) => readBy(computed))).filter(isAlone),
  )
  const of = (field: ResolvedField) => {
    const id = templateId(field.place)
    return values.filter(({ chain }) =>
      chain.some(({ computed }) => readBy(computed).includes(id) || countsItems(computed, id)),
    )
  }

  /** A value once all is answered. */
  function made(chain: readonly ComputedField[], answers: Answers): number | undefined {
    const known: Record<string, Answer> = { ...answers }
    for (const each of chain) {
      const value = computed(each.computed, known, form.today)
      if (value !== null) known[each.id] = value
    }
    return answerTo(chain.at(-1)?.id ?? '', known) as number | undefined
  }

  /** What may be answered to all that follows, as far as it counts; nothing of it where there is too much. */
  const waysOn = remembered((chain, field, answers, isIncluded) => {
    const found = completions(form, chain, field, answers, isIncluded)
    if (found) return found
    tooLarge.add(chain.at(-1)?.id ?? '')
    return { ways: [{}], areAll: true }
  })

  const found = new Map<string, string>()
  /** What conditions on a value find in all ways to go on. @param isIncluded whether the field is still to be answered */
  function toldOn(chain: readonly ComputedField[], field: ResolvedField, given: Answers, isIncluded: boolean): string {
    const expected = read.get(chain.at(-1)?.id ?? '') ?? []
    const key = [field.id, isIncluded, ...chain.map(({ id }) => id), effectOf(chain, given)].join(' ')
    const known = found.get(key)
    if (known !== undefined) return known
    const { ways, areAll } = waysOn(chain, field, given, isIncluded)
    // Between the ways that are tried lie others, which meet whatever lies between what those come to.
    const bounds = areAll ? [] : expected.flatMap(numbersIn)
    const told = ways.map((more) => {
      const value = made(chain, { ...given, ...more })
      if (value === undefined) return ''
      return [...expected.map((one) => meets(one, value)), ...bounds.flatMap((bound) => [value < bound, value > bound])]
        .map(Number)
        .join('')
    })
    found.set(key, told.join())
    return told.join()
  }

  return {
    tooLarge,
    decides: (field) => of(field).length > 0,
    tell(field, answer, answers) {
      const given = answer === undefined ? answers : { ...answers, [field.id]: answer }
      return of(field)
        .map(({ chain }) => toldOn(chain, field, given, false))
        .join(';')
    },
    stateAt(open, answers) {
      if (values.length === 0) return null
      const given = Object.entries(answers).flatMap(([id, answer]) => {
        if (all.some((each) => each.id === id)) return []
        const template = templateId(placeOf(id))
        return [[id, counted.has(template) ? (read.get(template) ?? []).map((one) => meets(one, answer)) : answer]]
      })
      return JSON.stringify([open.id, given, values.map(({ chain }) => toldOn(chain, open, answers, true))])
    },
    candidates: (field, answers) =>
      of(field).flatMap(({ value, chain }): Answer[] => {
        const named = (read.get(value.id) ?? []).flatMap(numbersIn)
        const bounds = named.flatMap((bound) => [
          bound,
          ...halves(chain).flatMap((half) => [bound - half, bound + half]),
        ])
        const { ways } = waysOn(chain, field, answers)
        const counting = answersThatCount(field, chain)
        if (counting.length > mostAlike) tooLarge.add(value.id)
        const withAnswer = (answer: Answer, way: Answers) => made(chain, { ...answers, ...way, [field.id]: answer })
        return [
          ...counting.filter((each) => each !== undefined),
          ...numbersAt(field, bounds, ways, withAnswer),
          ...daysAt(field, named, ways, withAnswer, form.today ?? ''),
        ]
      }),
  }
}

/** A value below all the values that it is made of. Sums that it adds up stand in it themselves: less is to be told apart. */
function chainOf(read: ComputedField, all: readonly ComputedField[]): ComputedField[] {
  const { computed } = read
  const value = 'age' in computed ? read : { ...read, computed: { ...computed, sum: inlined(computed.sum, all) } }
  return [...below(value, all), value]
}

/** The values that a value reads, each below those that it is made of. */
function below(value: ComputedField, all: readonly ComputedField[]): ComputedField[] {
  const needed = new Set(readBy(value.computed))
  for (const each of all.toReversed()) if (needed.has(each.id)) for (const id of readBy(each.computed)) needed.add(id)
  return all.filter(({ id }) => needed.has(id))
}

function inlined(sum: readonly Addend[], all: readonly ComputedField[], times = 1): Addend[] {
  return sum.flatMap((addend): Addend[] => {
    if (typeof addend === 'number') return [multiplied(addend, times)]
    if ('product' in addend) {
      const numbers = addend.product.filter((factor) => typeof factor === 'number')
      const [factor, ...others] = addend.product.filter((each) => typeof each !== 'number')
      if (factor === undefined || others.length > 0) return [{ product: [...addend.product, times] }]
      return inlined([factor], all, numbers.reduce(multiplied, times))
    }
    const scaled = multiplied(addend.times ?? 1, times)
    const { computed } = all.find(({ id }) => id === addend.field) ?? {}
    const isSum = computed && 'sum' in computed && computed.round === undefined
    return isSum ? inlined(computed.sum, all, scaled) : [{ ...addend, times: scaled }]
  })
}

/** How many drivers there are decides whose claims are added up. */
function countsItems(computation: ComputedField['computed'], id: string): boolean {
  if ('age' in computation) return false
  return readingsIn(computation.sum).some(
    ({ field }) => placeOf(field).item !== undefined && placeOf(field).group === id,
  )
}

/** How far rounding may move a value. */
function halves(chain: readonly ComputedField[]): number[] {
  return chain.flatMap(({ computed }) =>
    'age' in computed || computed.round === undefined ? [] : Number(`5e-${computed.round + 1}`),
  )
}

type WaysOn = (
  chain: readonly ComputedField[],
  field: ResolvedField,
  answers: Answers,
  isIncluded?: boolean,
) => Completions

/** What follows depends on what was answered only as far as that counts. */
function remembered(find: WaysOn): WaysOn {
  const known = new Map<string, Completions>()
  return (chain, field, answers, isIncluded = false) => {
    const counts = Object.entries(answers).filter(([id]) => chain.some(({ computed }) => countsItems(computed, id)))
    const key = JSON.stringify([chain.at(-1)?.id, field.id, isIncluded, counts])
    const ways = known.get(key) ?? find(chain, field, answers, isIncluded)
    known.set(key, ways)
    return ways
  }
}

/** The numbers that an expectation names. */
function numbersIn(expected: Expected): number[] {
  return valuesIn(expected).filter((value) => typeof value === 'number')
}
