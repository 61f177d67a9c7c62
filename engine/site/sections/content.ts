import { checkTarget } from '#engine/library'
import type { CardsSection } from '#schemas/generated/sections/cards.ts'
import type { FaqSection } from '#schemas/generated/sections/faq.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { PointsSection } from '#schemas/generated/sections/points.ts'
import type { SentSection } from '#schemas/generated/sections/sent.ts'
import type { Slide, SliderSection } from '#schemas/generated/sections/slider.ts'
import type { StatementSection } from '#schemas/generated/sections/statement.ts'
import type { StepsSection } from '#schemas/generated/sections/steps.ts'
import type { TestimonialsSection } from '#schemas/generated/sections/testimonials.ts'
import type { TextSection } from '#schemas/generated/sections/text.ts'
import { actionTarget, checkAction, type OnwardView, onwardTo } from '../action-target.ts'
import { withQuery } from '../addresses/paths.ts'
import { shownPath } from '../addresses/shown-paths.ts'
import { asDefinedWithPhoto, checkPhoto, type WithPhoto, withPhoto } from '../photos.ts'
import { recipientsText } from '../placeholders.ts'
import type { SectionKind, SectionSetting } from '../section-kind.ts'
import { asDefined } from '../section-kind.ts'

/** What to look at when comparing. */
export const points = asDefinedWithPhoto<PointsSection>()

/** A few slides, each with a page behind it or none. */
export const slider = {
  check: (section, { page, library, ...place }) =>
    Object.entries(section.slides).flatMap(([id, slide]) => {
      const path = [...place.path, 'slides', id]
      if (slide.page !== undefined && slide.label !== undefined)
        return checkTarget(slide.page, section, { page, library, ...place, path: [...path, 'page'] })
      const say = (key: string, message: string) => [{ ...place, path: [...path, key], on: 'key' as const, message }]
      if (slide.label !== undefined) return say('label', 'A button leads somewhere: add "page", or take "label" out.')
      if (slide.page !== undefined) return say('page', 'Nothing leads to this page: add "label", or take "page" out.')
      if (slide.query)
        return say('query', 'Parameters go along to a page: add "page" and "label", or take "query" out.')
      return []
    }),

  view(section, setting) {
    const shown = Object.entries(section.slides)
      .map(([id, slide]) => ({ id, slide, target: targetOf(slide, setting) }))
      .filter(({ slide, target }) => slide.page === undefined || target)
    const slides = Object.fromEntries(shown.map(({ id, slide }) => [id, slide]))
    const targets = Object.fromEntries(shown.flatMap(({ id, target }) => (target ? [[id, target]] : [])))
    return shown.length > 0 ? { ...section, slides, targets } : null
  },
} satisfies SectionKind<SliderSection, SliderSection & { targets: Readonly<Record<string, SlideTarget>> }>

/** Things side by side, each with a page behind it or none. */
export const cards = {
  check: (section, place) => [
    ...checkPhoto(section, place),
    ...Object.entries(section.cards).flatMap(([card, { page }]) =>
      page === undefined ? [] : checkTarget(page, section, { ...place, path: [...place.path, 'cards', card, 'page'] }),
    ),
  ],

  view(section, { site, brand, locale }) {
    const pathOf = (page: string) => shownPath(site, { brand, locale }, { page })
    const shown = Object.entries(section.cards)
      .map(([id, card]) => ({ id, card, href: card.page === undefined ? null : pathOf(card.page) }))
      .filter(({ card, href }) => card.page === undefined || href !== null)
    const cards = Object.fromEntries(shown.map(({ id, card }) => [id, card]))
    const hrefs = Object.fromEntries(shown.flatMap(({ id, href }) => (href === null ? [] : [[id, href]])))
    return shown.length > 0 ? { ...withPhoto(section), cards, hrefs } : null
  },
} satisfies SectionKind<CardsSection, WithPhoto<CardsSection> & { hrefs: Readonly<Record<string, string>> }>

/** What visitors have said, with stars. Samples are for authors: a section with nothing else is not shown. */
export const testimonials = {
  check: ({ testimonials }, { page: _, library: __, ...place }) =>
    Object.entries(testimonials).flatMap(([id, { sample, source }]) => {
      if (sample || source !== undefined) return []
      const message =
        'Say where this was said and how it was verified: "source". If it is not a real review yet, add "sample": true.'
      return [{ ...place, path: [...place.path, 'testimonials', id], on: 'key' as const, message }]
    }),

  view(section) {
    const real = Object.entries(section.testimonials).filter(([, { sample }]) => !sample)
    return real.length > 0 ? { ...section, testimonials: Object.fromEntries(real) } : null
  },
} satisfies SectionKind<TestimonialsSection, TestimonialsSection>

/** One thing said large, with a button that leads to another page or further down. */
export const statement = {
  check: (section, place) => [...checkAction(section, place), ...checkPhoto(section, place)],
  view: (section, setting) => ({ ...withPhoto(section), href: actionTarget(section, setting) }),
} satisfies SectionKind<StatementSection, WithPhoto<StatementSection> & { href: string | null }>

/** Things that happen one after another. */
export const steps = asDefined<StepsSection>()

/** That answers given elsewhere have arrived, with a page to go on to. */
export const sent = {
  check: checkAction,
  // The form that was sent, and the page that it was sent from, both by id.
  reads: { form: /^[\w-]+$/, from: /^[\w:-]+$/ },
  view(section, setting): SentView {
    const { site, asked, locale, brand } = setting
    const href = actionTarget(section, setting)
    const { form = '', from: page = '' } = asked
    const isKnown = site.forms.version(form, locale) !== null
    return {
      ...{ ...section, href, onward: onwardTo(setting, href) },
      ...(isKnown && { recipients: recipientsText(site, { form, locale, brand, page }) }),
    }
  },
} satisfies SectionKind<SentSection, SentView>

/** What a page says of answers that were sent from elsewhere. */
export interface SentView extends SentSection {
  href: string | null
  onward: OnwardView
  /** Who gets the answers, as a text with links, where the address says of which form they are. */
  recipients?: string
  /** What the visitor calls the lead by, where this browser keeps it. */
  reference?: string
}

/** Questions with their answers. */
export const faq = asDefinedWithPhoto<FaqSection>()

/** A title and paragraphs. */
export const text = asDefinedWithPhoto<TextSection>()

/** What the page is about, with a button that leads to another page or further down. */
export const hero = {
  check: (section, place) => [...checkAction(section, place), ...checkPhoto(section, place)],
  view: (section, setting) => ({ ...withPhoto(section), href: actionTarget(section, setting) }),
} satisfies SectionKind<HeroSection, WithPhoto<HeroSection> & { href: string | null }>

/** Where the button of a slide leads. */
export interface SlideTarget {
  href: string
  /** Whether a form waits there: only that is started by a filled button. */
  starts: boolean
}

function targetOf({ page, query }: Slide, { site, brand, locale }: SectionSetting): SlideTarget | null {
  const path = page === undefined ? null : shownPath(site, { brand, locale }, { page })
  if (path === null) return null
  const sections = site.pages.at(brand, path)?.page.sections ?? {}
  return { href: withQuery(path, query), starts: Object.values(sections).some(({ kind }) => kind === 'form') }
}
