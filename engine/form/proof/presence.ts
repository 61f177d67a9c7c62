import { journey, onDay } from '#engine/form/journey'
import {
  allFields,
  fieldPlace,
  findField,
  holds,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  type StepField,
  templateId,
} from '#engine/form/model'
import type { When } from '#schemas/generated/form.ts'
import { type ProofOptions, prove } from './prove.ts'
import { expectations } from './value-classes.ts'

/** Whether leads hold an answer: each, some, or none. */
export type Presence = 'always' | 'sometimes' | 'never'

export interface Presences {
  /** Of the answer to a field; to one of a repeated group (drivers.#.name), as often as there is an item. */
  of: (id: string) => Presence
  /** Whether there are such leads at all. */
  areThere: boolean
}

/** Leads of a form: all, or only those that a condition takes. */
export interface Leads {
  form: ResolvedForm
  options: ProofOptions
  taken?: When | undefined
}

/**
 * What leads held and hold now, found by walking every route. Where either form has too many routes to walk, both are
 * judged by what stands at the fields: one with a condition is there sometimes.
 */
export function presences(before: Leads, after: Leads): { before: Presences; after: Presences } {
  const [was, is] = [routesOf(before), routesOf(after)]
  const areWalked = was !== null && is !== null
  return {
    before: presencesOn(areWalked ? was : null, before.form),
    after: presencesOn(areWalked ? is : null, after.form),
  }
}

function presencesOn(routes: Routes | null, form: ResolvedForm): Presences {
  const of = (id: string): Presence => {
    const found = findField(form, id)
    if (!found) return 'never'
    if (found.field.from) return 'always'
    if (found.field.computed) return found.field.optional ? 'sometimes' : 'always'
    const { item } = fieldPlace(id)
    const asked = typeof item === 'number' ? ofItem(item, found) : askedOn(found)
    // Walks leave an optional question out only where a condition reads it; elsewhere that goes without saying.
    return mayBeLeftOut(found.field) && !routes?.leftOut.has(found.field.id) ? weaker(asked, 'sometimes') : asked
  }

  function askedOn({ step, field: { id, place, when, offered, listed } }: StepField): Presence {
    if (!routes) return step.when || when || offered || listed ? 'sometimes' : 'always'
    const group = place.item === undefined ? undefined : place.group
    const relevant = group === undefined ? routes.each : routes.each.filter(({ groups }) => groups.has(group))
    const count = relevant.filter(({ answered }) => answered.has(id)).length
    if (count === 0) return 'never'
    return count === relevant.length ? 'always' : 'sometimes'
  }

  /** drivers.1.name is there when there is a second driver. */
  function ofItem(index: number, found: StepField): Presence {
    const { group, min, max } = found.step.repeat ?? { group: '', min: 0, max: 0 }
    if (index >= max) return 'never'
    const whenThere = weaker(of(group), askedOn(found))
    return index < min ? whenThere : weaker(whenThere, 'sometimes')
  }

  return { of, areThere: routes === null || routes.each.length > 0 }
}

const strengths: readonly Presence[] = ['never', 'sometimes', 'always']

/** Whether less of the leads hold it. */
export function isWeaker(one: Presence, other: Presence): boolean {
  return strengths.indexOf(one) < strengths.indexOf(other)
}

function weaker(one: Presence, other: Presence): Presence {
  return isWeaker(one, other) ? one : other
}

interface Routes {
  each: readonly {
    /** The ids of the fields answered, those of items as drivers.#.name. */
    answered: ReadonlySet<string>
    /** The groups that have an item. */
    groups: ReadonlySet<string>
  }[]
  /** The optional questions that were walked with an answer and without. */
  leftOut: ReadonlySet<string>
}

/** Every set of questions that the leads taken were asked; null when they cannot be walked. */
function routesOf({ form, options: { judges, ...options }, taken }: Leads): Routes | null {
  const groups = form.steps.flatMap(({ repeat }) => repeat ?? [])
  const leftOut = optionalOnes({ ...form, steps: [...form.steps, ...marks([taken])] })
  // Walks tell apart what conditions read, so what is to be told apart here stands in the form as conditions.
  const marked = marks([
    taken,
    ...groups.flatMap(({ group, min }) => (min === 0 ? [{ [group]: { minimum: 1 } }] : [])),
    ...leftOut.map((id) => ({ [id]: { not: { const: '' } } })),
  ])
  const isMark = (id: string) => marked.some((step) => step.id === id)
  const { vectors } = prove(
    { ...form, steps: [...form.steps, ...marked] },
    { ...options, judges: (id) => (isMark(id) ? () => [] : judges(id)) },
  )
  if (vectors.length === 0) return null
  const each = vectors
    .map((vector) => journey(onDay(form, options.today), vector).answers)
    .filter((answers) => holds(taken, answers))
    .map((answers) => ({
      answered: new Set(Object.keys(answers).map((id) => templateId(fieldPlace(id)))),
      groups: new Set(groups.flatMap(({ group }) => (Number(answers[group] ?? 0) > 0 ? [group] : []))),
    }))
  return { each, leftOut: new Set(leftOut) }
}

/** The optional questions that conditions read; within an item each driver may leave out another. */
function optionalOnes(form: ResolvedForm): string[] {
  const read = expectations(form)
  return allFields(form).flatMap((field) =>
    mayBeLeftOut(field) && read.has(field.id) && field.place.item === undefined ? [field.id] : [],
  )
}

function mayBeLeftOut({ optional, optionalWhen }: ResolvedField): boolean {
  return optional || optionalWhen !== undefined
}

/** Steps that are there when a condition holds. No id of a definition has a space. */
function marks(conditions: readonly (When | undefined)[]): ResolvedStep[] {
  return conditions.flatMap((when, index) => {
    if (when === undefined) return []
    const id = `mark ${index}`
    const schema = { type: 'boolean' as const }
    return [
      {
        id,
        title: '',
        when,
        fields: [{ id, place: { name: id }, kind: null, schema, ui: {}, words: { title: '' }, optional: false }],
      },
    ]
  })
}
