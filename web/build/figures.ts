import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const face = import.meta.resolve(
  '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
)
const source = readFileSync(new URL(face))
const output = join(import.meta.dirname, '../assets/schibsted-grotesk-figures.woff2')

// Figures of one width in tables; no fractions, no superscripts.
const options = { targetFormat: 'woff2' as const, keepFeatures: ['kern', 'tnum'] }
// The characters of its `unicode-range` in styles/faces.css.
const figures = await subsetFont(source, '%0123456789£€', options)
writeFileSync(output, figures)
console.log(`${output}: ${figures.length} bytes`)
