import type { Palette } from '#schemas/generated/brand.ts'
import type { PageDefinition, Section } from '#schemas/generated/page.ts'
import type { CardsSection } from '#schemas/generated/sections/cards.ts'
import type { FaqSection } from '#schemas/generated/sections/faq.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { StepsSection } from '#schemas/generated/sections/steps.ts'
import type { TextSection } from '#schemas/generated/sections/text.ts'
import type { Brand, Catalog } from '../catalog.ts'
import type { FormVersion } from '../form-version.ts'
import { kept } from '../kept.ts'
import type { ErrorKind, Link } from './error-view.ts'
import type { PageAt } from './path-table.ts'
import { pagePath } from './paths.ts'

/** A section with what it needs to draw itself: its definition in the language, and what it refers to. */
export type SectionView =
  | ({ id: string; kind: 'form' } & FormVersion)
  | ({ id: string } & (TextSection | StepsSection | FaqSection))
  | ({ id: string; href: string | null } & HeroSection)
  | ({ id: string; hrefs: Readonly<Record<string, string>> } & CardsSection)
  /** In place of a page that cannot be shown: why, and where to go on. */
  | { id: string; kind: 'error'; error: ErrorKind; posted: boolean; links: readonly Link[] }

/** Everything a page needs, in its language: what the server renders from, and later the browser. */
export interface PageView {
  id: string
  locale: string
  /** The address without origin and query. */
  path: string
  title: string
  description: string
  /** The origin is where the brand is at home, whatever host this page was read from. */
  brand: { id: string; name: string; origin: string | null }
  noindex: boolean
  palette: Palette
  layout: NonNullable<PageDefinition['layout']>
  /** This page in each of its languages. */
  alternates: readonly { locale: string; path: string }[]
  sections: readonly SectionView[]
  /** The product's words in this language, by i18next namespace. */
  words: { chrome: object; errors: object; errorPages?: object }
}

const keptViews = kept<PageView>()

/** A page never changes within its catalog, so it is put together once for each brand that shows it. */
export function pageView(catalog: Catalog, at: PageAt, brand: Brand): PageView {
  return keptViews(at, brand.id, () => newView(catalog, at, brand))
}

function newView(catalog: Catalog, { id, locale, page }: PageAt, brand: Brand): PageView {
  const { site } = catalog
  return {
    id,
    locale,
    path: pagePath(site, page, locale),
    title: page.title,
    description: page.description,
    noindex: page.noindex ?? false,
    layout: page.layout ?? 'default',
    palette: page.palette ?? brand.palette ?? 'signal',
    brand: { id: brand.id, name: brand.name, origin: brand.origin ?? null },
    alternates: page.locales.map((other) => ({ locale: other, path: pagePath(site, page, other) })),
    sections: Object.entries(page.sections).flatMap(([sectionId, section]) =>
      sectionView(catalog, { id, locale }, sectionId, section),
    ),
    words: catalog.words(locale),
  }
}

function sectionView(
  catalog: Catalog,
  { id: page, locale }: Pick<PageAt, 'id' | 'locale'>,
  id: string,
  section: Section,
): SectionView[] {
  switch (section.kind) {
    case 'form': {
      const version = catalog.form(section.form, locale, page)
      return version ? [{ id, kind: 'form', ...version }] : []
    }
    case 'hero': {
      const { page: to, section: target } = section.action ?? {}
      const href = to === undefined ? (target === undefined ? null : `#${target}`) : catalog.pathOf(to, locale)
      return [{ id, ...section, href }]
    }
    case 'cards': {
      const hrefs = Object.entries(section.cards).flatMap(([card, { page: to }]) => {
        const href = to === undefined ? null : catalog.pathOf(to, locale)
        return href === null ? [] : [[card, href]]
      })
      return [{ id, ...section, hrefs: Object.fromEntries(hrefs) }]
    }
    default:
      return [{ id, ...section }]
  }
}
