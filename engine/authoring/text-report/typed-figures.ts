import { type Library, placeOf, type Schemas, type SourceFile, shapeCheck, sortSources } from '#engine/library'
import { messages, type Said } from '#engine/site'
import type { TextTask } from './text-report.ts'

/** What a language calls the units of figures, as parts of regular expressions; signs and symbols are everybody's. */
const units: Readonly<Record<string, string>> = {
  en: 'per ?cent|minutes?|hours?|(?:working |business )?days?|weeks?|months?|years?|euros?|pounds?|degrees?|met(?:re|er)s?|millions?',
  es: 'por ciento|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|euros?|libras?|grados?|metros?|mil(?:lón|lones)?',
  de: 'Prozent|Minuten?|Stunden?|(?:Werk)?[Tt]age?n?|Wochen?|Monate?n?|Jahre?n?|Euro|Pfund|Grad|Metern?|Million(?:en)?',
  fr: 'pour cent|minutes?|heures?|jours?|semaines?|mois|ans?|années?|euros?|livres?|degrés?|mètres?|millions?',
  it: 'per cento|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|euro|sterlin[ae]|grad[oi]|metri?|milion[ei]',
  nl: 'procent|minu(?:ut|ten)|u(?:ur|ren)|(?:werk)?dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)|euro|pond|gra(?:ad|den)|meter|miljoen',
}

/** The numbers that people write as words, from two on: one is an article in most languages. */
const words: Readonly<Record<string, string>> = {
  en: 'two|three|four|five|six|seven|eight|nine|ten|twelve|twenty',
  es: 'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte',
  de: 'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig',
  fr: 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|vingt',
  it: 'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti',
  nl: 'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|twintig',
}

const digits = String.raw`\d(?:[\d.,’'\s]*\d)?`

const signs = String.raw`%|[€£$]|°|(?:EUR|GBP|kW|km|m|h)(?![\p{L}²³])`

const money = '[€£$]|EUR|GBP'

const patterns = new Map<string, RegExp>()

/** What visitors might type is no claim: “For example 5,000.” */
const example = /(?:For example|Por ejemplo,?|Zum Beispiel|Par exemple|Ad esempio|Bijvoorbeeld)\s\d(?:[\d.,’'\s]*\d)?/g

/**
 * Where figures may be typed, and why: definition → place → reason, in all languages. A definition is `forms/loan`, or
 * the name of a file of the product's own words; a place stands for all below it.
 */
export type AllowedFigures = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What is allowed, by the file that says so. Of the first, what allows nothing any more is told. */
export type AllowLists = readonly { file: string; allowed: AllowedFigures }[]

/**
 * Figures that stand in words and not in facts: those with a unit, and any that is the amount of a fact.
 * null when the definitions have no usable site.json.
 */
export function typedFigures(sources: readonly SourceFile[], schemas: Schemas, lists: AllowLists): TextTask[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const amounts = amountsOf(library)
  const used = new Set<string>()
  // An article may tell any figure: it is read as an article, and those it must tell as facts stand in its definition.
  const claims = messages(library, schemas).filter(({ folder }) => folder !== 'blog')
  const found = claims.flatMap((said): TextTask[] => {
    const figures = figuresIn(said, amounts)
    if (figures.length === 0) return []
    const entries = lists.flatMap(({ allowed }) => entriesFor(said, allowed))
    for (const entry of entries) used.add(entry)
    const { locale, file, path } = said
    return entries.length > 0
      ? []
      : [{ locale, state: 'figure', file, path: path.join('.'), text: figures.join('”, “') }]
  })
  return [...found, ...idle(lists, used)]
}

function figuresIn({ text, locale }: Said, amounts: ReadonlySet<number>): string[] {
  const withUnit = unitFigures(text, locale)
  const bare = bareFigures(text).filter((figure) => amounts.has(Number(figure.replaceAll(/\D/g, ''))))
  return [...withUnit, ...bare.filter((figure) => !withUnit.some((each) => each.includes(figure)))]
}

/** The amounts of money that are facts, and too large to be met by chance. */
function amountsOf({ site }: Library): Set<number> {
  const money = Object.values(site.value.facts ?? {}).filter(({ unit }) => unit === 'money')
  const figures = money
    .flatMap(({ markets = {}, ...fact }) => [fact, ...Object.values(markets)])
    .flatMap((figure) => [figure?.value, figure?.from, figure?.to])
  return new Set(figures.filter((figure) => typeof figure === 'number').filter((figure) => figure >= 100))
}

/** The entries that allow a text to hold figures, each as definition and place. */
function entriesFor({ folder, id, path }: Said, allowed: AllowedFigures): string[] {
  const definition = folder === '' ? id : placeOf(folder, id)
  return Object.keys(allowed[definition] ?? {})
    .filter((place) => `${path.join('.')}.`.startsWith(`${place}.`))
    .map((place) => `${definition} ${place}`)
}

function idle([own]: AllowLists, used: ReadonlySet<string>): TextTask[] {
  return Object.entries(own?.allowed ?? {}).flatMap(([definition, places]) =>
    Object.entries(places)
      .filter(([place]) => !used.has(`${definition} ${place}`))
      .map(([place, text]) => ({
        locale: '',
        state: 'unused',
        file: own?.file ?? '',
        path: `${definition}.${place}`,
        text,
      })),
  )
}

/** The figures with their units, and the times of day, in a text of a language: “325 euros”, “£5,000”, “80 %”, “08:00”. */
function unitFigures(text: string, locale: string): string[] {
  const pattern = patterns.get(locale) ?? newPattern(locale)
  patterns.set(locale, pattern)
  return [...text.matchAll(pattern)].map(([found]) => found)
}

function newPattern(locale: string): RegExp {
  const named = units[locale] ?? ''
  const spelt = words[locale] ?? ''
  const parts = [
    String.raw`(?:${money})\s?${digits}`,
    String.raw`${digits}\s?(?:${signs})`,
    String.raw`\b\d{1,2}:\d{2}\b`,
    ...(named ? [String.raw`${digits}[\s-]?(?:derni\p{L}+\s)?(?:${named})(?!\p{L})`] : []),
    ...(named && spelt ? [String.raw`(?<!\p{L})(?:${spelt})[\s-](?:${named})(?!\p{L})`] : []),
  ]
  return new RegExp(parts.join('|'), 'giu')
}

/** The whole numbers in a text, but those of examples. */
function bareFigures(text: string): string[] {
  const claims = text.replaceAll(example, '')
  return [...claims.matchAll(/(?<![\d.,])\d{1,3}(?:[.,’'\s]?\d{3})*(?![.,]?\d)/g)].map(([found]) => found)
}
