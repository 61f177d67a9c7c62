import type { BrandDefinition, Colours } from '#schemas/generated/brand.ts'
import type { Hash } from '../form-version.ts'
import { markIcon, plainMark } from './mark.ts'
import { brandInk } from './tokens.ts'

const rules = { single: '1px solid', double: '3px double', bold: '2px solid' } as const

/** A file that the server makes of a brand, under its own hash: what it says never changes. */
interface BrandFile {
  /** The path, such as /brand/default.1a2b3c4d5e.css. */
  path: string
  text: string
}

/** A brand's style sheet, and its mark as an icon. */
export interface BrandFiles {
  css: BrandFile
  svg: BrandFile
}

/** The files of a brand with colours; null for one without. */
export function brandFiles(id: string, { colours, mark = plainMark }: BrandDefinition, hash: Hash): BrandFiles | null {
  if (!colours) return null
  const file = (text: string, ending: string) => ({ path: `/brand/${id}.${hash(text).slice(0, 10)}.${ending}`, text })
  return { css: file(brandSheet(colours), 'css'), svg: file(markIcon(mark, colours), 'svg') }
}

/** A brand's own style sheet: the numbers that all tokens are made of, in the layer of theirs. */
function brandSheet(colours: Colours): string {
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
