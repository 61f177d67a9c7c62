import { memoizeByObject } from '#engine/form/values'
import type { Chat, PageDefinition, Palette } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { Market, SiteDefinition } from '#schemas/generated/site.ts'
import type { Embedding, PageAt } from './addresses/path-table.ts'
import { alternatesOf, isIndexed, type Link, localePath, pagePath } from './addresses/paths.ts'
import { withShownLinks } from './addresses/shown-paths.ts'
import { type Asked, askedBy, isListed, type Query, type Reads } from './asked.ts'
import { attributionNames } from './attribution-names.ts'
import { feedPath } from './blog/atom-feed.ts'
import type { Brand } from './brand-table.ts'
import { type BrandView, brandView } from './brand-view.ts'
import { allOpen, type ClosedForms } from './closed-form.ts'
import { cookieList } from './cookie-list.ts'
import { emptyShelf, type Shelf } from './deals/shelf.ts'
import { askedScheme, embeddedOn, embedReads, frameSection } from './embedding/embedded-view.ts'
import type { ErrorKind, WayOn } from './errors/error-kind.ts'
import type { FormVersion } from './form-version.ts'
import { bareFrame, type FrameView, frameView } from './frame/frame-view.ts'
import { type GuardsView, guardsOf } from './guards.ts'
import { isoOf } from './heads/language-codes.ts'
import { type LanguagesView, languagesView } from './languages/languages-view.ts'
import type { ThirdParty } from './others/calculators.ts'
import { calculatorsAt } from './others/calculators.ts'
import { askedRevision, thirdParties } from './others/third-parties.ts'
import { type OwnSectionView, sectionKindOf, withDrawn } from './own-sections.ts'
import { formSpokenOf, withPlaceholders } from './placeholders.ts'
import type { SectionKind, SectionSetting } from './section-kind.ts'
import type { sectionKinds } from './sections/table.ts'
import { layoutId } from './shown-forms.ts'
import type { Site } from './site.ts'

type Kinds = typeof sectionKinds

/** A section with what it needs to draw itself: its definition in the language, and what it refers to. */
export type SectionView =
  | { [K in keyof Kinds]: { id: string } & NonNullable<ReturnType<Kinds[K]['view']>> }[keyof Kinds]
  | OwnSectionView
  /** In place of a page that cannot be shown: why, and where to go on. */
  | { id: string; kind: 'error'; error: ErrorKind; posted: boolean; home: string | null; links: readonly WayOn[] }

/** Everything a page needs, in its language: what the server renders from, and later the browser. */
export interface PageView extends GuardsView {
  id: string
  locale: string
  /** The address without origin and query. */
  path: string
  title: string
  /** What menus call it; left out of the home page. */
  name?: string
  description: string
  brand: BrandView
  /** Set where other sites show it in a frame. */
  embed?: Embedding
  noindex: boolean
  /** A campaign's colours instead of the brand's. */
  palette: Palette | null
  /** What stands around the sections. */
  frame: FrameView
  /** The colours that the page forces; null where visitors choose. */
  scheme: 'light' | 'dark' | null
  /** The parameters of its visitor's first address that leads carry; the click id's comes first. */
  attribution: readonly string[]
  /** The parameters of its address that change what it shows, and those that are there. */
  reads: readonly string[]
  asked: Asked
  /** This page in each of its languages. */
  alternates: readonly { locale: string; path: string }[]
  sections: readonly SectionView[]
  /** Set where a section could not be drawn: such a page is not cached. */
  isIncomplete?: true
  languages: LanguagesView
  /** null for a page that stands in for another, and has no address of its own. */
  head: HeadView | null
  /** What it may load from others, once it is consented to. */
  scripts: readonly ThirdParty[]
  /** What visitors of the brand are asked to consent to, as a number; null where there is nothing to ask. */
  asks: number | null
  /** The address of the list of cookies; null where there is none. */
  cookies: string | null
  /** The place of the chat: its least height in px and the line above it; null without one. */
  chat: { height: number; text: string | null; category: ThirdParty['category'] } | null
  /** The product's words in this language, by i18next namespace. */
  words: ReturnType<Site['texts']['wordsFor']>
}

/** What a page shows beside its definition. */
export interface Moving {
  /** What its address asks for. */
  asked?: Asked
  /** The deals that hold now. */
  shelf?: Shelf
  /** The forms that take no leads now. */
  closedForms?: ClosedForms
}

const keptViews = memoizeByObject<ReturnType<typeof memoizeByObject<PageView>>>()
const keptByShelf = memoizeByObject<typeof keptViews>()
const saysQuestions = memoizeByObject<boolean>()

/**
 * A page never changes within its site, so it is put together once for each brand that shows it; one with deals
 * once for each shelf, and all of them once more whenever a form opens, closes or is full.
 */
export function pageView(site: Site, at: PageAt, brand: Brand, moving: Moving = {}): PageView {
  const { asked = {}, shelf = emptyShelf, closedForms = allOpen } = moving
  const view = () => newView(site, at, brand, { asked, shelf, closedForms })
  // While nobody has counted its questions, a page says less than it will.
  if (Object.keys(asked).length > 0 || !isCounted(site, at)) return view()
  const kept = showsDeals(at.page) ? keptByShelf(shelf, '', memoizeByObject) : keptViews
  const found = kept(closedForms, '', memoizeByObject<PageView>)(at, brand.id, view)
  // What failed once may be drawn the next time.
  return found.isIncomplete ? view() : found
}

/** What an address asks of its page, and whether so many addresses can ask it that the page is not worth keeping. */
export function askedOf(
  { definition }: Pick<Site, 'definition'>,
  at: PageAt,
  query: Query,
): { asked: Asked; isListed: boolean } {
  const reads = readsOf(definition, at)
  const asked = askedBy(reads, query)
  return { asked, isListed: isListed(reads, asked) }
}

/** Whether it is known how many questions the page's form asks, where its sections say so. */
function isCounted(site: Site, { id, locale, page }: PageAt): boolean {
  if (!saysQuestions(page, '', () => JSON.stringify(page.sections).includes('{questions}'))) return true
  const version = site.forms.version(formSpokenOf(page) ?? '', locale, id)
  return version === null || site.forms.questions(version.form) !== null
}

function showsDeals(page: PageDefinition): boolean {
  return kindsOf(page).some(({ showsDeals }) => showsDeals)
}

function readsOf(definition: SiteDefinition, { page, embed }: PageAt): Reads {
  const ofKinds = kindsOf(page).map(({ reads }) => (typeof reads === 'function' ? reads(definition) : reads))
  return Object.assign({}, embed && embedReads, ...ofKinds)
}

function kindsOf({ sections }: PageDefinition): SectionKind<never>[] {
  return Object.values(sections).map(({ kind }) => sectionKindOf(kind))
}

function newView(site: Site, at: PageAt, brand: Brand, { asked, shelf, closedForms }: Required<Moving>): PageView {
  const { id, locale, page, embed } = at
  const { definition } = site
  const layoutOfPage = layoutId(page, locale)
  const layout = site.pages.layout(layoutOfPage, locale)
  const market = { ...definition.locales[locale], ...page.market } as Market
  const path = pagePath(definition, page, locale)
  const isPrivate = embed !== undefined || kindsOf(page).some((kind) => kind.isPrivate)
  const scripts = isPrivate ? [] : [...thirdParties(site, brand, id), ...calculatorsAt(at)]
  const setting = { site, page: id, locale, market, brand: brand.id, asked, shelf, closedForms, path }
  const order = brand.order?.[id] ?? []
  const named = order.flatMap((each) => (page.sections[each] ? [[each, page.sections[each]] as const] : []))
  const others = Object.entries(page.sections).filter(([each]) => !order.includes(each))
  const views = [...named, ...others].flatMap(([sectionId, section]) =>
    embed
      ? sectionView(setting, frameSection(sectionId, asked), section).map(inFrame)
      : sectionView(setting, sectionId, section),
  )
  const filled = withPlaceholders(views, page, { site, locale, brand: brand.id, page: id, market })
  const { sections, isWhole } = withDrawn(withShownLinks(filled, site, brand), setting)
  const frame = embed
    ? bareFrame
    : withShownLinks(
        frameView(layout, {
          layout: layoutOfPage,
          site,
          brand,
          locale,
          page: id,
          above: pagesAbove(site, at, brand.id).map((each) => each.id),
          partner: page.partner,
          banner: page.banner,
          newsletter: page.newsletter,
          isOpen: page.gate === false,
          closedForms,
        }),
        site,
        brand,
      )
  const name = path === site.pages.home(locale) ? undefined : nameIn(frame)
  return {
    id,
    locale,
    path,
    title: page.title,
    description: page.description,
    noindex: !isIndexed(page, locale),
    ...(embed && { embed }),
    frame,
    ...(name !== undefined && { name }),
    palette: page.palette ?? layout?.palette ?? null,
    brand: brandView(brand),
    scheme: (embed && askedScheme(asked)) ?? page.scheme ?? layout?.scheme ?? null,
    attribution: [...attributionNames(definition), ...(embed ? [embeddedOn] : [])],
    reads: Object.keys(readsOf(definition, at)),
    asked,
    alternates: alternatesOf(definition, page),
    sections,
    languages: languagesView(site, { locale, page }),
    head: headView(site, at, brand),
    scripts,
    asks: embed ? null : askedRevision(site, brand),
    cookies: embed ? null : cookieList(site, brand.id, locale),
    chat: chatOf({ ...layout?.chat, ...page.chat }, scripts),
    words: site.texts.wordsFor(
      [
        ...kindsOf(page).flatMap(({ words = [] }) => words),
        ...(sections.some((section) => section.kind === 'form' && section.form.saveAndResume)
          ? ['later' as const]
          : []),
        ...(embed ? ['errorPages' as const] : []),
      ],
      locale,
    ),
    ...guardsOf(definition, page),
    ...(!isWhole && { isIncomplete: true }),
  }
}

/** What menus call the page, the one at the foot first; else what its banner does. */
function nameIn({ footer, header, banner }: FrameView): string | undefined {
  const entries = [footer, header].flatMap((part) => part?.menu?.entries ?? [])
  const links = entries.flatMap((entry) => ('links' in entry ? entry.links : [entry]))
  return links.find(({ current }) => current === 'page')?.title ?? banner?.title
}

function sectionView(setting: Omit<SectionSetting, 'id'>, id: string, section: Section): SectionView[] {
  const view = sectionKindOf(section.kind).view(section as never, { ...setting, id })
  return view ? [{ id, ...view } as SectionView] : []
}

/** The place of the chat, where the page or its layout has one and its brand a chat. */
function chatOf({ height, text }: Partial<Chat>, scripts: readonly ThirdParty[]): PageView['chat'] {
  const script = scripts.find(({ purpose }) => purpose === 'chat')
  return height !== undefined && script ? { height, text: text ?? null, category: script.category } : null
}

/** A form in a frame cannot be saved for later: the link in the mail would lead away from the site around it. */
function inFrame(section: SectionView): SectionView {
  if (section.kind !== 'form') return section
  const bare = <T extends FormVersion>({ form: { saveAndResume: _, keepAnswers: __, ...form }, ...rest }: T) => ({
    ...rest,
    form,
  })
  const { closed } = section
  const waiting = closed?.waitingList && { closed: { ...closed, waitingList: bare(closed.waitingList) } }
  return { ...bare(section), ...waiting }
}

/** What search engines and those who share a page are told beside its words. */
interface HeadView {
  /** The language as Open Graph writes it, en_GB, and those that the page is in too. */
  locale: string
  otherLocales: readonly string[]
  /** The pages above it and itself, the home page first. */
  trail: readonly Link[]
  /** The path of the picture that stands for it. */
  image: string
  /** The path of the feed with its articles, for pages of the blog. */
  feed: string | null
}

function headView(site: Site, at: PageAt, brand: Brand): HeadView {
  const { locale, page } = at
  const openGraph = (each: string) => isoOf(site.definition, each).replace('-', '_')
  return {
    locale: openGraph(locale),
    otherLocales: page.locales.filter((each) => each !== locale).map(openGraph),
    trail: trailOf(site, at, brand),
    image: site.pages.shareImage(at, brand).path,
    feed: isOfBlog(page) && site.blog.articles(locale).length > 0 ? feedPath(locale) : null,
  }
}

function isOfBlog({ sections }: PageDefinition): boolean {
  return Object.values(sections).some(({ kind }) => kind === 'articles' || kind === 'article')
}

/** The home page, the pages above and the page itself. The home page is called as the brand is. */
function trailOf(site: Site, at: PageAt, brand: Brand): Link[] {
  const link = ({ locale, page }: PageAt, title: string) => ({
    href: pagePath(site.definition, page, locale),
    title,
  })
  const home = homeAbove(site, at, brand.id)
  const below = at.id === home?.id ? [] : [...pagesAbove(site, at, brand.id), at]
  return [...(home ? [link(home, brand.name)] : []), ...below.map((each) => link(each, each.page.title))]
}

/** The home page in the page's language; null where there is none. */
function homeAbove(site: Site, { locale }: PageAt, brand: string): PageAt | null {
  return pageIn(site, brand, localePath(site.definition, '/', locale), locale)
}

/** The pages at addresses that the page's begins with, in the same language, but for the home page. */
function pagesAbove(site: Site, { locale, page }: PageAt, brand: string): PageAt[] {
  const path = pagePath(site.definition, page, locale)
  const home = localePath(site.definition, '/', locale)
  return [...path.matchAll(/\//g)].flatMap(({ index }) => {
    const above = path.slice(0, index)
    return above === home ? [] : (pageIn(site, brand, above, locale) ?? [])
  })
}

function pageIn(site: Site, brand: string, path: string, locale: string): PageAt | null {
  const found = site.pages.at(brand, path)
  return found?.locale === locale ? found : null
}
