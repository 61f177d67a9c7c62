import type { FormDefinition } from '#schemas/generated/form.ts'
import { reference } from '../../../library/check-references.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { Library } from '../../../library/source.ts'
import type { WrittenField } from '../../../library/written-fields.ts'

/** A field's list exists, and has options in every language that the field is offered in. */
export function checkList(
  { field, file, path }: WrittenField,
  { locales }: FormDefinition,
  library: Library,
): DefinitionProblem[] {
  if (field.list === undefined) return []
  const at = { file, path: [...path, 'list'], on: 'value' as const }
  const list = library.lists.get(field.list)
  if (!list) return reference(library, 'lists', field.list, at)
  const lacking = (field.locales ?? locales).filter((locale) => !Object.hasOwn(list.value.options, locale))
  if (lacking.length === 0) return []
  const languages = lacking.map((locale) => `"${locale}"`).join(', ')
  const message = `The list "${field.list}" has no options for ${languages}, where a form asks for them. Add them here.`
  return [{ file: list.file, path: ['options'], on: 'key', message }]
}
