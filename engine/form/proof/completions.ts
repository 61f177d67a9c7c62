import { type Answers, answerTo } from '../journey/answers.ts'
import { readBy } from '../model/computed/computation.ts'
import { fieldId, placeOf, templateId } from '../model/field-place.ts'
import type { ComputedField, ResolvedField, ResolvedForm } from '../model/form.ts'
import { answersThatCount, effectOf, isWide, mostAlike } from './counting-answers.ts'

/** Ways to go on after a field. */
export interface Completions {
  ways: readonly Answers[]
  /** Whether there are no others: numbers and days with many values stand for those between them. */
  areAll: boolean
}

/**
 * What may be answered, after a field, to all that a value is made of: one way for each difference that it makes to the
 * value. null where these are too many.
 * @param chain the value, below those that it is made of
 * @param isIncluded whether the field itself is to be answered too
 */
export function completions(
  form: ResolvedForm,
  chain: readonly ComputedField[],
  { id: from }: ResolvedField,
  answers: Answers,
  isIncluded = false,
): Completions | null {
  let ways: Answers[] = [{}]
  const behind = fieldsBehind(form, chain, from, isIncluded)
  for (const [at, { field, mayLack }] of behind.entries()) {
    const open = new Set(behind.slice(at + 1).map(({ field }) => templateId(field.place)))
    const done = new Set(behind.map(({ field }) => templateId(field.place)).filter((id) => !open.has(id)))
    const values = answersThatCount(field, chain)
    const further = new Map<string, Answers>()
    for (const way of ways) {
      const isThere = isItem({ ...answers, ...way }, field)
      for (const value of !isThere ? [undefined] : mayLack ? [undefined, ...values] : values) {
        const next = value === undefined ? way : { ...way, [field.id]: value }
        further.set(effectOf(chain, next, { done }), next)
      }
    }
    if (further.size > mostAlike) return null
    ways = [...further.values()]
  }
  const done = new Set(behind.map(({ field }) => templateId(field.place)))
  const each = new Map(ways.map((way) => [effectOf(chain, way, { hasItems: false, done }), way]))
  return { ways: [...each.values()], areAll: !behind.some(({ field }) => isWide(field)) }
}

/** Whether there is such an item, if it is one: drivers.2 is where there are three drivers. */
function isItem(answers: Answers, { place: { group = '', item } }: ResolvedField): boolean {
  return typeof item !== 'number' || item < Number(answerTo(group, answers) ?? 0)
}

/** The fields below one that a value is made of, those of items as often as there may be. */
function fieldsBehind(form: ResolvedForm, chain: readonly ComputedField[], from: string, isIncluded: boolean) {
  const read = new Set(chain.flatMap(({ computed }) => readBy(computed)))
  const groups = new Set([...read].flatMap((id) => (placeOf(id).item === undefined ? [] : (placeOf(id).group ?? []))))
  const all = form.steps.flatMap((step) => {
    const { repeat } = step
    const items = Array.from({ length: repeat?.max ?? 0 }, (_, item) =>
      step.fields.flatMap((field) => (field.place.item === 'each' ? [{ step, field: itemOf(field, item) }] : [])),
    )
    const others = step.fields.filter(({ place }) => place.item !== 'each').map((field) => ({ step, field }))
    return [...others, ...items.flat()]
  })
  const at = all.findIndex(({ field }) => field.id === from)
  return all.slice(isIncluded ? at : at + 1).flatMap(({ step, field }) => {
    const { id, place, optional, optionalWhen, when } = field
    const template = typeof place.item === 'number' ? fieldId({ ...place, item: 'each' }) : id
    if (!read.has(template) && !groups.has(id)) return []
    return [{ field, mayLack: optional || optionalWhen !== undefined || when !== undefined || step.when !== undefined }]
  })
}

function itemOf(field: ResolvedField, item: number): ResolvedField {
  const place = { ...field.place, item }
  return { ...field, place, id: fieldId(place) }
}
