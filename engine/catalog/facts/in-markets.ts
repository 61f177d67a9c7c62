import { oncePerValue } from '../once-per-value.ts'
import type { Library } from '../sources/source.ts'
import { marketsOfForm } from './countries.ts'
import { limitIn } from './limits.ts'
import { type Fill, filled } from './with-facts.ts'

const kept = oncePerValue<Library>()

/** What is defined, with the limits that facts are in a country in their place. */
export function withFactLimits(library: Library, country: string): Library {
  return kept(library, country, () => {
    const { facts = {} } = library.site.value
    const how: Fill = { words: (text) => text, limit: (name, key) => limitIn(facts, name, country, key) }
    const all = <T>(entries: ReadonlyMap<string, T>) =>
      new Map([...entries].map(([id, entry]) => [id, filled(entry, how) as T]))
    return { ...library, forms: all(library.forms), groups: all(library.groups) }
  })
}

/** What is defined as it is in each market that a form is filled in, once where its limits are the same. */
export function inMarketsOf(form: string, library: Library): Library[] {
  const { locales = [] } = library.forms.get(form)?.value ?? {}
  const countries = new Set(
    locales.flatMap((locale) => marketsOfForm(library, form, locale).map(({ country }) => country)),
  )
  const each = [...countries].map((country) => withFactLimits(library, country))
  const text = ({ forms, groups }: Library) => JSON.stringify([forms.get(form), ...groups.values()])
  const isSame = (one: Library) =>
    one.forms.get(form) === library.forms.get(form) &&
    [...one.groups].every(([id, group]) => group === library.groups.get(id))
  if (each.every(isSame)) return [library]
  return [...new Map(each.map((one) => [text(one), one])).values()]
}
