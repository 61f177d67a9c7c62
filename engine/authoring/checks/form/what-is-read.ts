import { fieldId, fieldPlace, kindNamed, type Nest } from '#engine/form/model'
import { didYouMean, type WrittenField } from '#engine/library'

/** Where a field is read from. */
export interface Reader {
  /** The group it stands in, if any. */
  nest: Nest
  above: readonly WrittenField[]
  all: readonly WrittenField[]
  /** The field that it stands on, null for a step. */
  self: string | null
  /** What is read by: “condition”. */
  noun: string
}

/** The field above that a name stands for, or why there is none. Only what is above is read, so nothing runs in a circle. */
export function whatIsRead(written: string, { nest, above, all, self, noun }: Reader): WrittenField | string {
  // As in resolution: a field of the own group first, then one of the form.
  const ownId = fieldId({ ...nest, name: written })
  const id = all.some((field) => field.id === ownId) ? ownId : written
  if (id === self) return `The ${noun} of "${id}" reads its own answer. Let it read a field above.`
  const read = above.find((field) => field.id === id)
  const named = all.find((field) => field.id === id)
  if (named?.after !== undefined && noun === 'limit')
    return `"${id}" is computed, and visitors could not read what limits them. Let the limit read a field.`
  if (named?.isUntold && noun === 'condition')
    return `"${id}" is made of a table or of a loan’s payment, which conditions cannot read. Let the condition read answers.`
  if (kindNamed(read?.field.kind ?? null)?.isFile)
    return `The ${noun} reads "${id}", which is answered with files. Let it read another field.`
  if (read) return read
  if (named?.after !== undefined)
    return `The ${noun} reads "${id}", which is computed of "${named.after}" and known only below it. Move "${named.after}" up, or this down.`
  if (named) {
    const plural = `${noun[0]?.toUpperCase()}${noun.slice(1)}s`
    return `The ${noun} reads "${id}", which is asked later. ${plural} read only fields above them: move "${id}" up, or this down.`
  }
  const list = fieldPlace(id).group
  if (list !== undefined && all.some(({ place }) => place.group === list && place.item !== undefined))
    return `"${list}" is asked several times, so no ${noun} can read "${id}". It can read how many there are: "${list}".`
  const row = all.find(({ table }) => table?.id === id)
  if (row)
    return `"${id}" is a table of choices, with an answer for each row. Let the ${noun} read one, such as "${row.id}".`
  const known = above.map((field) => field.id)
  return `The ${noun} reads "${id}", but no field has this id.${didYouMean(id, known)}`
}
