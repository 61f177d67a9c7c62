import { templateOf } from '#engine/core/repeat.ts'
import type { When } from '#schemas/generated/form.ts'
import type { PartnerDefinition, PartnerMap } from '#schemas/generated/partner.ts'
import { reference } from './check-references.ts'
import { checkWhen } from './check-when.ts'
import { didYouMean } from './did-you-mean.ts'
import { type PlacedField, placedFields } from './placed-fields.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry, Library } from './source.ts'

/** @param mistaken files that have a problem already: what such a form asks is not known yet */
export function checkPartner(
  { file, value }: Entry<PartnerDefinition>,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const problems = value.takes.flatMap(({ form: id, locales, pages, when }, index) => {
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
    return [
      ...reference(library, 'forms', id, { file, path: [...path, 'form'], on: 'value' }),
      ...lacking,
      ...(pages ?? []).flatMap((page, place) =>
        reference(library, 'pages', page, { file, path: [...path, 'pages', String(place)], on: 'value' }),
      ),
      ...(form && !mistaken.has(form.file) ? checkTakesWhen(file, path, when, placedFields(form, library)) : []),
    ]
  })
  return [...problems, ...checkTimeZone(file, value), ...checkMap(file, value, library, mistaken)]
}

function checkTakesWhen(file: string, path: readonly string[], when: When | undefined, fields: readonly PlacedField[]) {
  return checkWhen(when, { file, path: [...path, 'when'], within: '' }, fields, fields, null)
}

function checkTimeZone(file: string, { schedule }: PartnerDefinition): DefinitionProblem[] {
  if (!schedule || isTimeZone(schedule.timeZone)) return []
  const message = `There is no time zone "${schedule.timeZone}". Use a name such as Europe/Madrid.`
  return [{ file, path: ['schedule', 'timeZone'], on: 'value', message }]
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
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
  const fields = forms.flatMap((form) => (form ? placedFields(form, library) : []))
  // A field, a whole group, or the field of one item: drivers.0.name.
  const known = [...new Set(fields.flatMap(({ id }) => [id.split('.')[0] ?? '', id]))]
  return checkSources({ file, path: ['map'] }, map, known, fields)
}

function checkSources(
  { file, path }: { file: string; path: readonly string[] },
  map: PartnerMap,
  known: readonly string[],
  fields: readonly PlacedField[],
): DefinitionProblem[] {
  return Object.entries(map).flatMap(([target, source]): DefinitionProblem[] => {
    const at = { file, path: [...path, target], on: 'value' as const }
    const unknown = (id: string, place = at): DefinitionProblem[] => {
      if (known.includes(templateOf(id))) return []
      const message = `The forms of this partner have no field "${id}".${didYouMean(id, known, 'field')}`
      return [{ ...place, message }]
    }
    if (typeof source === 'string') return unknown(source)
    if (Object.keys(source).filter((key) => ['const', 'field', 'object'].includes(key)).length !== 1)
      return [{ ...at, message: 'Say where the value comes from: one of "const", "field" and "object".' }]
    if ('object' in source) return checkSources({ file, path: [...at.path, 'object'] }, source.object, known, fields)
    if (!('field' in source)) return []
    const problems = unknown(source.field, { ...at, path: [...at.path, 'field'] })
    const field = fields.find(({ id }) => id === templateOf(source.field))
    const options = Object.keys(field?.field.options ?? {})
    const strange = Object.keys(source.values ?? {}).filter((value) => options.length > 0 && !options.includes(value))
    const lacking = options.filter((option) => source.values && !Object.hasOwn(source.values, option))
    return [
      ...problems,
      ...strange.map((value) => ({
        file,
        path: [...at.path, 'values', value],
        on: 'key' as const,
        message: `"${source.field}" is never "${value}".${didYouMean(value, options, 'answer')}`,
      })),
      ...(lacking.length > 0 && strange.length === 0
        ? [
            {
              file,
              path: [...at.path, 'values'],
              on: 'key' as const,
              message: `The table has no word for ${lacking.map((option) => `"${option}"`).join(', ')}. Add it, or the partner gets ours.`,
            },
          ]
        : []),
    ]
  })
}
