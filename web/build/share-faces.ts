import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { InlineConfig } from 'vite'

const root = join(import.meta.dirname, '..')

/** The script that other sites load: one file for any page of any browser, with no module around it. */
export const embedScript: InlineConfig = {
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    outDir: 'dist/embed',
    target: 'es2020',
    lib: { entry: 'embed/embed.ts', formats: ['iife'], name: 'leadwright', fileName: () => 'embed.js' },
  },
}

/** The editor of files in the console's studio. */
export const editorScript: InlineConfig = {
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    outDir: 'dist/console',
    lib: { entry: 'studio/index.ts', formats: ['iife'], name: 'leadwrightStudio', fileName: () => 'editor.js' },
  },
}

/** The characters of the languages of Europe that are written in Latin letters, and typography. */
const ranges = [
  [0x20, 0x24f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
] as const

/** Writes the face of share images, in bold, in the one format that their library reads. */
export async function shareFaces(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const text = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    .join('')
  for (const script of ['latin', 'latin-ext']) {
    const face = `atkinson-hyperlegible-next-${script}-wght-normal.woff2`
    const source = import.meta.resolve(`@fontsource-variable/atkinson-hyperlegible-next/files/${face}`)
    const options = { targetFormat: 'truetype' as const, variationAxes: { wght: 700 } }
    writeFileSync(join(folder, `${script}.ttf`), await subsetFont(readFileSync(new URL(source)), text, options))
  }
}
