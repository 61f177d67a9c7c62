import type { When } from '#schemas/generated/form.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { isTimeZone, noTimeZone } from '../../library/check-market.ts'
import { reference } from '../../library/check-references.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import { whichLanguage } from '../../library/languages.ts'
import type { Entry, Library } from '../../library/source.ts'
import type { WrittenField } from '../../library/written-fields.ts'
import { attributionNames } from '../../site/attribution-names.ts'
import { checkWhen } from './form/check-when.ts'
import { writtenAnswers } from './form/computed/written-computed.ts'
import { checkHttp, checkWithdrawal, namesIn } from './partner/check-http.ts'
import { checkSources } from './partner/check-map.ts'
import { checkPrices } from './partner/check-price.ts'

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
      ...(form && !mistaken.has(form.file) ? checkTakesWhen(file, path, when, writtenAnswers(form, library)) : []),
    ]
  })
  return [
    ...problems,
    ...checkSchedule(file, value),
    ...checkPrices(file, value),
    ...checkMap(file, value, library, mistaken),
    ...checkCalls(file, value),
  ]
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
  const { from = '00:00', to } = schedule
  if (from !== to) return []
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
  const fields = forms.flatMap((form) => (form ? writtenAnswers(form, library) : []))
  return checkSources({ file, path: ['map'] }, map, {
    // A field, a whole group, or the field of one item: drivers.0.name.
    known: [...new Set(fields.flatMap(({ id, place }) => [place.group ?? id, id]))],
    fields,
    kept: attributionNames(library.site.value),
    consents: [...new Set(forms.flatMap((form) => Object.keys(form?.value.consents ?? {})))],
    market: Object.values(library.site.value.locales)[0],
  })
}

/** Without a map the names are those of answers, which are many and differ by form. */
function checkCalls(file: string, { map, deliveries }: PartnerDefinition): DefinitionProblem[] {
  return Object.entries(deliveries).flatMap(([id, delivery]) => {
    const place = { file, path: ['deliveries', id] }
    return [
      ...(delivery.kind === 'http' ? checkHttp(place, delivery, map ? namesIn(map) : null) : []),
      ...('unsubscribed' in delivery && delivery.unsubscribed ? checkWithdrawal(place, delivery.unsubscribed) : []),
    ]
  })
}
