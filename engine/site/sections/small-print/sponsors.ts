import type { SponsorsSection } from '#schemas/generated/sections/sponsors.ts'
import type { SponsorDefinition } from '#schemas/generated/sponsor.ts'
import type { SectionKind } from '../../section-kind.ts'

export type Sponsor = Pick<SponsorDefinition, 'name' | 'address' | 'offers' | 'privacy'>

/** The sponsors that are listed in the language; nothing where there are none. */
export const sponsors = {
  view(section, { catalog, locale }) {
    const listed = catalog.partners
      .sponsors(locale)
      .map(({ name, address, offers, privacy }): Sponsor => ({ name, address, offers, privacy }))
    return listed.length > 0 ? { ...section, sponsors: listed } : null
  },
} satisfies SectionKind<SponsorsSection, SponsorsSection & { sponsors: readonly Sponsor[] }>
