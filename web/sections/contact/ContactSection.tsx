import { Listing } from '../Listing.tsx'
import type { SectionProps } from '../loaded-sections.ts'

/** Each way to reach the company under what it is called; those that a device can begin are links. */
export function ContactSection({ section, view }: SectionProps<'contact'>) {
  const entries = section.ways.map(({ name, said, href }) => ({
    name,
    said: said.map((each) =>
      href === undefined ? (
        each
      ) : (
        <a key={each} href={href}>
          {each}
        </a>
      ),
    ),
  }))
  return <Listing {...{ section, view, entries }} />
}
