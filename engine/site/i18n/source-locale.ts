import type { Definitions, Library } from '#engine/library'
import { defaultLocale } from '../addresses/paths.ts'

/** The language a definition is written in: the first of its own, or of the site. The `locales` of a block say where it is shown. */
export function sourceLocale(
  { site }: Library,
  folder: keyof Definitions,
  value: Definitions[keyof Definitions],
): string {
  const own = folder !== 'blocks' && 'locales' in value ? value.locales?.[0] : undefined
  return own ?? defaultLocale(site.value)
}
