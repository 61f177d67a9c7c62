import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** In px, from which a page has more room. Below one of them is 0.02 px less. */
const breakpoints = [576, 768, 992, 1200]

/** In px, up to which a window is too low to keep anything in place: a phone on its side, or a page at 400 %. */
const lowHeight = 420

// What stands in places of several widths, as a brief form does, asks its place instead (@container).
test('all styles change at the same four widths and one height', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['web/**/*.css', 'engine/react/**/*.css'], { cwd: root, exclude: ['web/dist/**'] })
  const widths = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/@media[^{]*?\d[^{]*/g)].map(([asked]) => [file, asked.trim()]),
  )
  const low = `(max-height: ${lowHeight}px)`
  const known = [`@media ${low}`].concat(
    breakpoints.flatMap((width) => {
      const below = `@media (max-width: ${(width - 0.02).toFixed(2)}px)`
      const high = `(min-height: ${lowHeight + 1}px)`
      const either = `@media ${high}, (min-width: ${width}px)`
      return [`@media (min-width: ${width}px)`, below, `${below} and ${low}`, `${below} and ${high}`, either]
    }),
  )
  expect(widths.filter(([, asked = '']) => !known.includes(asked))).toEqual([])
  for (const width of breakpoints) expect(widths.map(([, asked]) => asked)).toContain(`@media (min-width: ${width}px)`)
})
