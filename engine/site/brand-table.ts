import type { Library } from '#engine/library'
import type { BrandDefinition, Colours, Look } from '#schemas/generated/brand.ts'
import { markIcon, plainLogo } from './brands/logo.ts'
import { brandInk, errorHue, night } from './brands/tokens.ts'
import type { Hash } from './form-version.ts'

/** The properties that each choice of a look sets; engine/react/theme.css has the defaults. */
const faces: Record<NonNullable<Look['face']>, Properties> = {
  plain: {},
  serif: {
    face: "'Source Serif', 'Source Serif stand-in', serif",
    'face-head': "'Fraunces', 'Fraunces stand-in', serif",
    'face-label': 'var(--face-head)',
    'w-text': 400,
    'w-head': 620,
    'w-figure': 560,
    'lead-head': 1.16,
    'track-head': '-0.012em',
    // Its pound sign is wide, and would touch the next figure.
    'track-figure': '0.01em',
  },
  round: {
    face: "'Nunito', 'Nunito stand-in', sans-serif",
    'face-head': 'var(--face)',
    'face-label': 'var(--face-head)',
    'w-text': 520,
    'w-strong': 750,
    'w-head': 850,
    'w-figure': 950,
    'track-head': '-0.022em',
    'track-figure': '-0.035em',
  },
}

const shapes: Record<NonNullable<Look['corners']>, Properties> = {
  soft: {},
  square: { r1: 0, r2: 0 },
  round: { r1: '14px', r2: '28px' },
}

const edges: Record<NonNullable<Look['buttons']>, Properties> = {
  raised: {},
  flat: { 'button-edge': '2px' },
  pill: { 'button-edge': '2px', 'r-button': '999px' },
}

const strokes: Record<NonNullable<Look['drawings']>, Properties> = {
  toned: {},
  outline: {
    'stroke-w': 1.5,
    wash: 'light-dark(oklch(0.945 calc(var(--act-c) * 0.38) var(--act-h)), oklch(0.43 calc(var(--dark-c) * 0.75) var(--dark-h)))',
    hatch: 'light-dark(oklch(0.64 calc(var(--act-c) * 0.8) var(--act-h)), var(--accent-500))',
  },
  bold: {
    'stroke-w': 4,
    outline: 'none',
    body: 'light-dark(oklch(0.9 calc(var(--ink-c) * 0.38) var(--ink-h)), oklch(0.5 calc(var(--ink-c) * 0.7) var(--ink-h)))',
    wash: 'light-dark(var(--accent-400), oklch(calc(var(--act-l) - 0.055) var(--act-c) calc(var(--act-h) - 4)))',
  },
}

const strokesOfFigures: Record<NonNullable<Look['figures']>, Properties> = {
  plain: {},
  accent: {
    'figure-large': 'light-dark(oklch(0.49 calc(var(--act-c) * 0.85) var(--act-h)), var(--accent-400))',
  },
  marked: {
    'figure-large': 'light-dark(var(--text), var(--accent-400))',
    marker: 'linear-gradient(#0000 62%, light-dark(var(--accent-500), #0000) 62% 92%, #0000 92%)',
  },
}

/** The main button filled with the ink in light mode; tokens.ts has the same for the check of contrast. */
const fills: Record<NonNullable<Colours['action']>, Properties> = {
  accent: {},
  ink: {
    action: 'light-dark(var(--brand-ink), var(--accent-500))',
    'action-hover': 'light-dark(oklch(0.36 calc(var(--ink-c) * 0.9) var(--ink-h)), var(--accent-400))',
    'action-text': 'light-dark(oklch(1 0 0), var(--ink-950))',
    'action-edge': 'light-dark(var(--brand-ink), var(--accent-500))',
  },
}

const rules = { single: '1px solid', double: '3px double', bold: '2px solid' } as const

/** Custom properties of CSS by name, without their dashes. */
type Properties = Readonly<Record<string, string | number>>

/** A brand with what of it has an address of its own; null where it leaves all colours to the site. */
export type Brand = { id: string; files: BrandFiles | null } & BrandDefinition

/**
 * Finds brands by the host they are at home on, and by id; any other host or id has the site's own brand. On the machine
 * it runs on, each answers at <id>.localhost too (RFC 6761, section 6.3).
 */
export function brandTable(
  { brands, site }: Library,
  hash: Hash,
): {
  at: (host: string) => Brand
  byId: (id: string) => Brand
  all: readonly Brand[]
} {
  const all = [...brands].map(([id, { value }]): Brand => ({ id, files: brandFiles(id, value, hash), ...value }))
  const byHost = new Map([
    ...all.map((brand) => [`${brand.id}.localhost`, brand] as const),
    ...all.flatMap((brand) => hostsOf(brand).map((host) => [host, brand] as const)),
  ])
  const ours = all.find(({ id }) => id === site.value.brand) as Brand
  return {
    at(asked) {
      const host = asked.toLowerCase()
      // A name may end with the dot of the root (RFC 1034, section 3.1).
      return byHost.get(host) ?? byHost.get(host.replace(/\.?(?::\d*)?$/, '')) ?? ours
    },
    all,
    byId: (id) => all.find((brand) => brand.id === id) ?? ours,
  }
}

/** The hosts a brand answers on, its canonical origin's first. */
export function hostsOf({ origin, hosts = [] }: Pick<BrandDefinition, 'origin' | 'hosts'>): string[] {
  return [...(origin === undefined ? [] : [origin.replace(/^https?:\/\//, '').toLowerCase()]), ...hosts]
}

/** `example` for a brand at https://www.example.com; a brand without an address has its id. */
export function siteLabel({ id, origin }: Brand): string {
  const hostname = (origin ?? id).replaceAll(/^https?:\/\/|:\d+$/g, '')
  return hostname.split('.').at(-2) ?? hostname
}

/** A file that the server makes of a brand, under its own hash: what it says never changes. */
interface BrandFile {
  /** The path, such as /brand/default.1a2b3c4d5e.css. */
  path: string
  text: string
}

/** A brand's style sheet, and its mark as an icon. */
interface BrandFiles {
  css: BrandFile
  svg: BrandFile
}

/** The files of a brand with colours; null for one without. */
function brandFiles(id: string, { colours, look, logo = plainLogo }: BrandDefinition, hash: Hash): BrandFiles | null {
  if (!colours) return null
  const file = (text: string, ending: string) => ({ path: `/brand/${id}.${hash(text).slice(0, 10)}.${ending}`, text })
  return { css: file(brandSheet(colours, look), 'css'), svg: file(markIcon(logo, colours), 'svg') }
}

/** A brand's own style sheet: the numbers that all tokens are made of, in the layer of theirs. */
function brandSheet(
  colours: Colours,
  { face = 'plain', corners = 'soft', buttons = 'raised', drawings = 'toned', figures = 'plain' }: Look = {},
): string {
  const { ink, accent, paper, action = 'accent', rule = 'single' } = colours
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
    ...(paper && { 'paper-h': paper.hue, 'paper-c': paper.chroma, 'tint-c': 'calc(var(--paper-c) * 2.5)' }),
    ...(paper && { 'error-h': errorHue(colours) }),
    // Where the ground at night is the ink's, it is that of a campaign's palette too.
    ...(paper && colours.dark?.ground !== 'ink' && { 'dark-h': night(colours).hue, 'dark-c': night(colours).chroma }),
    ...(colours.dark?.figure === 'accent' && { glow: 'var(--accent-400)' }),
    ...fills[action],
    ...faces[face],
    ...shapes[corners],
    ...edges[buttons],
    ...strokes[drawings],
    ...strokesOfFigures[figures],
  }
  const said = Object.entries(properties).map(([name, value]) => `--${name}:${value}`)
  return `@layer tokens{:root{${said.join(';')}}}`
}
