/** Where answers stand: by themselves, in a group (coBorrower), or in an item of a group that is asked several times. */
export interface Nest {
  group?: string | undefined
  /** Counted from 0; `each` for what stands for every item, as in definitions. */
  item?: number | 'each' | undefined
}

/** Where the answer to a field stands. */
export interface FieldPlace extends Nest {
  name: string
}

/** How a place is written, in pages, drafts and conditions: email, coBorrower.email, drivers.0.email, drivers.#.email. */
export function fieldId({ group, item, name }: FieldPlace): string {
  if (group === undefined) return name
  return item === undefined ? `${group}.${name}` : `${group}.${item === 'each' ? '#' : item}.${name}`
}

/** The place that an id names, for ids that came from outside: fields of ours carry theirs. */
export function placeOf(id: string): FieldPlace {
  if (!id.includes('.')) return { name: id }
  const [, group, item, name = id] = /^([^.]+)\.(?:(#|0|[1-9]\d*)\.)?(.+)$/s.exec(id) ?? []
  return { group, item: item === '#' ? 'each' : item === undefined ? undefined : Number(item), name }
}

/** The id of what a form holds in place of an item's field: drivers.0.email is one of drivers.#.email. */
export function templateId(place: FieldPlace): string {
  return fieldId(place.item === undefined ? place : { ...place, item: 'each' })
}

/** The keys that lead to an answer in a lead: drivers.0.email → drivers, 0, email. */
export function keysOf(id: string): string[] {
  const { group, item, name } = placeOf(id)
  return [group, item, name].flatMap((key) => (key === undefined ? [] : [String(key)]))
}
