import { withTargets } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { Definitions, Library } from '#engine/library'
import { withFacts } from './facts/with-facts.ts'
import { linkTarget } from './form-version.ts'
import { translated } from './i18n/translated.ts'

const kept = memoizeByObject<unknown>()

/** A definition as visitors of a language read it: its words, figures in its market, links as addresses. */
export function inLanguage<K extends keyof Definitions>(
  library: Library,
  folder: K,
  id: string,
  locale: string,
): Definitions[K] | null {
  const market = library.site.value.locales[locale]
  // Made-up ids fill no memory.
  if (!library[folder].has(id) || !market) return null
  return kept(library, `${folder}/${locale}/${id}`, () =>
    withTargets(
      withFacts(translated(library, folder, id, locale), library, { locale, market }),
      linkTarget(library, locale),
    ),
  ) as Definitions[K]
}
