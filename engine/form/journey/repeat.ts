import {
  type Answer,
  type Answers,
  answerTo,
  fieldId,
  holds,
  instantiate,
  placeOf,
  type Repeat,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
} from '#engine/form/model'
// A step that repeats holds each field once, as drivers.#.name. How often they are asked is an answer itself, under
// the group's name: { drivers: 2, "drivers.0.name": "Ada", "drivers.1.name": "Grace" }.

export type RepeatedStep = ResolvedStep & { repeat: Repeat }

export function isRepeated(step: ResolvedStep): step is RepeatedStep {
  return step.repeat !== undefined
}

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

/** Every field of a form that somebody or an address answers, repeated ones as often as the answers say. */
export function everyField(form: ResolvedForm, answers: Answers): ResolvedField[] {
  return [...(form.hidden ?? []), ...form.steps.flatMap((step) => fieldsAsked(step, answers))]
}

/** How often a repeated step is asked: within its limits, whatever was posted. */
function itemCount({ group, min, max }: Repeat, answers: Answers): number {
  const given = answerTo(group, answers)
  return Number.isInteger(given) ? Math.min(Math.max(Number(given), min), max) : min
}

/** What an item is called: the second of the drivers is “Driver 2”. */
export function itemName({ title }: Repeat, item: number): string {
  return `${title} ${item + 1}`
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
    const place = placeOf(id)
    const { group, item } = place
    if (group !== repeat.group || typeof item !== 'number') return [[id, answer]]
    if (item === removed) return []
    return [[item > removed ? fieldId({ ...place, item: item - 1 }) : id, answer]]
  })
  return { ...Object.fromEntries(kept), [repeat.group]: count - 1 }
}
