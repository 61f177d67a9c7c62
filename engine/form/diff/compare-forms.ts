import {
  aboveAll,
  allFields,
  type ComputedField,
  type End,
  plainWords,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
  type StepField,
  type Thanks,
  wholeSteps,
} from '#engine/form/model'
import type { Change } from './change.ts'
import { breaking, safe } from './change.ts'
import { type Compared, compareField, compareStep, goneField, newField } from './compare-fields.ts'
import { closedRules, compareOpening } from './compare-opening.ts'
import { fits, valueShape } from './value-shape.ts'

/**
 * What changed between two versions of a form in one language, for the drafts that browsers keep and for who reads
 * its leads. An open page can still be sent as it was for a day; what is said of drafts happens once the page is
 * loaded anew. Words are counted elsewhere: nothing is kept by them but the sentences of consents.
 */
export function compareForms(compared: Compared): Change[] {
  const before = inWholeSteps(compared.before)
  const after = inWholeSteps(compared.after)
  const [was, is] = [placed(before), placed(after)]
  const gone = [...was.values()].filter(({ field }) => !is.has(field.id))
  const fresh = [...is.values()].filter(({ field }) => !was.has(field.id))
  const renames = likelyRenames(gone, fresh)
  return [
    ...gone.flatMap((field) => goneField(field, renames.get(field.field.id))),
    ...fresh.flatMap(newField),
    ...after.steps.flatMap((step) => {
      const former = before.steps.find(({ id }) => id === step.id)
      return former ? compareStep(former, step) : []
    }),
    ...[...is.values()].flatMap((field) => {
      const former = was.get(field.field.id)
      return former ? compareField(former, field, compared) : []
    }),
    ...compareComputed(before, after),
    ...compareConsents(before, after),
    ...compareEnds(before, after),
    ...compareOpening(before, after),
    ...compareLooks(compared.before, compared.after),
  ]
}

/** How a step is cut into screens is no more than a look. */
function inWholeSteps(form: ResolvedForm): ResolvedForm {
  return { ...form, steps: wholeSteps(form) }
}

/** Whether two versions differ in words alone: then nobody needs to walk their routes. */
export function sameRules(before: ResolvedForm, after: ResolvedForm): boolean {
  return rulesOf(before) === rulesOf(after)
}

function rulesOf(form: ResolvedForm): string {
  const { market, hidden, computed, steps, screenOuts = {}, thankYou, consents, opens, closes, maxLeads } = form
  const bare = steps.map(({ id, when, repeat, fields }) => [
    id,
    when,
    repeat && [repeat.group, repeat.min, repeat.max],
    fields.map(({ words: _, ...rules }) => rules),
  ])
  const turned = Object.entries(screenOuts).map(([id, { when, lead, link }]) => [id, when, lead, link?.to])
  const opening = [opens, closes, maxLeads, closedRules(form)]
  return JSON.stringify([market, hidden, computed, bare, turned, thanksRules(thankYou), consents, opening])
}

/** The questions by their ids. Consents are compared apart. */
function placed({ hidden, steps }: ResolvedForm): Map<string, StepField> {
  const fields = [aboveAll(hidden), ...steps].flatMap((step) => step.fields.map((field) => ({ step, field })))
  return new Map(fields.filter(({ field }) => field.kind !== 'consent').map((one) => [one.field.id, one]))
}

/** For whom a form serves no longer, or again: those who meet its ends, and what becomes of their leads. */
function compareEnds({ screenOuts: was = {} }: ResolvedForm, { screenOuts: is = {} }: ResolvedForm): Change[] {
  const ids = [...new Set([...Object.keys(is), ...Object.keys(was)])]
  return ids.flatMap((id) => compareEnd(id, was[id], is[id]))
}

function compareEnd(id: string, was: End | undefined, is: End | undefined): Change[] {
  const place = `screenOuts/${id}`
  const end = `The end "${id}"`
  if (!is) return [safe('drafts', place, `${end} was removed: it is no longer shown.`)]
  const isOther = JSON.stringify(was?.when) !== JSON.stringify(is.when)
  const stricter = was ? strictness(is) - strictness(was) : 0
  if (!isOther && stricter <= 0) return stricter === 0 ? [] : [safe('lead', place, `${end} lets more leads through.`)]
  const what = `${end} ${was ? (isOther ? 'is met by other answers' : 'is stricter') : 'is new'}`
  if (!is.lead)
    return [
      breaking('drafts', place, `${what}: a draft that meets it is turned away.`),
      breaking('lead', place, `${what}: no lead comes of answers that meet it.`),
    ]
  const waits = `${what}: a lead that meets it waits until an operator approves it.`
  return [
    safe('drafts', place, `${what}: visitors who meet it see it, and may continue.`),
    ...(is.lead === 'awaitReview' ? [breaking('lead', place, waits)] : []),
  ]
}

function strictness({ lead }: End): number {
  return ['delivered', 'awaitReview', undefined].indexOf(lead)
}

/**
 * The consents of two versions of a form. Evidence holds the exact sentence, so another sentence is another consent:
 * a tick that a draft keeps was given to the former one and is none for the new, while leads that came before keep
 * theirs. A consent that is gone or optional is missing in leads that used to carry it.
 */
function compareConsents(before: ResolvedForm, after: ResolvedForm): Change[] {
  const step = after.steps.at(-1)?.id ?? ''
  const present = new Map(after.consents.map((consent) => [consent.id, consent]))
  const former = new Set(before.consents.map(({ id }) => id))
  return [
    ...before.consents.flatMap((was) => {
      const is = present.get(was.id)
      return is ? kept(`${step}/${was.id}`, was, is, before, after) : [gone(`${step}/${was.id}`, was.id)]
    }),
    ...after.consents.filter(({ id }) => !former.has(id)).map(({ id }) => added(`${step}/${id}`, id, after)),
  ]
}

function kept(
  place: string,
  was: ResolvedConsent,
  is: ResolvedConsent,
  before: ResolvedForm,
  after: ResolvedForm,
): Change[] {
  const { id } = is
  const changes: Change[] = []
  if (plainWords(was.text) !== plainWords(is.text))
    changes.push(
      breaking(
        'drafts',
        place,
        `The sentence of the consent "${id}" changed: a tick that a draft keeps was given to the former sentence and must be given again. The evidence of earlier leads keeps its original sentence.`,
      ),
    )
  if (was.purpose !== is.purpose)
    changes.push(
      breaking('consents', place, `The consent "${id}" is given for "${is.purpose}" instead of "${was.purpose}".`),
    )
  const [wasOptional, isOptional] = [isOptionalIn(before, id), isOptionalIn(after, id)]
  if (!wasOptional && isOptional)
    changes.push(breaking('consents', place, `The consent "${id}" is optional: leads may come without it.`))
  if (wasOptional && !isOptional)
    changes.push(
      safe('drafts', place, `The consent "${id}" must be given now: a draft without the tick is asked for it.`),
    )
  return changes
}

function gone(place: string, id: string): Change {
  return breaking(
    'consents',
    place,
    `The consent "${id}" is gone: leads come without it. A tick in a draft is dropped.`,
  )
}

function added(place: string, id: string, form: ResolvedForm): Change {
  const rest = isOptionalIn(form, id) ? 'and optional' : 'and must be given: a draft is asked for it'
  return safe('drafts', place, `The consent "${id}" is new ${rest}.`)
}

function isOptionalIn(form: ResolvedForm, id: string): boolean {
  return allFields(form).find((field) => field.id === id)?.optional ?? false
}

/**
 * What fields that are gone are probably called now, by their former ids: the same name in or out of a group, or the
 * one newcomer of a step that lost one field. Either must take what the other took.
 */
function likelyRenames(gone: readonly StepField[], fresh: readonly StepField[]): Map<string, string> {
  const renames = new Map<string, string>()
  const rename = (from: StepField, candidates: readonly StepField[]) => {
    const [to, ...others] = candidates.filter((other) => fieldRules(from) === fieldRules(other))
    if (to && others.length === 0) renames.set(from.field.id, to.field.id)
  }
  for (const field of gone) {
    const sameName = fresh.filter((other) => other.field.place.name === field.field.place.name)
    const leaving = gone.filter(({ step }) => step.id === field.step.id)
    const coming = fresh.filter(({ step }) => step.id === field.step.id)
    rename(field, sameName.length > 0 || leaving.length > 1 || coming.length > 1 ? sameName : coming)
  }
  return renames
}

function fieldRules({ field: { schema, bounds, limits, offered, listed, formatBy } }: StepField): string {
  return JSON.stringify([schema, bounds, limits, offered, listed?.list, formatBy])
}

/** What leads hold of computed values, before and after: drafts keep none of them. */
export function compareComputed(before: ResolvedForm, after: ResolvedForm): Change[] {
  const [was, is] = [before, after].map(({ computed = [] }) => new Map(computed.map((value) => [value.id, value])))
  if (!was || !is) return []
  return [
    ...[...was.values()].flatMap((value) => (is.has(value.id) ? [] : goneComputed(value, [...is.values()], was))),
    ...[...is.values()].flatMap((value) => {
      const former = was.get(value.id)
      const place = placeOf(value)
      if (former) return compareValue(place, former, value)
      return [safe('lead', place, `Leads hold the computed "${value.id}" as well: ${valueShape(value).words}.`)]
    }),
  ]
}

/** One that is computed as this was, under an id that is new, is probably the same. */
function goneComputed(
  value: ComputedField,
  all: readonly ComputedField[],
  was: ReadonlyMap<string, ComputedField>,
): Change[] {
  const same = all.filter(
    ({ id, computed }) => !was.has(id) && computedRules(computed) === computedRules(value.computed),
  )
  const [renamed, ...others] = same
  const guess = renamed && others.length === 0 ? ` (renamed? "${renamed.id}" is new and computed alike)` : ''
  return [breaking('lead', placeOf(value), `Leads no longer hold the computed "${value.id}"${guess}.`)]
}

function compareValue(place: string, was: ComputedField, is: ComputedField): Change[] {
  const [former, present] = [valueShape(was), valueShape(is)]
  if (!fits(present, former))
    return [breaking('lead', place, `The computed "${is.id}" is ${present.words} instead of ${former.words}.`)]
  if (noun(was) !== noun(is))
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
  if (computedRules(was.computed) === computedRules(is.computed)) return []
  return [safe('lead', place, `The computed "${is.id}" is made of answers in another way.`)]
}

function noun({ computed }: ComputedField): string {
  if ('age' in computed) return 'an age'
  if ('payment' in computed) return 'a monthly payment'
  return 'table' in computed ? 'found in a table' : 'a sum or a count'
}

/** “from 0 to 20” */
function rangeOf({ schema: { minimum, maximum } }: ComputedField): string {
  const bounds = [minimum === undefined ? [] : `from ${minimum}`, maximum === undefined ? [] : `to ${maximum}`].flat()
  return bounds.join(' ') || 'without bounds'
}

function computedRules(rules: object): string {
  return JSON.stringify(rules)
}

function placeOf({ id }: ComputedField): string {
  return `computed/${id}`
}

/** How many texts read differently, at what both versions of a form have. */
export function changedTexts(before: ResolvedForm, after: ResolvedForm): number {
  const former = textsOf(before)
  const counts = [...textsOf(after)].map(([place, texts]) => {
    const was = former.get(place)
    if (!was) return 0
    const names = new Set([...Object.keys(was), ...Object.keys(texts)])
    return [...names].filter((name) => was[name] !== texts[name]).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Order, looks and how it ends: nothing is kept or read by where a question stands or how it is drawn. */
function compareLooks(before: ResolvedForm, after: ResolvedForm): Change[] {
  return [
    ...(looksOf(before, after) === looksOf(after, before)
      ? []
      : [safe('page', '', 'Questions moved or are rendered differently.')]),
    ...(estimateRules(before) === estimateRules(after) ? [] : [safe('page', 'estimate', 'Another estimate is shown.')]),
    ...(endingRules(before) === endingRules(after) ? [] : [safe('page', '', 'The form ends differently.')]),
    ...(JSON.stringify(closedRules(before)) === JSON.stringify(closedRules(after))
      ? []
      : [safe('page', '', 'What stands in its place while it is closed leads elsewhere.')]),
  ]
}

type Texts = Readonly<Record<string, string | undefined>>

/** The texts at each place. The sentence of a consent is none of them: it is evidence, and compared as such. */
function textsOf(form: ResolvedForm): Map<string, Texts> {
  const { title, description, submitLabel, thankYou, estimate } = form
  return new Map<string, Texts>([
    ['form', { title, description, send: submitLabel }],
    ['estimate', { title: estimate?.title, unit: estimate?.unit, assumption: estimate?.assumption }],
    ['thankYou', endTexts(thankYou)],
    ...Object.entries(thankYou?.alerts ?? {}).map(([id, alert]): [string, Texts] => [`alert ${id}`, endTexts(alert)]),
    ...Object.entries(form.screenOuts ?? {}).map(([id, end]): [string, Texts] => [`end ${id}`, endTexts(end)]),
    ...Object.entries(form.whenClosed ?? {}).map(([state, said]): [string, Texts] => [
      `closed ${state}`,
      endTexts(said),
    ]),
    ...wholeSteps(form).map(({ id, title, description, repeat }): [string, Texts] => [
      `step ${id}`,
      { title, description, item: repeat?.title, add: repeat?.add },
    ]),
    ...allFields(form).flatMap(fieldTexts),
  ])
}

function endTexts({ title, text, link }: Pick<Thanks, 'title' | 'text' | 'link'> = {}): Texts {
  return { title, text, link: link?.label }
}

function fieldTexts({ id, kind, words }: ResolvedField): [string, Texts][] {
  const { title, hint, explanation, unit, options = {}, errors = {} } = words
  return [
    [`field ${id}`, { ...(kind !== 'consent' && { title }), hint, explanation, unit }],
    [`errors ${id}`, errors],
    ...Object.entries(options).map(([option, text]): [string, Texts] => [`option ${id}/${option}`, { text }]),
  ]
}

/** Where what both versions have stands, and how it is drawn where its rules are the same. */
function looksOf({ steps, screens, progress, markRequired }: ResolvedForm, other: ResolvedForm): string {
  const others = new Map(allFields(other).map((field) => [field.id, field]))
  const drawn = steps.flatMap(({ id: step, fields, markRequired: marks = markRequired }) =>
    fields.flatMap((field) => {
      const twin = others.get(field.id)
      if (!twin) return []
      const isSame = JSON.stringify(field.schema) === JSON.stringify(twin.schema)
      return [[step, field.id, marks ?? false, isSame ? field.ui : sharedOptions(field, twin)]]
    }),
  )
  return JSON.stringify([drawn, screens, progress])
}

/** Which figure is shown while the form is filled in. */
function estimateRules({ estimate }: ResolvedForm): string {
  return JSON.stringify([estimate?.value, estimate?.from, estimate?.to])
}

/** Whereto and with what a form ends but for its words. For whom it ends early is compared apart. */
function endingRules({ screenOuts = {}, thankYou }: ResolvedForm): string {
  const links = Object.entries(screenOuts).flatMap(([id, { link }]) => (link ? [[id, link.to]] : []))
  return JSON.stringify([links, thanksRules(thankYou)])
}

/** What is said and led to once a form is sent, but for the words. */
function thanksRules({ echoField, appointment, page, link, redirect, alerts = {} }: Thanks = {}): unknown[] {
  const instead = Object.entries(alerts).map(([id, { when, link, redirect }]) => [id, when, link?.to, redirect])
  const { day, time, hours } = appointment ?? {}
  return [echoField, day, time, hours, page, link?.to, redirect, instead]
}

function sharedOptions(field: ResolvedField, twin: ResolvedField): string[] {
  const known = new Set(valueShape(twin).options)
  return (valueShape(field).options ?? []).filter((option) => known.has(option))
}
