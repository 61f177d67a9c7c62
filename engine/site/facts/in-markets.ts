import { oncePerValue } from '#engine/form/values'
import type { Entry, Library } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { marketsOfForm } from './countries.ts'
import { limitIn, mayHoldFacts } from './limits.ts'
import { type Fill, filled } from './with-facts.ts'

const kept = oncePerValue<Library>()

/** What is defined, with the limits that facts are in a country in their place. */
export function withFactLimits(library: Library, country: string): Library {
  return kept(library, country, () => {
    const { facts = {} } = library.site.value
    const how: Fill = { words: (text) => text, limit: (name, key) => limitIn(facts, name, country, key) }
    const all = <T extends { value: object }>(entries: ReadonlyMap<string, T>) =>
      new Map([...entries].map(([id, entry]) => [id, mayHoldFacts(entry.value) ? (filled(entry, how) as T) : entry]))
    return { ...library, forms: all(library.forms), groups: all(library.groups) }
  })
}

/** Whether facts stand for limits in a form, or in the groups it uses. */
export function hasFactLimits({ value }: Entry<FormDefinition>, { groups }: Library): boolean {
  const used = Object.values(value.steps).flatMap(({ use }) =>
    use === undefined ? [] : (groups.get(use)?.value ?? []),
  )
  return [value, ...used].some(mayHoldFacts)
}

/** What is defined as it is in each market that a form is filled in, once where its limits are the same. */
export function inMarketsOf(form: string, library: Library): Library[] {
  const entry = library.forms.get(form)
  if (!entry || !hasFactLimits(entry, library)) return [library]
  const { locales } = entry.value
  const countries = new Set(
    locales.flatMap((locale) => marketsOfForm(library, form, locale).map(({ country }) => country)),
  )
  const each = [...countries].map((country) => withFactLimits(library, country))
  const text = ({ forms, groups }: Library) => JSON.stringify([forms.get(form), ...groups.values()])
  return [...new Map(each.map((one) => [text(one), one])).values()]
}
