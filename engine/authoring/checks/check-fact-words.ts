import { lacksForm } from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'
import { type DefinitionProblem, didYouMean, type Library, type Schemas, siteKey } from '#engine/library'
import {
  countriesOf,
  type FactReference,
  factsNamed,
  figureIn,
  misspeltFacts,
  type Said,
  sayingsByFile,
} from '#engine/site'

/** The facts that words name exist, and have a figure wherever these words are read. */
export function checkFactWords(library: Library, schemas: Schemas): DefinitionProblem[] {
  const { facts = {} } = library.site.value
  const naming = sayingsByFile(library, schemas, '{').flatMap((said) => kept(said, '', () => factWords(said)))
  return naming.flatMap(({ locale, said, named, isMisspelt }) => {
    const [{ folder, id }] = said as [Said]
    const countries = countriesOf(library, { folder, id, locale })
    // What is right wherever any of it is read is right for each text.
    if (!isMisspelt && named.every((fact) => wrong(fact, locale, countries.all) === null)) return []
    return said.flatMap(({ file, text, path }) => {
      const readIn = countries.at(path)
      const messages = [
        ...misspeltFacts(text).map(misspelt),
        ...factsNamed(text).map((fact) => wrong(fact, locale, readIn)),
      ]
      const message = messages.find((each) => each !== null)
      return message ? [{ file, path, on: 'value' as const, message, with: [siteKey] }] : []
    })
  })

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

/** The texts of a file that mean facts, in one language, and each fact once. */
interface FactWords {
  locale: string
  said: readonly Said[]
  named: readonly FactReference[]
  isMisspelt: boolean
}

const kept = oncePerValue<readonly FactWords[]>()

function factWords(said: readonly Said[]): FactWords[] {
  const read = said.map((one) => ({ one, named: factsNamed(one.text), misspelt: misspeltFacts(one.text) }))
  const meant = read.filter(({ named, misspelt }) => named.length + misspelt.length > 0)
  return [...Map.groupBy(meant, ({ one }) => one.locale)].map(([locale, texts]) => ({
    locale,
    said: texts.map(({ one }) => one),
    named: [
      ...new Map(texts.flatMap(({ named }) => named).map((fact) => [`${fact.name}.${fact.form}`, fact])).values(),
    ],
    isMisspelt: texts.some(({ misspelt }) => misspelt.length > 0),
  }))
}

function misspelt(found: string): string {
  return `${found} is no fact. Write {fact:name}, without spaces.`
}
