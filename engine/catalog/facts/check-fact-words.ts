import { lacksForm } from '#engine/core/values/figure-text.ts'
import type { DefinitionProblem } from '../definition-problem.ts'
import { siteKey } from '../sources/definition-key.ts'
import { didYouMean } from '../sources/did-you-mean.ts'
import type { Schemas } from '../sources/shape.ts'
import type { Library } from '../sources/source.ts'
import { type Said, sayings } from '../words/sayings.ts'
import { countriesOf } from './countries.ts'
import { figureIn } from './figure-in.ts'
import { factsNamed, misspeltFacts } from './references.ts'

/** The facts that words name exist, and have a figure wherever these words are read. */
export function checkFactWords(library: Library, schemas: Schemas): DefinitionProblem[] {
  const naming = sayings(library, schemas, '{').filter(({ text }) => /\{\s*fact\b/i.test(text))
  return naming.flatMap((said) => {
    const messages = [
      ...misspeltFacts(said.text).map(misspelt),
      ...factsNamed(said.text).map((fact) => wrong(fact, said)),
    ]
    const message = messages.find((each) => each !== null)
    const { file, path } = said
    return message ? [{ file, path, on: 'value' as const, message, with: [siteKey] }] : []
  })

  function wrong({ name, form }: ReturnType<typeof factsNamed>[number], said: Said): string | null {
    const { facts = {} } = library.site.value
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const { locale } = said
    const lacking = countriesOf(library, said).filter((country) => figureIn(fact, country) === null)
    if (lacking.length > 0)
      return `The fact "${name}" has no figure in ${lacking.join(', ')}, where this is read in "${locale}". Give it one there ("markets" in site.json), or say it without.`
    if (form === undefined) return null
    const figures = countriesOf(library, said).flatMap((country) => figureIn(fact, country) ?? [])
    const reason = figures.map((figure) => lacksForm(figure, form, locale)).find((each) => each !== null)
    return reason ? `The fact "${name}" has no "${form}" here: ${reason}. Write {fact:${name}}.` : null
  }
}

function misspelt(found: string): string {
  return `${found} is no fact. Write {fact:name}, without spaces.`
}
