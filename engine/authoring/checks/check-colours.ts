import type { DefinitionProblem, Library } from '#engine/library'
import { contrasts, nearError, type Token } from '#engine/site'

/** What a brand's colours leave too hard to read, the worst of each key. */
export function checkColours({ brands }: Library): DefinitionProblem[] {
  return [...brands.values()].flatMap(({ file, value: { colours } }) => {
    if (!colours) return []
    const low = contrasts(colours).filter(({ ratio, least }) => ratio < least)
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
  error: 'an error',
  'error-tint': 'the tint of errors',
  done: 'what is done',
  'done-tint': 'its tint',
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
