import type { ResolvedForm, UsualClosedWords } from '#engine/form/model'
import type { QuestionRange } from '#engine/form/proof'
import type { DefinitionProblem } from '#engine/library'
import type { CookieDefinition } from '#schemas/generated/cookie.ts'
import type { LayoutDefinition } from '#schemas/generated/layout.ts'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import type { MenuDefinition } from '#schemas/generated/menu.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Company, SiteDefinition } from '#schemas/generated/site.ts'
import type { SponsorDefinition } from '#schemas/generated/sponsor.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import type { PageAt } from './addresses/path-table.ts'
import type { Link } from './addresses/paths.ts'
import type { Article } from './blog/article.ts'
import type { Brand } from './brand-table.ts'
import type { ConsentWords } from './consent-words.ts'
import type { Drawing } from './deals/drawings.ts'
import type { ListedDeal } from './deals/listed-deal.ts'
import type { FormVersion, LongLists } from './form-version.ts'
import type { ShareImage } from './heads/share-image.ts'
import type { OfferMailWords } from './mails/offer-items.ts'

/** What mails to partners say themselves: `lead` of mails.json. */
export interface LeadMailWords {
  received: string
  agreed: string
  declined: string
  /** Where it came from: the brand, its page and the campaign. */
  from: string
  brand: string
  page: string
}

/** All definitions, checked and frozen. Forms are resolved when they are first asked for. */
export interface Site {
  /** Changes with any byte of any source. */
  hash: string
  /** site.json. */
  definition: SiteDefinition
  brands: SiteBrands
  pages: SitePages
  forms: SiteForms
  partners: SitePartners
  mails: SiteMails
  deals: SiteDeals
  blog: SiteBlog
  cookies: SiteCookies
  texts: SiteTexts
  /** What only those meet who write the definitions. */
  authoring: SiteAuthoring
}

interface SiteAuthoring {
  /** What is wrong and no visitor meets, such as a fact that nothing uses: `check` refuses it, a server does not. */
  remarks: readonly DefinitionProblem[]
  /** How many texts of drafts have no translation yet. */
  untranslated: number
  /** The same site with its drafts. */
  withDrafts: () => Site
}

interface SiteBrands {
  /** The brand that answers on a host, with its port: the one at home there, or the site's own. */
  at: (host: string) => Brand
  /** A brand by its id; the site's own for one that is gone. */
  byId: (id: string) => Brand
  all: readonly Brand[]
}

interface SitePages {
  /** The pages with an address of their own, of whatever brand, in each of their languages. */
  all: readonly PageAt[]
  /** What stands at an address of a brand, by the path as visitors write it. */
  at: (brand: string, path: string) => PageAt | null
  /** All that stands at addresses of a brand: its pages in each of their languages, and the forms' own. */
  ofBrand: (brand: string) => readonly PageAt[]
  /** The address of a page in a language; null when there is none. */
  pathOf: (page: string, locale: string) => string | null
  /** Where a page that stood at an address of a brand before stands now; null when none did. */
  movedTo: (brand: string, path: string) => string | null
  /** The address of the home page in a language, whether or not there is one. */
  home: (locale: string) => string
  /** A layout with its words in a language, its links as addresses; null when there is none. */
  layout: (id: string, locale: string) => LayoutDefinition | null
  /** A menu with its words in a language; null when there is none. */
  menu: (id: string, locale: string) => MenuDefinition | null
  /** The picture that stands for a page of a brand where it is shared. */
  shareImage: (at: PageAt, brand: Brand) => ShareImage
}

interface SiteForms extends LongLists {
  ids: readonly string[]
  /** The tables that they compute values from, by version: browsers fetch them, so they are public. */
  tables: ReadonlyMap<string, TariffTable>
  /**
   * null when there is no such form, it is a draft, or it is not offered in the language.
   * @param page the id of the page it is shown on, whose market may differ from that of the language
   */
  version: (id: string, locale: string, page?: string) => FormVersion | null
  /** All that a form is shown as in a language: pages may have markets of their own. */
  versions: (id: string, locale: string) => FormVersion[]
  /** The same object as long as all versions of all forms are the same. */
  identity: object
  /** How many questions a form asks, consents apart; null while nobody has proven it as it is. */
  questions: (form: ResolvedForm) => QuestionRange | null
  /** Takes what a proof has found since, by the hash of a form's rules. */
  learnQuestions: (rules: string, range: QuestionRange) => void
  /** Whether a page, by its id, shows a form in a language. */
  isShown: (page: string, form: string, locale: string) => boolean
  /** After how many days the leads of a form are erased, for the forms that say so. */
  retention: ReadonlyMap<string, number>
  /** The sites that may show a form in a frame, for the public forms that any may. */
  embedding: ReadonlyMap<string, readonly string[]>
  /** The public forms that open, close or take so many leads only, by id. */
  closing: readonly string[]
  /** The public forms that send mails to visitors, by id. */
  mailing: readonly string[]
}

interface SitePartners {
  /** By id. */
  all: Readonly<Record<string, PartnerDefinition>>
  /** The tables of tariffs, by id. */
  tariffs: ReadonlyMap<string, TariffTable>
  /** Who subscribers' addresses may be passed on to in a language, in its words. */
  sponsors: (locale: string) => readonly SponsorDefinition[]
}

interface SiteMails {
  /** A mail with its words in a language, the same object at each call; null when there is none. */
  mail: (id: string, locale: string) => MailDefinition | null
  /** What mails say themselves, and no definition of theirs: mails.json. */
  words: (locale: string) => { unsubscribe: string; lead: LeadMailWords; offers: OfferMailWords }
}

interface SiteDeals {
  /** The deals of deals.json in all languages, past and coming ones included. */
  all: readonly ListedDeal[]
  /** The drawings of definitions/media/. */
  drawings: readonly Drawing[]
}

interface SiteBlog {
  /** The articles of the blog in a language, newest first; those that stand for them where it has none. */
  articles: (locale: string) => readonly Article[]
  /** An article in a language; null where there is none. */
  article: (id: string, locale: string) => Article | null
  /** The articles of the same category that are nearest to one. */
  related: (article: Article) => readonly Article[]
  /** The page that lists the articles, in a language; null where there is none. */
  home: (locale: string) => Link | null
}

/** What is kept in browsers: the files of cookies/. */
interface SiteCookies {
  /** In no language. */
  all: readonly CookieDefinition[]
  /** What of it is listed in a language, in its words. */
  listed: (locale: string) => readonly CookieDefinition[]
}

/** The product's own words. */
interface SiteTexts {
  /** chrome.json and errors.json in a language. */
  words: (locale: string) => { chrome: object; errors: object }
  /** The same with those of deals, of the blog, of offers, of saved forms and of errors (deal-cards.json, blog.json, offers.json, go-on-later.json, error-pages.json) where they are asked for. */
  wordsFor: (
    parts: readonly ('deals' | 'blog' | 'offers' | 'later' | 'errorPages')[],
    locale: string,
  ) => {
    chrome: object
    errors: object
    errorPages?: object
    deals?: object
    blog?: object
    offers?: object
    later?: object
  }
  /** The words of the cookie settings: consent.json. */
  consent: (locale: string) => ConsentWords
  /** The words of error pages: chrome.json and error-pages.json, which no other page needs. */
  errors: (locale: string) => { chrome: object; errors: object; errorPages: object }
  /** What is said of forms that take no leads, and of a confirmation that comes too late for one: closed-forms.json. */
  closedForms: (locale: string) => UsualClosedWords & { confirmation: { title: string; text: string } }
  /** The company that operates the site in a language; null where site.json names none. */
  company: (locale: string) => Company | null
}
