import { hiddenAnswer } from '#engine/form/journey'
import {
  type Answer,
  type Answers,
  allFields,
  knownLimits,
  meets,
  type ResolvedField,
  type ResolvedForm,
  templateId,
} from '#engine/form/model'
import { optionsOffered } from '#engine/form/offer'
import type { Expected, Test, When } from '#schemas/generated/form.ts'
import { type AnswerPlace, choices, isTaken, sampleAnswer, textSamples } from './sample-answers.ts'

/** What all conditions of a form expect of each field that they read, by the field's id. */
export function expectations(form: ResolvedForm): Map<string, Expected[]> {
  const found = new Map<string, Expected[]>()
  const read = (when: When | undefined) => {
    for (const all of when === undefined ? [] : [when].flat())
      for (const [field, expected] of Object.entries(all)) found.set(field, [...(found.get(field) ?? []), expected])
  }
  for (const step of form.steps) {
    read(step.when)
    for (const field of step.fields) {
      read(field.when)
      read(field.optionalWhen)
      for (const when of Object.values(field.offered ?? {})) read(when)
    }
  }
  for (const { when } of Object.values({ ...form.screenOuts })) read(when)
  for (const { when } of Object.values(form.thankYou?.alerts ?? {})) read(when)
  return found
}

/**
 * Answers of each class, the plainest first: no condition can tell two answers of one class apart, so these stand for all
 * there are. undefined stands for no answer, where the field is optional.
 * @param more answers to try beside those that rules and conditions name
 * @param tell what else tells answers apart: equal texts are alike
 */
export function valueClasses(
  field: ResolvedField,
  expected: readonly Expected[],
  place: AnswerPlace,
  more: readonly Answer[] = [],
  tell: (answer: Answer) => string = () => '',
): (Answer | undefined)[][] {
  const all = [...more, ...candidates(field, expected, place)]
  const taken = all.filter((answer) => isTaken(field, answer, place))
  const byMeaning = Map.groupBy(taken, (answer) => [...expected.map((one) => meets(one, answer)), tell(answer)].join())
  const classes = [...byMeaning.values()].map((answers) => [...new Set(answers.reverse())])
  return [...(field.optional ? [[undefined]] : []), ...classes]
}

/** One answer of each class of a field that nobody is asked. */
export function hiddenClasses(
  field: ResolvedField,
  expected: readonly Expected[],
  tell: (answer: Answer) => string = () => '',
): string[] {
  const { otherwise = '' } = field.from ?? {}
  const named = expected.flatMap(valuesIn).map(String)
  const beginnings = expected.flatMap(beginningsIn)
  const tried = (field.schema.enum as string[] | undefined) ?? [...begun(beginnings, [otherwise, 'a', '1']), ...named]
  const taken = [...tried.filter((value) => hiddenAnswer(field, value) === value), otherwise]
  return [
    ...new Map(
      taken.map((value) => [[...expected.map((one) => meets(one, value)), tell(value)].join(), value]),
    ).values(),
  ]
}

function candidates(field: ResolvedField, expected: readonly Expected[], place: AnswerPlace): Answer[] {
  const { schema } = field
  const sample = sampleAnswer(field, place)
  const named = [...expected.flatMap(valuesIn), ...knownLimits(field, place.answers).map(({ limit }) => limit)]
  const items = schema.items as { enum?: string[] } | undefined
  if (items?.enum)
    return [
      ...subsets(
        items.enum.filter((option) => named.includes(option)),
        items.enum,
      ),
      ...choices(items.enum),
    ]
  if (Array.isArray(schema.enum)) return (schema.enum as Answer[]).toReversed()
  if (schema.type === 'boolean') return [false, true]
  if (schema.type === 'integer' || schema.type === 'number') {
    const step = schema.type === 'integer' ? 1 : Number(schema.multipleOf ?? 0.01)
    const bounds = [...named, schema.minimum, schema.maximum].filter((value) => typeof value === 'number')
    return bounds
      .flatMap((bound) => [bound - step, bound + step, bound])
      .concat(sample === null ? [] : [Number(sample)])
  }
  const texts = [...(sample === null ? [] : [sample]), ...named.filter((value) => typeof value === 'string')]
  const beginnings = [...new Set(expected.flatMap(beginningsIn))]
  return beginnings.length === 0 ? texts : [...begun(beginnings, textSamples(field, place.today)), ...texts]
}

/** The values and limits that an expectation names. */
export function valuesIn(expected: Expected): (string | number | boolean)[] {
  if (Array.isArray(expected)) return expected
  return typeof expected === 'object' ? valuesOfTest(expected) : [expected]
}

function valuesOfTest({ not, contains, enum: listed = [], ...rest }: Test): (string | number | boolean)[] {
  const own = Object.values(rest).filter((value) => typeof value !== 'object')
  return [...own, ...listed, ...(not ? valuesOfTest(not) : []), ...(contains ? valuesOfTest(contains) : [])]
}

function beginningsIn(expected: Expected): string[] {
  if (Array.isArray(expected) || typeof expected !== 'object') return []
  const { startsWith = [], not, contains } = expected
  return [...startsWith, ...(not ? beginningsIn(not) : []), ...(contains ? beginningsIn(contains) : [])]
}

const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** Texts that begin so, and texts that only nearly do, each going on as a text does that the field takes. */
function begun(beginnings: readonly string[], samples: readonly string[]): string[] {
  const stems = new Set(beginnings.flatMap((text) => [...text].map((_, length) => text.slice(0, length))))
  const nearly = [...stems].flatMap((stem) => signs.map((sign) => stem + sign))
  return [
    ...nearly.flatMap((text) => samples.map((sample) => text + sample.slice(text.length))),
    ...beginnings.flatMap((text) =>
      samples.flatMap((sample) => [...sample].map((_, from) => text + sample.slice(from))),
    ),
    ...beginnings,
  ]
}

/** Every choice among the options that are read, each with and without one that is not. */
function subsets(read: readonly string[], all: readonly string[]): string[][] {
  const other = all.find((option) => !read.includes(option))
  let chosen: string[][] = [[]]
  for (const option of read) chosen = chosen.flatMap((set) => [set, [...set, option]])
  const withOther = other === undefined ? [] : chosen.map((set) => [...set, other])
  const order = (set: string[]) => all.filter((option) => set.includes(option))
  return [...withOther, ...chosen].filter((set) => set.length > 0).map(order)
}

/** What long lists mean for walks: answers that choose groups with options of the same classes are alike. */
interface ListedClasses {
  /** Whether answers to a field choose among the groups of a list. */
  decides: (field: ResolvedField) => boolean
  /** What is offered where a field is answered so, as far as conditions tell it apart: equal texts are alike. */
  tell: (field: ResolvedField, answer: Answer) => string
}

/** @param read what conditions expect of each field, by id */
export function listedClasses(form: ResolvedForm, read: ReadonlyMap<string, readonly Expected[]>): ListedClasses {
  const chosenBy = Map.groupBy(
    allFields(form).filter(({ listed }) => listed),
    ({ listed }) => listed?.by ?? '',
  )
  const known = new Map<string, string>()
  const of = ({ place }: ResolvedField) => chosenBy.get(templateId(place)) ?? []

  function tell(field: ResolvedField, answer: Answer): string {
    return of(field)
      .map((child) => {
        const key = `${child.id} ${answer}`
        const before = known.get(key)
        if (before !== undefined) return before
        const told = classesOf(child, { [child.listed?.by ?? '']: answer })
        known.set(key, told)
        return told
      })
      .join(';')
  }

  /** The classes of the options that a field offers after an answer. */
  function classesOf(child: ResolvedField, answers: Answers): string {
    const expected = read.get(child.id) ?? []
    const isMany = child.schema.type === 'array'
    const options = Object.keys(optionsOffered(child, answers, form.groups) ?? {})
    const classes = options.map((option) => {
      const answer = isMany ? [option] : option
      return [...expected.map((one) => Number(meets(one, answer))), tell(child, answer)].join()
    })
    return [...new Set(classes)].sort().join('|')
  }

  return { decides: (field) => of(field).length > 0, tell }
}
