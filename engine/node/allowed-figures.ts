import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AllowLists } from '#engine/authoring'
import { productLocales } from './disk-files.ts'
import { allowedFolder } from './read-sources.ts'

/** Where figures may be typed: the list beside the translations, and the product's for its own words. */
export function figuresAllowedIn(locales: string): AllowLists {
  const folders = new Set([resolve(locales), resolve(productLocales)])
  return [...folders].map((folder) => {
    const file = join(folder, allowedFolder, 'figures.json')
    return { file, allowed: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} }
  })
}
