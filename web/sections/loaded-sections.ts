import type { ComponentType } from 'react'
import type { PageView, SectionView } from '#engine/site'
import { type FormState, type PageData, UnknownPart } from '#web/page'

export interface SectionProps<K extends SectionView['kind']> {
  section: Extract<SectionView, { kind: K }>
  view: PageView
  state: FormState | null
  /** The visitor's offers, where the page shows them. */
  results?: PageData['results']
}

type AnySection = ComponentType<Omit<SectionProps<'form'>, 'section'> & { section: SectionView }>

/** One file for each kind of section (schemas/sections/): hero is drawn by HeroSection. */
const files = import.meta.glob<Record<string, AnySection>>('./*/*Section.tsx')
const loaded = new Map<string, AnySection>()

/** The file that draws a kind of section, in this folder. */
export function sectionFile(kind: string): string {
  return `${kind}/${componentOf(kind)}.tsx`
}

export async function loadSections(sections: readonly SectionView[]): Promise<void> {
  await Promise.all(
    kindsOf(sections).map(async (kind) => {
      if (loaded.has(kind)) return
      const section = (await files[`./${sectionFile(kind)}`]?.())?.[componentOf(kind)]
      // A page of a later release may hold what this one cannot draw.
      if (!section) throw new UnknownPart('section', kind)
      loaded.set(kind, section)
    }),
  )
}

/** What draws a section: its kind, or what says why its form takes no leads. */
export function drawnAs(section: SectionView, state: FormState | null | undefined): string {
  return section.kind === 'form' && section.closed && (state?.outcome ?? 'open') === 'open' ? 'closed' : section.kind
}

/** The kinds that sections may be drawn as. */
export function kindsOf(sections: readonly SectionView[]): string[] {
  return sections.flatMap((section) => [...new Set([section.kind, drawnAs(section, null)])])
}

/** The component of a kind that was loaded before. */
export function sectionOf(kind: string): AnySection {
  const section = loaded.get(kind)
  if (!section) throw new Error(`The section ${kind} was not loaded`)
  return section
}

function componentOf(kind: string): string {
  return `${kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Section`
}
