import culori from 'culori/require'
import type { Colours, Logo } from '#schemas/generated/brand.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { Brand } from '../brand-table.ts'
import { shown } from '../brands/contrast.ts'
import { plainLogo } from '../brands/logo.ts'
import { ofInk, plainColours, tokens } from '../brands/tokens.ts'
import type { Hash } from '../form-version.ts'
import type { TitledPage } from './language-codes.ts'

/** Tokens of engine/react/theme.css, by name: those that something is read on, and those of drawings and rules. */
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

/** Raised with each change of how share images are drawn: who kept one keeps it for ever. */
const look = 3

/** The picture that stands for a page where it is shared: what it is drawn from, and its address. */
export interface ShareImage {
  /** The path; its name is the hash of all the rest. */
  path: string
  title: string
  brand: string
  logo: Logo
  colours: ShareColours
  /** That of the page's first hero or slide that has one. */
  drawing: string | null
}

export function shareImage({ title, sections }: TitledPage, brand: Brand, hash: Hash): ShareImage {
  const { name, logo = plainLogo, colours } = brand
  const drawn = {
    title,
    brand: name,
    logo,
    colours: shareColours(colours),
    drawing: drawingOf(sections) ?? null,
  }
  return { path: `/share/${hash(JSON.stringify([look, drawn])).slice(0, 20)}.png`, ...drawn }
}

/** The colours of a share image, as hexadecimal sRGB. */
type ShareColours = Readonly<Record<keyof typeof light, string>>

/** The drawing of a page: that of its first hero or slide that has one. */
export function drawingOf(sections: TitledPage['sections']): HeroSection['drawing'] {
  const drawings = Object.values(sections).flatMap((section): HeroSection['drawing'][] => {
    if (section.kind === 'slider') return Object.values(section.slides).map(({ drawing }) => drawing)
    return section.kind === 'hero' ? [section.drawing] : []
  })
  return drawings.find((drawing) => drawing !== undefined)
}

/** A brand's colours where no style sheet reaches: those of the light scheme. */
export function shareColours(colours: Colours = plainColours): ShareColours {
  const all = Object.entries(light).map(([name, made]) => [name, culori.formatHex(shown(made(colours)))])
  return Object.fromEntries(all) as ShareColours
}
