import { fieldsRead } from '#engine/core/definition/condition.ts'
import { fieldId, type Nest, placeOf } from '#engine/core/definition/field-place.ts'
import type { Expected, When } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../definition-problem.ts'
import { didYouMean } from '../../sources/did-you-mean.ts'
import { checkExpected } from './check-expected.ts'
import type { WrittenField } from './written-fields.ts'

/**
 * A condition reads only fields above it, so that a journey can never run in a circle,
 * and only answers that these fields can have.
 * @param at where the condition stands; `nest` is the group it stands in, if any
 * @param self the field the condition stands on, null for a step's
 */
export function checkWhen(
  when: When | undefined,
  at: { file: string; path: readonly string[]; nest: Nest },
  above: readonly WrittenField[],
  all: readonly WrittenField[],
  self: string | null,
): DefinitionProblem[] {
  return fieldsRead(when).flatMap((written) => {
    const place = placesOf(when, written, at.path)
    // As in resolution: a field of the own group first, then one of the form.
    const ownId = fieldId({ ...at.nest, name: written })
    const id = all.some((field) => field.id === ownId) ? ownId : written
    const say = (message: string, path = place[0] ?? at.path): DefinitionProblem[] => [
      { file: at.file, path, on: 'key', message },
    ]
    if (id === self) return say(`The condition of "${id}" reads its own answer. Let it read a field above.`)
    const read = above.find((field) => field.id === id)
    if (!read && all.some((field) => field.id === id)) {
      return say(
        `The condition reads "${id}", which is asked later. Conditions read only fields above them: move "${id}" up, or this down.`,
      )
    }
    const list = placeOf(id).group
    if (!read && list !== undefined && all.some(({ place }) => place.group === list && place.item !== undefined)) {
      return say(
        `"${list}" is asked several times, so no condition can read "${id}". It can read how many there are: "${list}".`,
      )
    }
    if (!read)
      return say(
        `The condition reads "${id}", but no field has this id.${didYouMean(
          id,
          above.map((field) => field.id),
        )}`,
      )
    return place.flatMap((path) =>
      checkExpected(valueAt(when, path.slice(at.path.length)), read, { file: at.file, path }),
    )
  })
}

/** Where a field is read: once in an object, perhaps several times in a list. */
function placesOf(when: When | undefined, id: string, path: readonly string[]): string[][] {
  if (!Array.isArray(when)) return [[...path, id]]
  return when.flatMap((all, index) => (Object.hasOwn(all, id) ? [[...path, String(index), id]] : []))
}

function valueAt(when: When | undefined, keys: readonly string[]): Expected | undefined {
  const [first = '', second = ''] = keys
  return Array.isArray(when) ? when[Number(first)]?.[second] : when?.[first]
}
