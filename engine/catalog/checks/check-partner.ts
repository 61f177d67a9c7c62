import { fieldId, placeOf, templateId } from '#engine/core/definition/field-place.ts'
import { ownLimit } from '#engine/core/definition/limits/limits.ts'
import type { When } from '#schemas/generated/form.ts'
import type { PartnerDefinition, PartnerMap } from '#schemas/generated/partner.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { attributionNames } from '../portal/attribution-names.ts'
import { siteKey } from '../sources/definition-key.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Entry, Library } from '../sources/source.ts'
import { whichLanguage } from '../words/languages.ts'
import { isTimeZone, noTimeZone } from './check-market.ts'
import { reference } from './check-references.ts'
import { checkWhen } from './form/check-when.ts'
import { type WrittenField, writtenFields } from './form/written-fields.ts'

/** @param mistaken files that have a problem already: what such a form asks is not known yet */
export function checkPartner(
  { file, value }: Entry<PartnerDefinition>,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const problems = value.takes.flatMap(({ form: id, locales, pages, brands, when }, index) => {
    const path = ['takes', String(index)]
    const form = library.forms.get(id)
    const lacking = (locales ?? []).flatMap((locale, place) =>
      form && !form.value.locales.includes(locale)
        ? [
            {
              file,
              path: [...path, 'locales', String(place)],
              on: 'value' as const,
              message: `The form "${id}" is not offered in "${locale}".${whichLanguage(locale, form.value.locales)}`,
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
      ...(brands ?? []).flatMap((brand, place) =>
        reference(library, 'brands', brand, { file, path: [...path, 'brands', String(place)], on: 'value' }),
      ),
      ...(form && !mistaken.has(form.file) ? checkTakesWhen(file, path, when, writtenFields(form, library)) : []),
    ]
  })
  return [...problems, ...checkSchedule(file, value), ...checkMap(file, value, library, mistaken)]
}

function checkTakesWhen(
  file: string,
  path: readonly string[],
  when: When | undefined,
  fields: readonly WrittenField[],
) {
  return checkWhen(when, { file, path: [...path, 'when'], nest: {} }, fields, fields, null)
}

function checkSchedule(file: string, { schedule }: PartnerDefinition): DefinitionProblem[] {
  if (!schedule) return []
  const say = (key: string, message: string) => [{ file, path: ['schedule', key], on: 'value' as const, message }]
  if (!isTimeZone(schedule.timeZone)) return say('timeZone', noTimeZone(schedule.timeZone))
  const { from, to } = schedule
  if (from === undefined || from !== to) return []
  return say('to', '"from" and "to" are the same time, so the partner is never open. Leave both out for the whole day.')
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
  const fields = forms.flatMap((form) => (form ? writtenFields(form, library) : []))
  // A field, a whole group, or the field of one item: drivers.0.name.
  const known = [...new Set(fields.flatMap(({ id, place }) => [place.group ?? id, id]))]
  return checkSources({ file, path: ['map'] }, map, {
    known,
    fields,
    kept: attributionNames(library.site.value),
  })
}

/** What the maps of a partner may read. */
interface Readable {
  /** The ids of fields and groups. */
  known: readonly string[]
  fields: readonly WrittenField[]
  /** What is kept of a visitor's first address. */
  kept: readonly string[]
}

const sources = ['const', 'field', 'attribution', 'lead', 'object']

/** An item that a list never has: they are counted from 0. */
function beyond(id: string, fields: readonly WrittenField[]): string[] {
  const place = placeOf(id)
  const { group = '', item } = place
  if (typeof item !== 'number') return []
  // The number of items is a field under the list's name. Of several forms the longest list counts.
  const most = Math.max(...fields.flatMap((field) => (field.id === group ? (ownLimit(field.field.maximum) ?? []) : [])))
  if (item < most || most < 1) return []
  const last = fieldId({ ...place, item: most - 1 })
  return [`"${group}" has ${most} items at most, counted from 0: the last is "${last}".`]
}

function checkSources(
  { file, path }: { file: string; path: readonly string[] },
  map: PartnerMap,
  readable: Readable,
): DefinitionProblem[] {
  const { known, fields, kept } = readable
  return Object.entries(map).flatMap(([target, source]): DefinitionProblem[] => {
    const at = { file, path: [...path, target], on: 'value' as const }
    const unknown = (id: string, place = at): DefinitionProblem[] => {
      if (known.includes(templateId(placeOf(id)))) return beyond(id, fields).map((message) => ({ ...place, message }))
      const message = `The forms of this partner have no field "${id}".${didYouMean(id, known)}`
      return [{ ...place, message }]
    }
    if (typeof source === 'string') return unknown(source)
    if (Object.keys(source).filter((key) => sources.includes(key)).length !== 1)
      return [
        {
          ...at,
          message: 'Say where the value comes from: one of "const", "field", "attribution", "lead" and "object".',
        },
      ]
    if ('object' in source) return checkSources({ file, path: [...at.path, 'object'] }, source.object, readable)
    if ('attribution' in source && !kept.includes(source.attribution)) {
      const message = `Nothing is kept of "${source.attribution}" in addresses.${didYouMean(source.attribution, kept)} What is kept is said in site.json, under "attribution".`
      return [{ ...at, path: [...at.path, 'attribution'], message, with: [siteKey] }]
    }
    if (!('field' in source)) return []
    const problems = unknown(source.field, { ...at, path: [...at.path, 'field'] })
    const template = templateId(placeOf(source.field))
    const field = fields.find(({ id }) => id === template)
    const options = Object.keys(field?.field.options ?? {})
    const strange = Object.keys(source.values ?? {}).filter((value) => options.length > 0 && !options.includes(value))
    const lacking = options.filter((option) => source.values && !Object.hasOwn(source.values, option))
    return [
      ...problems,
      ...strange.map((value) => ({
        file,
        path: [...at.path, 'values', value],
        on: 'key' as const,
        message: `"${source.field}" is never "${value}".${didYouMean(value, options)}`,
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
