import type { Colours } from '#schemas/generated/brand.ts'

export type Scheme = 'light' | 'dark'

/** Those of engine/react/theme.css, for a brand that leaves them to the site. */
export const plainColours: Colours = {
  ink: { hue: 263, chroma: 0.19 },
  accent: { lightness: 0.8, chroma: 0.145, hue: 66 },
}

/** A colour as CSS writes it. Lightness and chroma as numbers of OKLCH, hue in degrees. */
type Made = (colours: Colours) => string

export const ofInk =
  (lightness: number, share: number, more = 0): Made =>
  ({ ink: { hue, chroma } }) =>
    oklch(lightness, chroma * share + more, hue)

const ofAccent =
  (raised = 0): Made =>
  ({ accent: { lightness, chroma, hue } }) =>
    oklch(lightness + raised, chroma, hue)

const always =
  (colour: string): Made =>
  () =>
    colour

/** Of the brand's paper, where it has one of its own: the ink's tint otherwise. */
const ofPaper =
  (lightness: number, share: number, inkShare: number): Made =>
  ({ ink, paper }) =>
    paper ? oklch(lightness, paper.chroma * share, paper.hue) : oklch(lightness, ink.chroma * inkShare, ink.hue)

/** The surfaces in dark mode: of the hue of the brand's own paper, and deeper than that, or of its ink. */
const ofNight =
  (lightness: number, share: number): Made =>
  (colours) => {
    const { hue, chroma } = night(colours)
    return oklch(lightness, chroma * share, hue)
  }

export function night({ ink, paper, dark }: Colours): { hue: number; chroma: number } {
  return paper && dark?.ground !== 'ink' ? { hue: paper.hue, chroma: round(paper.chroma * 1.2) } : ink
}

/** Figures and links in dark mode: a light tone of the ink, or the accent. */
const ofGlow: Made = (colours) => (colours.dark?.figure === 'accent' ? ofAccent(0.05) : ofInk(0.79, 0.3, 0.05))(colours)

/** Of a brand on warm paper the red is warmer too, so that it fits. In degrees. */
export function errorHue({ paper }: Colours): number {
  return paper && paper.hue > 30 && paper.hue < 120 ? 28 : 10
}

const ofError =
  (lightness: number, chroma: number): Made =>
  (colours) =>
    oklch(lightness, chroma, errorHue(colours))

/** The main button in light mode, by what fills it. */
const ofAction =
  (onInk: Made, onAccent: Made): Made =>
  (colours) =>
    (colours.action === 'ink' ? onInk : onAccent)(colours)

/** The ink as it is: given exactly, or of the lightness that most brands' has. */
export const brandInk: Made = ({ ink: { exact, hue, chroma } }) => exact ?? oklch(0.43, chroma, hue)

/** What engine/react/theme.css makes of a brand's colours, as far as something is read on it; theme.test.ts compares the two. */
export const tokens = {
  paper: { light: ofPaper(0.984, 1, 0.028), dark: ofNight(0.17, 0.32) },
  sheet: { light: always('oklch(1 0 0)'), dark: ofNight(0.29, 0.38) },
  tint: { light: ofPaper(0.945, 2.5, 0.14), dark: ofNight(0.36, 0.45) },
  text: { light: ofInk(0.2, 0.42), dark: ofNight(0.955, 0.05) },
  quiet: { light: ofInk(0.42, 0.24), dark: ofNight(0.8, 0.18) },
  figure: { light: brandInk, dark: ofGlow },
  edge: { light: ofInk(0.57, 0.18), dark: ofNight(0.65, 0.26) },
  action: { light: ofAction(brandInk, ofAccent()), dark: ofAccent() },
  'action-hover': { light: ofAction(ofInk(0.36, 0.9), ofAccent(0.05)), dark: ofAccent(0.05) },
  'action-text': { light: ofAction(always('oklch(1 0 0)'), ofInk(0.2, 0.42)), dark: ofInk(0.2, 0.42) },
  'action-edge': {
    light: ofAction(brandInk, ({ accent: { chroma, hue } }) => oklch(0.54, chroma * 0.8, hue)),
    dark: ofAccent(),
  },
  // Surfaces of the accent, and what is quiet on them.
  'accent-500': { light: ofAccent(), dark: ofAccent() },
  'ink-800': { light: ofInk(0.3, 0.6), dark: ofInk(0.3, 0.6) },
  error: { light: ofError(0.46, 0.17), dark: ofError(0.8, 0.105) },
  'error-tint': { light: ofError(0.968, 0.014), dark: ofError(0.262, 0.05) },
  done: { light: always('oklch(0.45 0.105 158)'), dark: always('oklch(0.82 0.11 158)') },
  'done-tint': { light: always('oklch(0.955 0.03 158)'), dark: always('oklch(0.28 0.05 158)') },
} as const satisfies Record<string, Record<Scheme, Made>>

export type Token = keyof typeof tokens

function oklch(lightness: number, chroma: number, hue: number): string {
  return `oklch(${round(Math.min(lightness, 1))} ${round(chroma)} ${hue})`
}

function round(value: number): number {
  return Number(value.toFixed(5))
}
