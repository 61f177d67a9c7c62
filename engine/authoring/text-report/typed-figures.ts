import { placeOf } from '../../library/folders.ts'
import { sortSources } from '../../library/library.ts'
import { type Schemas, shapeCheck } from '../../library/shape.ts'
import type { Library, SourceFile } from '../../library/source.ts'
import { type Said, sayings } from '../../site/i18n/sayings.ts'
import { bareFigures, unitFigures } from './figure-patterns.ts'
import type { TextTask } from './text-report.ts'

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
  const claims = sayings(library, schemas).filter(({ folder }) => folder !== 'blog')
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
