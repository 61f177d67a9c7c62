import { templateOf } from '#engine/core/repeat.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { placedFields } from './check-form.ts'
import { reference } from './check-references.ts'
import { didYouMean } from './did-you-mean.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry, Library } from './source.ts'

/** @param mistaken files that have a problem already: what such a form asks is not known yet */
export function checkPartner(
  { file, value }: Entry<PartnerDefinition>,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const problems = value.takes.flatMap(({ form: id, locales }, index) => {
    const path = ['takes', String(index)]
    const form = library.forms.get(id)
    const lacking = (locales ?? []).flatMap((locale, place) =>
      form && !form.value.locales.includes(locale)
        ? [
            {
              file,
              path: [...path, 'locales', String(place)],
              on: 'value' as const,
              message: `The form "${id}" is not offered in "${locale}".${didYouMean(locale, form.value.locales, 'language')}`,
            },
          ]
        : [],
    )
    return [...reference(library, 'forms', id, { file, path: [...path, 'form'], on: 'value' }), ...lacking]
  })
  return [...problems, ...checkMap(file, value, library, mistaken)]
}

/** A mapped field must be one that a form of the partner asks, or the partner would silently get nothing. */
function checkMap(
  file: string,
  { takes, map = {} }: PartnerDefinition,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const forms = takes.map(({ form }) => library.forms.get(form))
  if (forms.some((form) => form === undefined || mistaken.has(form.file))) return []
  const ids = forms.flatMap((form) => (form ? placedFields(form, library) : [])).map(({ id }) => id)
  // A field, a whole group, or the field of one item: drivers.0.name.
  const known = [...new Set(ids.flatMap((id) => [id.split('.')[0] ?? '', id]))]
  return Object.entries(map).flatMap(([target, source]) => {
    if (typeof source !== 'string' || known.includes(templateOf(source))) return []
    const message = `The forms of this partner have no field "${source}".${didYouMean(source, known, 'field')}`
    return [{ file, path: ['map', target], on: 'value' as const, message }]
  })
}
