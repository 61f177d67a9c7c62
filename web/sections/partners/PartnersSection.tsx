import { Listing } from '../Listing.tsx'
import type { SectionProps } from '../loaded-sections.ts'

/** Who gets the answers of a page's forms, and where each says what it does with them. */
export function PartnersSection({ section, view }: SectionProps<'partners'>) {
  const entries = section.partners.map(({ name, address, privacy }) => ({
    name,
    said: [
      address,
      privacy && (
        <a key="privacy" href={privacy}>
          {privacy.replace('https://', '')}
        </a>
      ),
    ].filter((each) => each !== undefined),
  }))
  return <Listing {...{ section, view, entries }} empty={section.empty} />
}
