import {
  exclusiveOption,
  formatOf,
  kindNamed,
  limitInWords,
  listedOptions,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  type StepField,
} from '#engine/form/model'
import { isWeaker, type Presence, type Presences } from '#engine/form/proof'
import { boundDay } from '#engine/form/values'
import { breaking, type Change, safe } from './change.ts'
import { fits, type ValueShape, valueShape } from './value-shape.ts'

const keywords: Readonly<Record<string, Direction>> = {
  minimum: 1,
  maximum: -1,
  minLength: 1,
  maxLength: -1,
  minItems: 1,
  maxItems: -1,
  multipleOf: 0,
  pattern: 0,
}

/** Two versions of a form as a comparison needs them. */
export interface Compared {
  before: ResolvedForm
  after: ResolvedForm
  presence: { before: Presences; after: Presences }
  /** YYYY-MM-DD */
  today: string
}

/**
 * A question that is gone. A draft keeps answers by the ids of their fields, so this one's is dropped without a word,
 * also where the question goes on under another id: the visitor is asked anew. Leads lose a property.
 */
export function goneField({ step, field }: StepField, renamed: string | undefined): Change[] {
  const { id } = field
  const place = `${step.id}/${id}`
  const guess = renamed === undefined ? '' : ` (renamed? "${renamed}" is new and takes the same)`
  const fate = renamed === undefined ? 'is dropped' : 'is dropped, and the visitor is asked again'
  return [
    breaking('drafts', place, `The ${nounOf(field)} "${id}" is gone${guess}: an answer that a draft keeps ${fate}.`),
    breaking('lead', place, `Leads no longer hold "${id}"${guess}.`),
  ]
}

/** A new question. Nothing kept is lost; who comes back with a draft is led to it before sending. */
export function newField({ step, field }: StepField): Change[] {
  const { id, optional, optionalWhen } = field
  const place = `${step.id}/${id}`
  const asked =
    optional || optionalWhen ? 'is new and optional: a draft can be sent without it' : 'is new: a draft is asked it'
  return [
    safe('drafts', place, `The ${nounOf(field)} "${id}" ${asked}.`),
    safe('lead', place, `Leads hold "${id}" as well: ${valueShape(field).words}.`),
  ]
}

/** A question that stayed: what it takes, whether it must be answered, and on which routes it is asked. */
export function compareField(was: StepField, is: StepField, compared: Compared): Change[] {
  const { before, after, presence, today } = compared
  const { id } = is.field
  const place = `${is.step.id}/${id}`
  return [
    ...compareValues(place, was.field, is.field, today),
    ...compareCurrency(place, was.field, is.field, [before.market.currency, after.market.currency]),
    ...duty(place, was.field, is.field),
    ...presenceChange(place, is.field, presence.before.of(id), presence.after.of(id)),
    ...(sameCondition(was.field, is.field) && !otherStep(was.step, is.step)
      ? []
      : [otherCondition(place, `The question "${id}"`)]),
  ]
}

/** A step's condition is that of all its questions, so it is said once. */
export function compareStep(was: ResolvedStep, is: ResolvedStep): Change[] {
  return sameCondition(was, is) ? [] : [otherCondition(is.id, `The step "${is.id}"`)]
}

function duty(place: string, was: ResolvedField, is: ResolvedField): Change[] {
  const isSame = JSON.stringify(was.optionalWhen) === JSON.stringify(is.optionalWhen)
  if (is.optional || (isSame && !was.optional)) return []
  if (is.optionalWhen)
    return [
      safe(
        'drafts',
        place,
        `"${is.id}" may stay unanswered under another condition: a draft without an answer may be asked it.`,
      ),
    ]
  return [safe('drafts', place, `"${is.id}" must be answered now: a draft without an answer is asked it.`)]
}

/** Leads that always held a property and may lack it now break who reads them; the reverse breaks nobody. */
function presenceChange(
  place: string,
  { id, optional, optionalWhen }: ResolvedField,
  was: Presence,
  is: Presence,
): Change[] {
  if (was === is) return []
  if (is === 'never') return [breaking('lead', place, `Leads no longer hold "${id}": no route asks it.`)]
  if (!isWeaker(is, was))
    return [safe('lead', place, is === 'always' ? `Every lead holds "${id}" now.` : `Leads may hold "${id}" now.`)]
  const reason = optional || optionalWhen ? 'it is optional' : 'some routes do not ask it'
  return [breaking('lead', place, `Leads may lack "${id}" now: ${reason}.`)]
}

/** What is not asked is no part of a lead, and the journey sees to that in a draft as well: nothing is refused. */
function otherCondition(place: string, what: string): Change {
  const change = `${what} is asked under another condition: a draft is asked more, or what it keeps is left out.`
  return safe('drafts', place, change)
}

/** One step's condition is compared for all its questions; a question that moved meets another's. */
function otherStep(was: ResolvedStep, is: ResolvedStep): boolean {
  return was.id !== is.id && !sameCondition(was, is)
}

function sameCondition(was: { when?: unknown }, is: { when?: unknown }): boolean {
  return JSON.stringify(was.when) === JSON.stringify(is.when)
}

function nounOf({ kind }: ResolvedField): string {
  return kind === 'count' ? 'group' : 'question'
}

/**
 * What a question takes: the shape of its answers, its options and its limits.
 * @param today YYYY-MM-DD
 */
function compareValues(place: string, was: ResolvedField, is: ResolvedField, today: string): Change[] {
  const [former, present] = [valueShape(was), valueShape(is)]
  const areOne = former.words === present.words
  return [
    ...shapeChanges(place, is.id, former, present),
    ...(areOne ? optionChanges(place, is.id, former, present) : []),
    ...(areOne ? offerChanges(place, was, is) : []),
    ...(areOne || (isNumber(former) && isNumber(present)) ? limits(place, was, is, today) : []),
  ]
}

/** A free number has limits whether it may have decimals or not. */
function isNumber({ base, options }: ValueShape): boolean {
  return options === null && (base === 'number' || base === 'whole number')
}

/** 100 was typed beside £ or kWh, and would be read as 100 € or m³. */
function compareCurrency(
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

/** Whether an option is offered on another condition: who chose it may be asked again. */
function offerChanges(place: string, was: ResolvedField, is: ResolvedField): Change[] {
  const former = new Set(listedOptions(was.schema))
  const { list, version } = is.listed ?? {}
  if (was.listed && is.listed && was.listed.version !== version) {
    const change = `The options of "${is.id}" in the list "${list}" changed: a draft that chose one which is gone is asked again.`
    return [breaking('drafts', place, change)]
  }
  return listedOptions(is.schema).flatMap((option) => {
    const [before, now] = [was.offered?.[option], is.offered?.[option]]
    if (!former.has(option) || JSON.stringify(before) === JSON.stringify(now)) return []
    const at = `${place}/${option}`
    if (!now) return [safe('drafts', at, `The option "${option}" of "${is.id}" is offered for all answers now.`)]
    const change = `The option "${option}" of "${is.id}" is offered for ${before ? 'other' : 'some'} answers only`
    return [breaking('drafts', at, `${change}: a draft that chose it may be asked again.`)]
  })
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

/** A limit of a field's answers that is another now. */
interface LimitChange {
  /** “the minimum 20 instead of 10” */
  words: string
  /** Whether answers that were taken before may be refused now. */
  narrows: boolean
  /** Whether answers that were refused before may be taken now. */
  widens: boolean
}

/** A value that only grows narrower upwards (1) or downwards (-1), or in no order at all (0). */
type Direction = 1 | -1 | 0

/**
 * The limits that differ between two versions of a field of one shape.
 * @param today YYYY-MM-DD: bounds such as -18y are days only then
 */
function limitChanges(before: ResolvedField, after: ResolvedField, today: string): LimitChange[] {
  const [was, is] = [limitsOf(before, today), limitsOf(after, today)]
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const change = compare(name, was.get(name), is.get(name))
    return change ? [change] : []
  })
  return [...changes, ...countryChange(before, after)]
}

/** A number without a country code is read as one of another country; stored it is one of the world as before. */
function countryChange(before: ResolvedField, after: ResolvedField): LimitChange[] {
  const [was, is] = [formatOf(before)?.country, formatOf(after)?.country]
  if (was === is) return []
  return [{ words: `the country ${is} instead of ${was}`, narrows: true, widens: false }]
}

interface Limit {
  value: unknown
  words: string
  direction: Direction
}

function limitsOf(field: ResolvedField, today: string): Map<string, Limit> {
  const { schema, bounds = {}, files } = field
  const limits = Object.entries(keywords).map(([name, direction]): [string, Limit] => {
    const value = schema[name]
    return [name, { value, words: String(value), direction }]
  })
  const days = (['earliest', 'latest'] as const).map((name): [string, Limit] => {
    const bound = bounds[name]
    const direction = name === 'earliest' ? 1 : -1
    return [name, { value: bound && boundDay(bound, today), words: String(bound), direction }]
  })
  const answers = answerLimitsOf(field)
  const exclusive = exclusiveOption(schema)
  const other: [string, Limit] = ['exclusive option', { value: exclusive, words: `"${exclusive}"`, direction: 0 }]
  const ofFiles: [string, Limit][] = files
    ? [
        ['accepted file types', { value: files.accept.join(', '), words: files.accept.join(', '), direction: 0 }],
        ['maximum size of a file', { value: files.maxBytes, words: inMegabytes(files.maxBytes), direction: -1 }],
        [
          'maximum size of all files',
          { value: files.maxTotalBytes, words: inMegabytes(files.maxTotalBytes), direction: -1 },
        ],
      ]
    : []
  return new Map([...limits, ...days, ...answers, ...ofFiles, other].filter(([, { value }]) => value !== undefined))
}

/** Which of two limits that answers set is the narrower depends on the answers. */
function answerLimitsOf({ limits = [] }: ResolvedField): [string, Limit][] {
  return [...Map.groupBy(limits, ({ code }) => code)].map(([code, each]) => {
    const words = `(${each.map(limitInWords).join(' and ')})`
    return [`${code} set by answers`, { value: words, words, direction: 0 }]
  })
}

function compare(name: string, was: Limit | undefined, is: Limit | undefined): LimitChange | null {
  if (was?.value === is?.value) return null
  if (!was) return { words: `the ${name} ${is?.words} instead of none`, narrows: true, widens: false }
  if (!is) return { words: `no ${name} instead of ${was.words}`, narrows: false, widens: true }
  const words = `the ${name} ${is.words} instead of ${was.words}`
  if (is.direction === 0) return { words, narrows: true, widens: true }
  const narrows = is.direction === 1 ? isAbove(is.value, was.value) : isAbove(was.value, is.value)
  return { words, narrows, widens: !narrows }
}

/** Numbers by their size, days by the calendar: as YYYY-MM-DD they sort as text. */
function isAbove(one: unknown, other: unknown): boolean {
  return typeof one === 'number' ? one > Number(other) : String(one) > String(other)
}

function inMegabytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MB`
}
