import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** In px, from which a page has more room. Below one of them is 0.02 px less. */
const breakpoints = [576, 768, 992, 1200]

// What stands in places of several widths, as a brief form does, asks its place instead (@container).
test('all styles change at the same four widths', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['web/**/*.css', 'engine/react/**/*.css'], { cwd: root, exclude: ['web/dist/**'] })
  const widths = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/@media[^{]*?\d[^{]*/g)].map(([asked]) => [file, asked.trim()]),
  )
  const known = breakpoints.flatMap((width) => [
    `@media (min-width: ${width}px)`,
    `@media (max-width: ${(width - 0.02).toFixed(2)}px)`,
  ])
  expect(widths.filter(([, asked = '']) => !known.includes(asked))).toEqual([])
  for (const width of breakpoints) expect(widths.map(([, asked]) => asked)).toContain(`@media (min-width: ${width}px)`)
})
