import type { ComponentType } from 'react'
import type { PageView, SectionView } from '#engine/site'
import { type FormState, type LatePart, latePart, type PageData, UnknownPart } from '#web/page'

export interface SectionProps<K extends SectionView['kind']> {
  section: Extract<SectionView, { kind: K }>
  view: PageView
  state: FormState | null
  /** The visitor's offers, where the page shows them. */
  results?: PageData['results']
}

type AnyProps = Omit<SectionProps<'form'>, 'section'> & { section: SectionView }
type AnySection = ComponentType<AnyProps>

/** Forms come before the list of all that other kinds are drawn with. */
const forms = import.meta.glob<Record<string, unknown>>('./form/FormSection.tsx')

/** What draws each kind of section that a page has shown. */
const parts = new Map<string, LatePart<AnyProps>>()

/** The file that draws a kind of section, in this folder. */
export function sectionFile(kind: string): string {
  return `${kind}/${componentOf(kind)}.tsx`
}

/** What draws a kind of section, whether its code is here or not. */
export function partOf(kind: string): LatePart<AnyProps> {
  const known = parts.get(kind) ?? latePart(() => fetchSection(kind))
  parts.set(kind, known)
  return known
}

async function fetchSection(kind: string): Promise<AnySection> {
  const path = `./${sectionFile(kind)}`
  const files = forms[path] ? forms : (await import('./section-files.ts')).files
  const section = (await files[path]?.())?.[componentOf(kind)] as AnySection | undefined
  // A page of a later release may hold what this one cannot draw.
  if (!section) throw new UnknownPart('section', kind)
  return section
}

export async function loadSections(sections: readonly SectionView[]): Promise<void> {
  await Promise.all(kindsOf(sections).map((kind) => partOf(kind).load()))
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
  return partOf(kind).Part
}

function componentOf(kind: string): string {
  return `${kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Section`
}
