import { type DefinitionProblem, didYouMean, type Library, lackingBrand, reference } from '#engine/library'
import { contrasts, nearError, type Token } from '#engine/site'

/** Where a token is met. */
const said: Readonly<Record<Token, string>> = {
  paper: 'the page',
  sheet: 'a sheet',
  tint: 'what is chosen',
  text: 'text',
  quiet: 'quiet text',
  figure: 'the ink of figures and links',
  edge: 'the edge of a field',
  action: 'the button',
  'action-hover': 'the button under the pointer',
  'action-text': 'the word',
  'action-edge': 'the edge of the button',
  'accent-500': 'a surface of the accent',
  'ink-800': 'quiet text on it',
  error: 'an error',
  'error-tint': 'the tint of errors',
  done: 'what is done',
  'done-tint': 'its tint',
}

/** The pages that a brand names are there, and so are the sections whose order it sets. */
export function checkBrandPages(library: Library): DefinitionProblem[] {
  const areas = [...new Set([...library.pages.values()].flatMap(({ area }) => area ?? []))]
  return [...library.brands].flatMap(([brand, { file, value }]) => {
    const named = (value.pages ?? []).flatMap((name, index) => {
      const at = { file, path: ['pages', String(index)], on: 'value' as const }
      if (!name.endsWith('/')) return reference(library, 'pages', name, at)
      const area = name.slice(0, -1)
      if (areas.includes(area)) return []
      return [{ ...at, message: `There is no folder "${area}" in definitions/pages.${didYouMean(area, areas)}` }]
    })
    const ordered = Object.entries(value.order ?? {}).flatMap(([page, sections]) => {
      const at = { file, path: ['order', page], on: 'key' as const }
      const target = library.pages.get(page)?.value
      if (!target) return reference(library, 'pages', page, at)
      const lacking = lackingBrand(page, target, [brand], library)
      const known = Object.keys(target.sections)
      const strange = sections.flatMap((section, index) =>
        known.includes(section)
          ? []
          : [
              {
                ...{ file, path: [...at.path, String(index)], on: 'value' as const },
                message: `The page "${page}" has no section "${section}".${didYouMean(section, known)}`,
              },
            ],
      )
      return lacking === null ? strange : [{ ...at, message: lacking }]
    })
    return [...named, ...ordered]
  })
}

/** What a brand's colours leave too hard to read, the worst of each key. */
export function checkColours({ brands }: Library): DefinitionProblem[] {
  return [...brands.values()].flatMap(({ file, value: { colours, look } }) => {
    if (!colours) return []
    const low = contrasts(colours, look).filter(({ ratio, least }) => ratio < least)
    const worst = [...Map.groupBy(low, ({ key }) => key.join('.')).values()].map((found) =>
      found.reduce((a, b) => (b.ratio / b.least < a.ratio / a.least ? b : a)),
    )
    const problems = worst.map(({ key, change, front, back, scheme, ratio, least }) => ({
      path: ['colours', ...written(colours, key)],
      message: `In ${scheme}, ${said[front]} on ${said[back]} has a contrast of ${down(ratio)}, and needs ${least}. ${change}.`,
    }))
    const [scheme] = nearError(colours)
    if (scheme)
      problems.push({
        path: ['colours', 'accent', 'hue'],
        message: `In ${scheme} the button looks like an error (hue 8). Choose a "hue" farther from that.`,
      })
    return problems.map((problem) => ({ file, on: 'value' as const, ...problem }))
  })
}

/** As far as the key is there: who gave no exact ink is shown the ink. */
function written(colours: object, key: readonly string[]): readonly string[] {
  const [first = '', second = ''] = key
  const part = (colours as Record<string, object>)[first] ?? {}
  return Object.hasOwn(part, second) ? key : [first]
}

/** A contrast that is just too low is not rounded up to one that will do. */
function down(ratio: number): number {
  return Math.floor(ratio * 100) / 100
}
