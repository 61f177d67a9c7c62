import { Listing } from '../Listing.tsx'
import type { SectionProps } from '../loaded-sections.ts'

/** Periods, each with the forms whose answers are kept for so long. */
export function RetentionSection({ section, view }: SectionProps<'retention'>) {
  const entries = section.periods.map(({ period, forms }) => ({ name: period, said: forms }))
  return <Listing {...{ section, view, entries }} />
}
