// Makes the faces in web/assets from their packages: the characters and weights that pages use. Run it after an update of
// a face; what it writes is committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// The `unicode-range` of this face in styles/faces.css has the same.
const digits = '%0123456789£€'
const ascii = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))
/** What the six languages write besides ASCII, with what names in them have. */
const letters = 'ÀÁÂÃÄÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäæçèéêëìíîïñòóôõöøùúûüÿŒœ'
const marks = '\u00a0¡£§©«®°²³·»½¿×–—‘’‚“”„•…€−→'

interface Face {
  /** The address of its file in a package. */
  whole: string
  /** The name of its file below web/assets. */
  file: string
  characters: string
  weights?: { min: number; max: number }
  keepFeatures: string[]
}

const text = { characters: ascii + letters + marks, keepFeatures: ['kern', 'tnum'] }
const faces: Face[] = [
  {
    whole: import.meta.resolve(
      '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    ),
    file: 'atkinson',
    weights: { min: 400, max: 750 },
    ...text,
  },
  {
    whole: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
    file: 'fraunces',
    weights: { min: 500, max: 650 },
    ...text,
  },
  {
    whole: import.meta.resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
    file: 'nunito',
    weights: { min: 400, max: 950 },
    ...text,
  },
  {
    whole: import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
    file: 'source-serif',
    weights: { min: 400, max: 700 },
    ...text,
  },
  // Figures of one width in tables; no fractions, no superscripts.
  {
    whole: import.meta.resolve(
      '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
    ),
    file: 'schibsted-grotesk-figures',
    characters: digits,
    keepFeatures: ['kern', 'tnum'],
  },
]

for (const { whole, file, characters, weights, keepFeatures } of faces) {
  const options = {
    targetFormat: 'woff2' as const,
    keepFeatures,
    ...(weights && { variationAxes: { wght: weights } }),
  }
  const subset = await subsetFont(readFileSync(new URL(whole)), characters, options)
  const output = join(import.meta.dirname, `../assets/${file}.woff2`)
  writeFileSync(output, subset)
  console.log(`${output}: ${subset.length} bytes`)
}
