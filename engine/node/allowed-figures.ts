import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AllowedFigures } from '#engine/catalog/words/report/typed-figures.ts'
import { allowedFolder, productLocales } from './read-sources.ts'

/** Where figures may be typed: what the product allows in its own words, and the list beside the translations. */
export function figuresAllowedIn(locales: string): AllowedFigures {
  return { ...listIn(productLocales), ...listIn(locales) }
}

function listIn(locales: string): AllowedFigures {
  const file = join(locales, allowedFolder, 'figures.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
