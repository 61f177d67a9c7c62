import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differenceEuclidean, parse } from 'culori'
import { expect, test } from 'vitest'
import type { Colours } from '#schemas/generated/brand.ts'
import { brandTable } from '../site/brand-table.ts'
import { contrasts, nearError } from '../site/brands/contrast.ts'
import { type Scheme, tokens } from '../site/brands/tokens.ts'

const sheet = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const beforeWidths = sheet.slice(0, sheet.indexOf('@media'))

/** The custom properties of all rules with a selector, before any width is asked for. */
function propertiesOf(selector: string): Record<string, string> {
  const rules = [...beforeWidths.matchAll(/^([^\n{}]+) \{([^{}]*)\}/gm)].filter(([, found]) => found === selector)
  const said = rules.flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):([^;]+);/g)])
  return Object.fromEntries(said.map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ').trim()]))
}

const site = propertiesOf(':root')
const palettes = [...beforeWidths.matchAll(/\[data-palette='(\w+)'\]/g)].map(([, name = '']) => name)

/** A colour as a browser makes it of the style sheet. */
function drawn(token: string, scheme: Scheme, properties: Record<string, string>): string {
  let value = `var(--${token})`
  while (value.includes('var('))
    value = value.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => properties[name] ?? 'missing')
  value = value.replaceAll(/calc\(([\d.]+) (?:\* ([\d.]+) ?)?(?:\+ ([\d.]+))?\)/g, (_, first, times = 1, more = 0) =>
    String(first * times + Number(more)),
  )
  const [, light = '', dark = ''] = /^light-dark\( ?(.*\)|#\w+), (.*?) ?\)$/.exec(value) ?? ['', value, value]
  return scheme === 'light' ? light : dark
}

/** The numbers of a palette as those of a brand. */
function coloursOf(properties: Record<string, string>): Colours {
  const [hue, chroma, accentLightness, accentChroma, accentHue] = ['ink-h', 'ink-c', 'act-l', 'act-c', 'act-h'].map(
    (name) => Number(properties[name]),
  ) as [number, number, number, number, number]
  return {
    ink: { hue, chroma, exact: properties['brand-ink'] as string },
    accent: { lightness: accentLightness, chroma: accentChroma, hue: accentHue },
  }
}

const looks = [
  ['the site', site],
  ...palettes.map((name) => [name, { ...site, ...propertiesOf(`:root[data-palette='${name}']`) }]),
]

test('what is checked of a brand is what its own sheet draws', () => {
  const colours = {
    ink: { hue: 251.5, chroma: 0.118, exact: '#26619c' },
    accent: { lightness: 0.855, chroma: 0.15, hue: 91 },
    action: 'ink',
    paper: { hue: 91, chroma: 0.013 },
  } satisfies Colours
  const brands = new Map([['leaf', { value: { name: 'Leaf', colours } }]])
  const library = { brands, site: { value: { brand: 'leaf' } } } as unknown as Parameters<typeof brandTable>[0]
  const css = brandTable(library, () => 'a1b2c3d4e5').byId('leaf').files?.css.text ?? ''
  const own = [...css.matchAll(/--([\w-]+):([^;}]+)/g)].map(([, name = '', value = '']) => [name, value])
  const apart = differenceEuclidean('oklab')
  for (const [token, made] of Object.entries(tokens))
    for (const scheme of ['light', 'dark'] as const) {
      const css = parse(drawn(token, scheme, { ...site, ...Object.fromEntries(own) }))
      const checked = parse(made[scheme](colours))
      expect(css && checked ? apart(css, checked) : 'no colour', `${token} ${scheme}`).toBeLessThan(0.0005)
    }
})

test('there are five palettes', () => {
  expect(palettes).toEqual(['fern', 'plum', 'petrol', 'umber', 'slate'])
})

test.each(looks as [string, Record<string, string>][])('%s: what is checked of colours is what is drawn', (_, look) => {
  const apart = differenceEuclidean('oklab')
  for (const [token, made] of Object.entries(tokens))
    for (const scheme of ['light', 'dark'] as const) {
      const [css, checked] = [parse(drawn(token, scheme, look)), parse(made[scheme](coloursOf(look)))]
      expect(css && checked ? apart(css, checked) : 'no colour', `${token} ${scheme}`).toBeLessThan(0.0005)
    }
})

test.each(looks as [string, Record<string, string>][])('%s: contrast is enough, in light and in dark', (_, look) => {
  const colours = coloursOf(look)
  expect(contrasts(colours).filter(({ ratio, least }) => ratio < least)).toEqual([])
  expect(nearError(colours)).toEqual([])
})
