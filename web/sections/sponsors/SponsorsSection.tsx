import { Listing } from '../Listing.tsx'
import type { SectionProps } from '../loaded-sections.ts'

/** Who subscribers' addresses may be passed on to, and where each says what it does with them. */
export function SponsorsSection({ section, view }: SectionProps<'sponsors'>) {
  const entries = section.sponsors.map(({ name, address, offers, privacy }) => {
    const link = (
      <a key="privacy" href={privacy}>
        {privacy.replace('https://', '')}
      </a>
    )
    return { name, said: [offers, address, link] }
  })
  return <Listing {...{ section, view, entries }} />
}
