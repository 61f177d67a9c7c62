import { Listing } from '../Listing.tsx'
import type { SectionProps } from '../loaded-sections.ts'

/** Name, address, register: each line under what it is called. */
export function CompanySection({ section, view }: SectionProps<'company'>) {
  return <Listing {...{ section, view, entries: section.facts }} />
}
