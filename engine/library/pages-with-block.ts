import { memoizeByObject } from '#engine/form/values'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Entry, Library } from './source.ts'

type Page = [string, Entry<PageDefinition>]

type PagesBy = ReadonlyMap<string, readonly Page[]>

const kept = memoizeByObject<{ byBlock: PagesBy; byLanguage: PagesBy }>()

/** The pages that have a block in any language, each with its id. */
export function pagesUsing({ pages }: Pick<Library, 'pages'>, block: string): readonly Page[] {
  return kept(pages, '', () => sorted(pages)).byBlock.get(block) ?? []
}

/** The pages that show a block in a language, each with its id. */
export function pagesWithBlock({ pages }: Pick<Library, 'pages'>, block: string, locale: string): readonly Page[] {
  return kept(pages, '', () => sorted(pages)).byLanguage.get(`${locale} ${block}`) ?? []
}

/** The pages by the blocks that they have, and by language and block. */
function sorted(pages: Library['pages']): { byBlock: PagesBy; byLanguage: PagesBy } {
  const uses = [...pages].flatMap((page) => {
    const [, { value, blocks = {} }] = page
    return Object.entries(blocks).map(([section, block]) => ({ page, block, section: value.sections[section] }))
  })
  const shown = uses.flatMap(({ page, block, section }) => {
    const { locales } = page[1].value
    const offered = section?.locales
    return locales
      .filter((locale) => offered?.includes(locale) ?? true)
      .map((locale) => ({ page, key: `${locale} ${block}` }))
  })
  return { byBlock: pagesBy(uses, ({ block }) => block), byLanguage: pagesBy(shown, ({ key }) => key) }
}

/** Each page once for each key: it may have a block in several sections. */
function pagesBy<T extends { page: Page }>(uses: readonly T[], keyOf: (use: T) => string): PagesBy {
  const byKey = Map.groupBy(uses, keyOf)
  return new Map([...byKey].map(([key, each]) => [key, [...new Set(each.map(({ page }) => page))]]))
}
