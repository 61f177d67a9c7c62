import { sameSpaces } from '#engine/form/values'
import type { RetentionSection } from '#schemas/generated/sections/retention.ts'
import type { SectionKind } from '../../section-kind.ts'

/** A period, in words, and the titles of the forms whose answers are kept for so long. */
export interface Period {
  period: string
  forms: readonly string[]
}

/** How long answers are kept, as the forms say themselves: what erases them is what is told. */
export const retention = {
  view(section, { catalog, locale }) {
    const forms = catalog.forms.ids.flatMap((id) => {
      const { title, goOnLater } = catalog.forms.version(id, locale)?.form ?? {}
      if (title === undefined) return []
      const sent = { title, days: catalog.forms.retention.get(id) ?? Number.POSITIVE_INFINITY }
      return goOnLater && section.saved !== undefined ? [sent, { title: section.saved, days: goOnLater.days }] : [sent]
    })
    const periods = [...Map.groupBy(forms, (form) => form.days)]
      .sort(([one], [other]) => one - other)
      .map(
        ([count, kept]): Period => ({
          period: Number.isFinite(count) ? periodText(count, locale) : section.kept,
          forms: [...new Set(kept.map(({ title }) => title))].sort(new Intl.Collator(locale).compare),
        }),
      )
    return { ...section, periods }
  },
} satisfies SectionKind<RetentionSection, RetentionSection & { periods: readonly Period[] }>

/** Days in words; years where they are whole, which are a day longer at times, never shorter. */
function periodText(days: number, locale: string): string {
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return sameSpaces(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
}
