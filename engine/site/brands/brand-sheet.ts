import type { Colours } from '#schemas/generated/brand.ts'
import { brandInk } from './tokens.ts'

const rules = { single: '1px solid', double: '3px double', bold: '2px solid' } as const

/** A brand's own style sheet: the numbers that all tokens are made of, in the layer of theirs. */
export function brandSheet(colours: Colours): string {
  const { ink, accent, rule = 'single' } = colours
  const [width, style] = rules[rule].split(' ')
  const properties = {
    'ink-h': ink.hue,
    'ink-c': ink.chroma,
    'brand-ink': brandInk(colours),
    'act-l': accent.lightness,
    'act-c': accent.chroma,
    'act-h': accent.hue,
    'rule-w': width,
    'rule-style': style,
  }
  const said = Object.entries(properties).map(([name, value]) => `--${name}:${value}`)
  return `@layer tokens{:root{${said.join(';')}}}`
}
