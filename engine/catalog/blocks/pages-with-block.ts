import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Entry, Library } from '../sources/source.ts'

/** The pages that show a block in a language, each with its id. */
export function pagesWithBlock({ pages }: Library, block: string, locale: string): [string, Entry<PageDefinition>][] {
  return [...pages].filter(([, { value, blocks = {} }]) => {
    const offered = Object.entries(blocks).some(([section, used]) => {
      const { locales = value.locales } = value.sections[section] ?? {}
      return used === block && locales.includes(locale)
    })
    return offered && value.locales.includes(locale)
  })
}
