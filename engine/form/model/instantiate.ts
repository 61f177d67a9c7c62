import type { When } from '#schemas/generated/form.ts'
import { fieldId, placeOf } from './field-place.ts'
import type { ResolvedField } from './form.ts'

/** What stands for the field of every item becomes that of one: its id, what its conditions read, its autofill. */
export function instantiate(template: ResolvedField, item: number): ResolvedField {
  const { group } = template.place
  /** What is read of the same item; all else stands outside. */
  const own = (id: string) => {
    const place = placeOf(id)
    return place.item === 'each' && place.group === group ? fieldId({ ...place, item }) : id
  }
  const keys = (all: object) => Object.fromEntries(Object.entries(all).map(([id, expected]) => [own(id), expected]))
  const all = (when: When): When => (Array.isArray(when) ? when.map(keys) : keys(when))
  const { when, optionalWhen, formatBy, limits } = template
  const place = { ...template.place, item }
  return inSection({
    ...template,
    id: fieldId(place),
    place,
    ...(formatBy && { formatBy: { ...formatBy, field: own(formatBy.field) } }),
    ...(limits && { limits: limits.map((limit) => ({ ...limit, field: own(limit.field) })) }),
    ...(when && { when: all(when) }),
    ...(optionalWhen && { optionalWhen: all(optionalWhen) }),
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
