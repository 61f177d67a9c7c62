import { sortSources } from '../../sources/library.ts'
import { type Schemas, shapeCheck } from '../../sources/shape.ts'
import type { Library, SourceFile } from '../../sources/source.ts'
import { type Said, sayings } from '../sayings.ts'
import { figurePattern } from './figure-patterns.ts'
import type { TextTask } from './text-report.ts'

/**
 * Where figures may be typed, and why: definition → place → reason, in all languages. `forms/loan` or the name of a file
 * of the product's own words; a place stands for all below it.
 */
export type AllowedFigures = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Figures that stand in words and not in facts: those with a unit, and any that is the amount of a fact.
 * null when the definitions have no usable site.json.
 */
export function typedFigures(
  sources: readonly SourceFile[],
  schemas: Schemas,
  allowed: AllowedFigures,
): TextTask[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const amounts = amountsOf(library)
  return sayings(library, schemas).flatMap((said): TextTask[] => {
    const found = figuresIn(said, amounts)
    if (found.length === 0 || isAllowed(said, allowed)) return []
    const { locale, file, path } = said
    return [{ locale, state: 'figure', file, path: path.join('.'), text: found.join('”, “') }]
  })
}

/** The figures typed in a text. */
function figuresIn({ text, locale }: Said, amounts: ReadonlySet<number>): string[] {
  const withUnit = [...text.matchAll(figurePattern(locale))].map(([found]) => found)
  const bare = [...text.matchAll(/(?<![\d.,])\d{1,3}(?:[.,’'\u00a0\u202f ]?\d{3})*(?![\d.,]*\d)/g)]
    .map(([found]) => found)
    .filter((found) => amounts.has(Number(found.replaceAll(/\D/g, ''))))
  return [...withUnit, ...bare.filter((figure) => !withUnit.some((each) => each.includes(figure)))]
}

/** The amounts of money that are facts, and too large to be met by chance. */
function amountsOf({ site }: Library): Set<number> {
  const money = Object.values(site.value.facts ?? {}).filter(({ unit }) => unit === 'money')
  const ends = money.flatMap(({ markets = {}, ...fact }) => [fact, ...Object.values(markets)])
  const figures = ends.flatMap((figure) => [figure?.value, figure?.from, figure?.to])
  return new Set(figures.filter((figure) => typeof figure === 'number').filter((figure) => figure >= 100))
}

function isAllowed({ folder, id, path }: Said, allowed: AllowedFigures): boolean {
  const places = Object.keys(allowed[folder === '' ? id : `${folder}/${id}`] ?? {})
  return places.some((place) => `${path.join('.')}.`.startsWith(`${place}.`))
}
