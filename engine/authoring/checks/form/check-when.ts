import { fieldsRead, type Nest } from '#engine/form/model'
import type { DefinitionProblem, WrittenField } from '#engine/library'
import type { Expected, When } from '#schemas/generated/form.ts'
import { checkExpected } from './check-expected.ts'
import { whatIsRead } from './what-is-read.ts'

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
    const read = whatIsRead(written, { nest: at.nest, above, all, self, noun: 'condition' })
    if (typeof read === 'string')
      return [{ file: at.file, path: place[0] ?? at.path, on: 'key' as const, message: read }]
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
