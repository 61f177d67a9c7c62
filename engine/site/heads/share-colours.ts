import { formatHex } from 'culori/fn'
import type { Colours } from '#schemas/generated/brand.ts'
import { shown } from '../brands/contrast.ts'
import { ofInk, plainColours, tokens } from '../brands/tokens.ts'

/** Tokens of web/styles/tokens.css, by name: those that something is read on, and those of drawings and rules. */
const light = {
  paper: tokens.paper.light,
  sheet: tokens.sheet.light,
  tint: tokens.tint.light,
  text: tokens.text.light,
  figure: tokens.figure.light,
  action: tokens.action.light,
  stroke: ofInk(0.3, 0.6),
  wash: ofInk(0.885, 0.27),
  line: ofInk(0.9, 0.08),
}

/** The colours of a share image, as hexadecimal sRGB. */
export type ShareColours = Readonly<Record<keyof typeof light, string>>

/** A brand's colours where no style sheet reaches: those of the light scheme. */
export function shareColours(colours: Colours = plainColours): ShareColours {
  const all = Object.entries(light).map(([name, made]) => [name, formatHex(shown(made(colours)))])
  return Object.fromEntries(all) as ShareColours
}
