// In one file, which every start and command reads sooner than its hundred and fifty modules.
import culori from 'culori/require'
import type { Colours, Look } from '#schemas/generated/brand.ts'
import { type Scheme, type Token, tokens } from './tokens.ts'

/** Two tokens that must be told apart, and by how much: text 4.5, edges 3 (WCAG 2.2, 1.4.3 and 1.4.11). */
interface Pair {
  front: Token
  back: Token
  least: number
  /** The key of the brand's colours to change, and how. */
  key: readonly string[]
  change: string
}

const text = 4.5
const edge = 3

const lessInk = { key: ['ink', 'chroma'], change: 'Lower "chroma"' }
const darkerInk = { key: ['ink', 'exact'], change: 'Give a darker "exact"' }
const lighterAccent = { key: ['accent', 'lightness'], change: 'Raise "lightness"' }
const duller = { key: ['accent', 'chroma'], change: 'Lower "chroma"' }

const pairs: readonly Pair[] = [
  ...(['paper', 'sheet', 'tint'] as const).flatMap((back) => [
    { front: 'text' as const, back, least: text, ...lessInk },
    { front: 'quiet' as const, back, least: text, ...lessInk },
    { front: 'figure' as const, back, least: text, ...darkerInk },
  ]),
  { front: 'action-text', back: 'action', least: text, ...lighterAccent },
  { front: 'action-text', back: 'action-hover', least: text, ...lighterAccent },
  { front: 'action-edge', back: 'paper', least: edge, ...duller },
  { front: 'action-edge', back: 'sheet', least: edge, ...duller },
  { front: 'edge', back: 'sheet', least: edge, ...lessInk },
  { front: 'edge', back: 'paper', least: edge, ...lessInk },
  { front: 'error', back: 'error-tint', least: text, ...lessInk },
  { front: 'error', back: 'paper', least: text, ...lessInk },
  { front: 'error', back: 'sheet', least: text, ...lessInk },
  { front: 'done', back: 'done-tint', least: text, ...lessInk },
]

/** Where the header or a promise is on the accent. */
const onAccent: Pair = { front: 'ink-800', back: 'accent-500', least: text, ...lighterAccent }

/** A pair with its contrast in a scheme, 1 to 21. */
export interface Contrast extends Pair {
  scheme: Scheme
  ratio: number
}

/** The contrast of each pair in each scheme, as a screen of the sRGB gamut shows it. */
export function contrasts(colours: Colours, { hero, frame }: Look = {}): Contrast[] {
  const all = hero === 'leaf' || frame === 'accent' ? [...pairs, onAccent] : pairs
  return (['light', 'dark'] as const).flatMap((scheme) =>
    all.map((pair) => {
      const { front, back } = pair
      const ratio = culori.wcagContrast(shown(tokens[front][scheme](colours)), shown(tokens[back][scheme](colours)))
      return { ...pair, scheme, ratio }
    }),
  )
}

/** Which schemes show the button in nearly the colour of errors. Distances of OKLab: 0.02 is just seen. */
export function nearError(colours: Colours): Scheme[] {
  return (['light', 'dark'] as const).filter(
    (scheme) => distance(shown(tokens.action[scheme](colours)), shown(tokens.error[scheme](colours))) < 0.1,
  )
}

const distance = culori.differenceEuclidean('oklab')

/** A colour that CSS writes, as a screen of the sRGB gamut shows it. */
export function shown(colour: string): culori.Color {
  return culori.clampRgb(culori.parse(colour) as culori.Color)
}
