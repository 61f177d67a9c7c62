import type { DefinitionProblem, Library } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { Market, SiteDefinition } from '#schemas/generated/site.ts'
import type { Asked, Reads } from './asked.ts'
import type { ClosedForms } from './closed-form.ts'
import type { Shelf } from './deals/shelf.ts'
import type { Site } from './site.ts'

/** Where a section stands while it is checked. */
export interface SectionPlace {
  page: PageDefinition
  library: Library
  file: string
  path: readonly string[]
}

/** What a section is shown with: all that is live, and the page and language it is shown in. */
export interface SectionSetting {
  /** The section's id. */
  id: string
  site: Site
  /** The page's id. */
  page: string
  locale: string
  /** That of the page: its own, or the language's. */
  market: Market
  /** The brand that shows it, by id. */
  brand: string
  /** What the address asks for: of what the page's sections read, what is there. */
  asked: Asked
  /** The deals that hold now. */
  shelf: Shelf
  /** The forms that take no leads now. */
  closedForms: ClosedForms
  /** The page's address. */
  path: string
}

/** All that is known of a kind of section but its schema (schemas/sections/) and its component (web/sections/). */
export interface SectionKind<S extends { kind: string } = Section, V = object> {
  /** What is wrong with what it refers to. Left out where it refers to nothing. */
  check?: (section: S, place: SectionPlace) => DefinitionProblem[]
  /** What of an address changes what it shows. */
  reads?: Reads | ((definition: SiteDefinition) => Reads)
  /** It shows deals, so it is another whenever these are. */
  showsDeals?: true
  /** The words of the product that its component says beside those of every page. */
  words?: 'deals' | 'blog' | 'offers'
  /** Its address may hold a token, which no script of another company shall read: its page loads none. */
  isPrivate?: true
  /** What its component is given, words and all; null where it shows nothing. */
  view: (section: S, setting: SectionSetting) => V | null
}

/** A kind of section that is drawn as it is defined and refers to nothing. */
export function asDefined<S extends { kind: string }>(): SectionKind<S, S> {
  return { view: (section) => section }
}
