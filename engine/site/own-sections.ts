import { checkTarget, type DefinitionProblem, languagesOf } from '#engine/library'
import type { Market } from '#schemas/generated/site.ts'
import { shownPath } from './addresses/shown-paths.ts'
import type { SectionKind, SectionPlace, SectionSetting } from './section-kind.ts'
import { sectionKinds } from './sections/table.ts'

/** What a section of an added kind is drawn with. */
interface OwnSetting {
  locale: string
  market: Market
  /** The address of a page; null where visitors of the page cannot go there. */
  pathOf: (page: string) => string | null
}

/** What a section of an added kind has been defined as: its id, and its keys with their texts in the language. */
type OwnKeys = Readonly<Record<string, unknown>> & { id: string }

/** A kind of section that a repository adds. */
interface OwnSectionKind {
  /** What is inside the section, as HTML without a script; or why there is none, in a sentence. */
  draw: (keys: OwnKeys, setting: OwnSetting) => { html: string } | { problem: string }
  /** The languages that it has words for; null where it says none. */
  locales: readonly string[] | null
  /** The addresses of its script and of its style sheet; null where it has none. */
  island: string | null
  styles: string | null
  /** Called when a page shows the section, with why it could not: such a page has it not. */
  onShown?: (section: string, locale: string, problem: string | null) => void
}

/** A section of an added kind as a page shows it: HTML that its own code has drawn. */
export interface OwnSectionView {
  id: string
  kind: 'own'
  /** Drawn by the product, as in any section. */
  title?: string
  text?: string
  html: string
  island: string | null
  styles: string | null
}

/** Before the page's words are whole: what it will be drawn from. */
interface Undrawn {
  kind: 'own'
  own: string
  keys: object
}

const own = new Map<string, OwnSectionKind>()

/** Adds a kind of section. Once in a process, before definitions are read. */
export function addSectionKind(id: string, kind: OwnSectionKind): void {
  own.set(id, kind)
}

/** A kind of section: the product's, or one that was added. */
export function sectionKindOf(id: string): SectionKind<never> {
  const added = own.get(id)
  if (!added) return sectionKinds[id as keyof typeof sectionKinds]
  return {
    check: (section, place) => checkDrawing(id, added, section, place),
    view: (section) => ({ kind: 'own', own: id, keys: section }) satisfies Undrawn,
  } satisfies SectionKind<Defined>
}

type Defined = { kind: string; locales?: readonly string[] } & Readonly<Record<string, unknown>>

/** The sections of a page with those of added kinds drawn. One that cannot be drawn is left out: the page is not whole. */
export function withDrawn<V extends { id: string; kind: string }>(
  views: readonly V[],
  { site, brand, locale, market }: Omit<SectionSetting, 'id'>,
): { sections: V[]; isWhole: boolean } {
  const pathOf = (page: string) => shownPath(site, { brand, locale }, { page })
  const sections = views.flatMap((view) => {
    if (view.kind !== 'own') return [view]
    const { id, own: name, keys } = view as unknown as Undrawn & { id: string }
    const kind = own.get(name)
    const drawn = kind?.draw({ ...keys, id }, { locale, market, pathOf })
    if (!kind || !drawn) return []
    kind.onShown?.(id, locale, 'problem' in drawn ? drawn.problem : null)
    if ('problem' in drawn) return []
    const { title, text } = keys as { title?: string; text?: string }
    const words = { ...(title !== undefined && { title }), ...(text !== undefined && { text }) }
    const { island, styles } = kind
    return [{ id, kind: 'own', ...words, html: drawn.html, island, styles } satisfies OwnSectionView as unknown as V]
  })
  return { sections, isWhole: sections.length === views.length }
}

/** A section is drawn once in each language, as a page would draw it, with the words of its definition. */
function checkDrawing(id: string, kind: OwnSectionKind, section: Defined, place: SectionPlace): DefinitionProblem[] {
  const { page, library, file, path } = place
  const say = (message: string) => [{ file, path: [...path, 'kind'], on: 'value' as const, message }]
  const languages = languagesOf(section, page, library)
  const silent = languages.filter((locale) => kind.locales !== null && !kind.locales.includes(locale))
  if (silent.length > 0)
    return say(`The section "${id}" has no words in ${silent.join(', ')}. Add them, or give this section "locales".`)
  const asked = new Set<string>()
  for (const locale of languages) {
    const market = { ...library.site.value.locales[locale], ...page.market } as Market
    const pathOf = (target: string) => {
      asked.add(target)
      return '/'
    }
    const drawn = kind.draw({ ...section, id: path.at(-1) ?? '' }, { locale, market, pathOf })
    if ('problem' in drawn) return say(drawn.problem)
  }
  return [...asked].flatMap((target) => {
    const key = Object.keys(section).find((each) => section[each] === target)
    return checkTarget(target, section, { ...place, path: key === undefined ? path : [...path, key] })
  })
}
