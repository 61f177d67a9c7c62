import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainLogo } from '../../engine/site/brands/logo.ts'
import { shareColours } from '../../engine/site/heads/share-image.ts'
import { shareDrawing } from './discovery-routes.ts'

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/sections/hero.schema.json'), 'utf8'))
const names: string[] = schema.properties.drawing.enum
const folder = join(import.meta.dirname, '../../web/assets/drawings')
const files = readdirSync(folder).map((file) => [file.replace('.svg', ''), join(folder, file)] as const)
const drawings = new Map(files.map(([name, file]) => [name, readFileSync(file, 'utf8')]))

test('a page may name each drawing that there is, and no other', () => {
  expect([...drawings.keys()].sort()).toEqual(names.toSorted())
})

test.each([...drawings])('the drawing “%s” is drawn, in colours that need no style sheet', (drawing) => {
  const image = { path: '', title: 'Solar', brand: 'Sun', logo: plainLogo, colours: shareColours(), drawing }
  const svg = shareDrawing(image, drawings, (text) => text.length / 2)
  expect(svg).toContain('<use href="#drawing"')
  expect(svg).not.toMatch(/var\(|oklch|vector-effect/)
})

test.each([...drawings])('the drawing “%s” has one pen and one wash, in colours of the page alone', (_, svg) => {
  const looks = [...svg.matchAll(/<path (.*?) ?d="[^"]+"\/>/g)].map(([, look]) => look)
  const line = 'stroke="var(--stroke)" stroke-width="var(--stroke-w, 2.25)" vector-effect="non-scaling-stroke"'
  const pen = 'stroke="var(--figure)" stroke-width="var(--accent-w, 3.5)" vector-effect="non-scaling-stroke"'
  const outline = line.replace('var(--stroke)', 'var(--outline, var(--stroke))')
  const allowed = [
    ...['fill="var(--wash)"', `fill="var(--wash)" ${line}`, `fill="var(--paper)" ${line}`],
    ...['fill="var(--stroke)"', 'fill="var(--solid)"', `fill="var(--solid)" ${line}`, line, pen],
    // A face stays light in the dark, where a brand names its colours.
    ...[`fill="var(--skin, var(--paper))" ${line}`, 'fill="var(--feature, var(--stroke))"'],
    ...[line, pen].map((stroke) => stroke.replace(/var\(--(?:stroke|figure)\)/, 'var(--feature, $&)')),
    // A brand may leave the outline of the largest shape out, fill it, and hatch the wash.
    ...['var(--wash)', 'var(--body, none)', 'var(--body, var(--paper))'].map((fill) => `fill="${fill}" ${outline}`),
    'stroke="var(--hatch, none)" stroke-width="1.25" vector-effect="non-scaling-stroke"',
    // Where a drawing is small, its fine lines are left out.
    ...[line, pen].map((stroke) => `${stroke} opacity="var(--fine, 1)"`),
  ]
  expect(allowed).toEqual(expect.arrayContaining([...looks]))
  expect(svg.split('fill="var(--wash)"').length).toBeGreaterThan(1)
  expect(svg.split('stroke="var(--figure)"').length).toBeLessThanOrEqual(4)
})

test('a brand’s colours are those that its pages have', () => {
  const lapis = {
    ink: { hue: 251.5, chroma: 0.118, exact: '#26619c' },
    accent: { lightness: 0.855, chroma: 0.15, hue: 91 },
  }
  expect(shareColours(lapis)).toMatchObject({ figure: '#26619c', sheet: '#ffffff', action: '#f4cb49' })
})
