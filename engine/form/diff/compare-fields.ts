import type { StepField } from '../model/find-field.ts'
import type { ResolvedField, ResolvedForm, ResolvedStep } from '../model/form.ts'
import { isWeaker, type Presence, type Presences } from '../proof/presence.ts'
import { breaking, type Change, safe } from './change.ts'
import { compareCurrency, compareValues } from './compare-values.ts'
import { valueShape } from './value-shape.ts'

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
  const fate = renamed === undefined ? 'is dropped' : 'is dropped, and the visitor is asked anew'
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
