import type { ContactSection } from '#schemas/generated/sections/contact.ts'
import type { SectionKind } from '../../section-kind.ts'

/** A way to reach the company. */
export interface Way {
  name: string
  said: readonly string[]
  /** Where it begins by itself: mailto: or tel:. */
  href?: string
}

/** How to reach who operates the site: nothing where site.json names nobody. */
export const contact = {
  view(section, { catalog, locale }) {
    const found = catalog.texts.company(locale)
    if (!found) return null
    const { name, address, email, phone } = found
    const { labels } = section
    const ways: Way[] = [
      ...(email === undefined ? [] : [{ name: labels.email, said: [email], href: `mailto:${email}` }]),
      ...(phone === undefined
        ? []
        : [{ name: labels.phone, said: [phone], href: `tel:${phone.replace(/[^+\d]/g, '')}` }]),
      { name: labels.address, said: [name, ...address] },
    ]
    return { ...section, ways }
  },
} satisfies SectionKind<ContactSection, ContactSection & { ways: readonly Way[] }>
