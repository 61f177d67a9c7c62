import { memoizeByObject } from '#engine/form/values'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Entry, Library } from './source.ts'

type Page = [string, Entry<PageDefinition>]

const kept = memoizeByObject<ReadonlyMap<string, readonly Page[]>>()

/** The pages that have a block in any language, each with its id. */
export function pagesUsing({ pages }: Pick<Library, 'pages'>, block: string): readonly Page[] {
  return kept(pages, '', () => withBlocks(pages)).get(block) ?? []
}

/** The pages that show a block in a language, each with its id. */
export function pagesWithBlock(library: Pick<Library, 'pages'>, block: string, locale: string): Page[] {
  return pagesUsing(library, block).filter(([, { value, blocks = {} }]) => {
    const offered = Object.entries(blocks).some(([section, used]) => {
      const { locales = value.locales } = value.sections[section] ?? {}
      return used === block && locales.includes(locale)
    })
    return offered && value.locales.includes(locale)
  })
}

/** The pages that have a block in any language, by block. */
function withBlocks(pages: Library['pages']): ReadonlyMap<string, readonly Page[]> {
  const found = [...pages].flatMap((page) =>
    [...new Set(Object.values(page[1].blocks ?? {}))].map((block) => ({ block, page })),
  )
  const byBlock = Map.groupBy(found, ({ block }) => block)
  return new Map([...byBlock].map(([block, each]) => [block, each.map(({ page }) => page)]))
}
