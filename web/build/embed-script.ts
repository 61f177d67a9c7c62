import { join } from 'node:path'
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
