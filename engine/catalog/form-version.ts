import type { KindWords } from '#engine/core/definition/field.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { withTargets } from '#engine/core/definition/links.ts'
import { resolveForm } from '#engine/core/definition/resolve.ts'
import type { Translate } from '#engine/core/filling/sentence.ts'
import type { MarketPatch } from '#schemas/generated/page.ts'
import { oncePerValue } from './once-per-value.ts'
import { pagePath } from './portal/paths.ts'
import { type Library, wordFile } from './sources/source.ts'
import { allTranslated, translated } from './words/translated.ts'
import { translator } from './words/translator.ts'

/** A hash function over text; the pure rooms have none of their own. */
export type Hash = (text: string) => string

/** A form in one language, and the hash of all it says and asks. */
export interface FormVersion {
  form: ResolvedForm
  hash: string
}

/** The form in a language, and in the market of its page where that differs; null when there is no such form, it is a draft, or it is not offered in the language. */
export function resolveVersion(
  library: Library,
  id: string,
  locale: string,
  hash: Hash,
  ownMarket?: MarketPatch,
): FormVersion | null {
  const definition = translated(library, 'forms', id, locale)
  const market = library.site.value.locales[locale]
  if (!definition || !market || definition.draft || !definition.locales.includes(locale)) return null
  const resolved = resolveForm(id, definition, {
    locale,
    market: { ...market, ...ownMarket },
    groups: allTranslated(library, 'groups', locale),
    lists: Object.fromEntries([...library.lists].map(([list, { value }]) => [list, value])),
    consents: allTranslated(library, 'consents', locale),
    settings: library.site.value,
    kindWords: (wordFile(library.words, locale, '', 'kinds')?.value ?? {}) as KindWords,
    hints: hintTranslator(locale, wordFile(library.words, locale, '', 'hints')?.value ?? {}),
  })
  const form = withTargets(resolved, linkTarget(library, locale))
  return { form, hash: hash(JSON.stringify(form)) }
}

const keptHints = oncePerValue<{ chrome: object; errors: object }>()

function hintTranslator(locale: string, words: object): Translate {
  return translator(
    locale,
    keptHints(words, '', () => ({ chrome: words, errors: {} })),
  ).t
}

/**
 * The address a link in words leads to: page:privacy → /de/privacy; null for a page that is set aside. Other texts that
 * look like links stay as they are.
 */
export function linkTarget({ pages, site }: Library, locale: string): (target: string) => string | null {
  return (target) => {
    if (!target.startsWith('page:')) return target
    const page = pages.get(target.slice('page:'.length))
    return page ? pagePath(site.value, page.value, locale) : null
  }
}
