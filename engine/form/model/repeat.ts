import type { When } from '#schemas/generated/form.ts'
import { type Answer, type Answers, answerTo, fieldId, fieldPlace, holds } from './answers.ts'
import type { Repeat, ResolvedField, ResolvedStep } from './form.ts'

// Browsers load this file only with a form of which a step repeats (web/shims/parts.ts).

// A step that repeats holds each field once, as drivers.#.name. How often they are asked is an answer itself, under
// the group's name: { drivers: 2, "drivers.0.name": "Ada", "drivers.1.name": "Grace" }.

export type RepeatedStep = ResolvedStep & { repeat: Repeat }

/** The fields of a step as often as they are asked: drivers.#.name becomes drivers.0.name, drivers.1.name, … */
export function fieldsAsked({ repeat, fields }: ResolvedStep, answers: Answers): readonly ResolvedField[] {
  if (!repeat) return fields
  const templates = fields.filter(({ place }) => place.item === 'each')
  const items = Array.from({ length: itemCount(repeat, answers) }, (_, item) =>
    templates.map((field) => instantiate(field, item)),
  ).flat()
  return fields.flatMap((field) => {
    if (field === templates[0]) return items
    return templates.includes(field) ? [] : [field]
  })
}

/** How often a repeated step is asked: within its limits, whatever was posted. */
function itemCount({ group, min, max }: Repeat, answers: Answers): number {
  const given = answerTo(group, answers)
  return Number.isInteger(given) ? Math.min(Math.max(Number(given), min), max) : min
}

/** One item more, as long as there may be; `first` is the field that is asked first in it. */
export function withItem(step: RepeatedStep, answers: Answers) {
  const { group, max } = step.repeat
  const count = itemCount(step.repeat, answers)
  const grown: Answers = { ...answers, [group]: Math.min(count + 1, max) }
  const first = fieldsAsked(step, grown).find(({ place, when }) => place.item === count && holds(when, grown))
  return { answers: grown, first: first?.id ?? null }
}

/** One item less, as long as there may be: those behind it move up. */
export function withoutItem({ repeat }: RepeatedStep, answers: Answers, removed: number): Answers {
  const count = itemCount(repeat, answers)
  if (count <= repeat.min || !(removed >= 0 && removed < count)) return answers
  const kept = Object.entries(answers).flatMap(([id, answer]): [string, Answer][] => {
    const place = fieldPlace(id)
    const { group, item } = place
    if (group !== repeat.group || typeof item !== 'number') return [[id, answer]]
    if (item === removed) return []
    return [[item > removed ? fieldId({ ...place, item: item - 1 }) : id, answer]]
  })
  return { ...Object.fromEntries(kept), [repeat.group]: count - 1 }
}

/** Turns the field of every item into that of one: its id, what its conditions read, its autofill. */
function instantiate(template: ResolvedField, item: number): ResolvedField {
  const { group } = template.place
  /** What is read of the same item; all else is outside the group. */
  const own = (id: string) => {
    const place = fieldPlace(id)
    return place.item === 'each' && place.group === group ? fieldId({ ...place, item }) : id
  }
  const keys = (all: object) => Object.fromEntries(Object.entries(all).map(([id, expected]) => [own(id), expected]))
  const all = (when: When): When => (Array.isArray(when) ? when.map(keys) : keys(when))
  const { when, optionalWhen, offered, listed, formatBy, limits, lookUp } = template
  const place = { ...template.place, item }
  return inSection({
    ...template,
    id: fieldId(place),
    place,
    ...(formatBy && { formatBy: { ...formatBy, field: own(formatBy.field) } }),
    ...(limits && { limits: limits.map((limit) => ({ ...limit, field: own(limit.field) })) }),
    ...(lookUp !== undefined && { lookUp: own(lookUp) }),
    ...(when && { when: all(when) }),
    ...(optionalWhen && { optionalWhen: all(optionalWhen) }),
    ...(offered && { offered: eachCondition(offered, all) }),
    ...(listed && { listed: { ...listed, by: own(listed.by) } }),
  })
}

/**
 * Browsers fill what belongs to one person together: a co-borrower's name is not the visitor's.
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-detail-tokens
 */
export function inSection(field: ResolvedField): ResolvedField {
  const { group, item } = field.place
  const token = field.ui['ui:autocomplete']
  if (group === undefined || typeof token !== 'string') return field
  const section = ['section', group, item].filter((part) => part !== undefined).join('-')
  return { ...field, ui: { ...field.ui, 'ui:autocomplete': `${section} ${token}` } }
}

/** Options with their conditions changed. */
export function eachCondition(
  conditions: Readonly<Record<string, When>>,
  change: (when: When) => When,
): Record<string, When> {
  return Object.fromEntries(Object.entries(conditions).map(([option, when]) => [option, change(when)]))
}
