import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainMark } from '#engine/catalog/brands/mark.ts'
import { shareColours } from '#engine/catalog/heads/share-colours.ts'
import { shareDrawing } from './share-drawing.ts'

const drawings = readFileSync(join(import.meta.dirname, '../../web/assets/drawings.svg'), 'utf8')
const ids = [...drawings.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, id = '']) => id)

test.each(ids)('the drawing “%s” is drawn, in colours that need no style sheet', (drawing) => {
  const image = { path: '', title: 'Solar', brand: 'Sun', mark: plainMark, colours: shareColours(), drawing }
  const svg = shareDrawing(image, drawings, (text) => text.length / 2)
  expect(svg).toContain(`<use href="#${drawing}"`)
  expect(svg).not.toMatch(/var\(|oklch|vector-effect/)
})

test('a brand’s colours are those that its pages have', () => {
  const lapis = {
    ink: { hue: 251.5, chroma: 0.118, exact: '#26619c' },
    accent: { lightness: 0.855, chroma: 0.15, hue: 91 },
  }
  expect(shareColours(lapis)).toMatchObject({ figure: '#26619c', sheet: '#ffffff', action: '#f4cb49' })
})
