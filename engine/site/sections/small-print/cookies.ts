import { spanText } from '#engine/form/values'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { CookiesSection } from '#schemas/generated/sections/cookies.ts'
import type { ConsentWords } from '../../consent-words.ts'
import type { SectionKind } from '../../section-kind.ts'

/** What is kept for one purpose that visitors consent to, or that needs no consent. */
export interface KeptThings {
  title: string
  text: string
  things: readonly { name: string; where: string; period: string; purpose: string; company: string | null }[]
}

/** All that is kept in browsers by this brand and those it loads from: ours, and what its scripts keep. */
export const cookies = {
  view(section, { catalog, locale, brand }) {
    const words = catalog.texts.consent(locale)
    const { scripts = {} } = catalog.brands.byId(brand)
    const shown = catalog.cookies
      .listed(locale)
      .filter(({ script }) => script === undefined || Object.hasOwn(scripts, script))
    const groups = (['necessary', 'functional', 'analytics', 'marketing'] as const).flatMap(
      (category): KeptThings[] => {
        const things = shown
          .filter((each) => each.category === category)
          .map(({ name, where, period, purpose, script = '' }) => ({
            ...{ name, where: words.kept[where], period: periodText(period, words, locale), purpose },
            company: scripts[script]?.company ?? null,
          }))
        return things.length > 0 ? [{ ...words.categories[category], things }] : []
      },
    )
    return { ...section, columns: words.kept, groups }
  },
} satisfies SectionKind<
  CookiesSection,
  CookiesSection & {
    columns: Pick<ConsentWords['kept'], 'name' | 'where' | 'period' | 'purpose'>
    groups: KeptThings[]
  }
>

function periodText(period: CookieDefinition['period'], { kept }: ConsentWords, locale: string): string {
  return period === 'session' || period === 'unlimited' ? kept[period] : spanText(period, locale)
}
