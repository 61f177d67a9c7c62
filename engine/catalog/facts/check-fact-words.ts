import { lacksForm } from '#engine/core/values/figure-text.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { siteKey } from '../sources/definition-key.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Schemas } from '../sources/shape.ts'
import type { Library } from '../sources/source.ts'
import { type Said, sayings } from '../words/sayings.ts'
import { countriesOf } from './countries.ts'
import { figureIn } from './figure-in.ts'
import { type FactReference, factsNamed, misspeltFacts } from './references.ts'

/** The facts that words name exist, and have a figure wherever these words are read. */
export function checkFactWords(library: Library, schemas: Schemas): DefinitionProblem[] {
  const { facts = {} } = library.site.value
  const readIn = new Map<string, ReturnType<typeof countriesOf>>()
  const found = new Map<string, string | null>()
  return sayings(library, schemas, '{').flatMap((said) => {
    const { named, misspelt } = factsIn(said)
    const messages = [...misspelt, ...(named.length > 0 ? wrongOf(said, named) : [])]
    const message = messages.find((each) => each !== null)
    const { file, path } = said
    return message ? [{ file, path, on: 'value' as const, message, with: [siteKey] }] : []
  })

  /** What is wrong with each fact; where the same countries read it, that is the same. */
  function wrongOf({ file, folder, id, locale, path }: Said, named: readonly FactReference[]): (string | null)[] {
    const key = `${file} ${locale}`
    const countriesAt = readIn.get(key) ?? countriesOf(library, { folder, id, locale })
    readIn.set(key, countriesAt)
    const countries = countriesAt(path)
    return named.map((fact) => {
      const key = `${fact.name} ${fact.form} ${locale} ${countries.join(' ')}`
      const known = found.get(key)
      if (known !== undefined) return known
      const message = wrong(fact, locale, countries)
      found.set(key, message)
      return message
    })
  }

  function wrong({ name, form }: FactReference, locale: string, countries: readonly string[]): string | null {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const lacking = countries.filter((country) => figureIn(fact, country) === null)
    if (lacking.length > 0)
      return `The fact "${name}" has no figure in ${lacking.join(', ')}, where this is read in "${locale}". Give it one there ("markets" in site.json), or say it without.`
    if (form === undefined) return null
    const figures = countries.flatMap((country) => figureIn(fact, country) ?? [])
    const reason = figures.map((figure) => lacksForm(figure, form, locale)).find((each) => each !== null)
    return reason ? `The fact "${name}" has no "${form}" here: ${reason}. Write {fact:${name}}.` : null
  }
}

/** The facts that a text names, and what is said of those that it means and does not name. */
interface FactsSaid {
  named: readonly FactReference[]
  misspelt: readonly string[]
}

const kept = oncePerValue<FactsSaid>()

function factsIn(said: Said): FactsSaid {
  return kept(said, '', () => ({ named: factsNamed(said.text), misspelt: misspeltFacts(said.text).map(misspelt) }))
}

function misspelt(found: string): string {
  return `${found} is no fact. Write {fact:name}, without spaces.`
}
