// Generated from schemas/site.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from './deals.ts'
import type { Variable } from './variable.ts'

/**
 * true: this shows what belongs here, and is not the operator's own yet. `npx leadwright check --release` lists it.
 */
export type Sample = boolean
/**
 * The name of a parameter of addresses, such as utm_source.
 */
export type Parameter = string
/**
 * The figure of a market; null where there is none.
 */
export type FactInMarket = {
  /**
   * The figure: 325; a percentage as 10; a date as "2026-12-31"; a clock time as "08:00"; a weekday as 1 (Monday) to 7.
   */
  value?: number | string
  /**
   * The lower end of a range, in place of a value.
   */
  from?: number | string
  /**
   * The upper end of a range, in place of a value.
   */
  to?: number | string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency?: string
  /**
   * What a duration is counted in.
   */
  durationUnit?: 'minute' | 'hour' | 'day' | 'working-day' | 'month' | 'year'
} | null

/**
 * What holds for the whole site: its languages and the market behind each.
 */
export interface SiteDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The id of the brand that answers on every host no other brand names.
   */
  brand: string
  /**
   * Whether the newsletter needs the consent to pass data to the sponsors listed; optional when left out.
   */
  sponsorTransfer?: 'optional' | 'required'
  /**
   * The languages, each with its market. The first has no prefix in paths and is the source language of groups and consents.
   */
  locales: {
    [k: string]: Market
  }
  attribution?: AttributionDefinition
  /**
   * The figures that visitors are told, each under a name: words say {fact:savings}, and limits of fields { "fact": "savings" }.
   */
  facts?: {
    [k: string]: Fact
  }
  /**
   * Who operates the site, each under an id of its own; the first where a language names none.
   */
  companies?: {
    [k: string]: Company
  }
  /**
   * The other sites that forms may lead visitors to, by link or redirect: shop.example, www.shop.example. Each host is itself alone, with its port where it has one; none when left out.
   *
   * @minItems 1
   *
   * Items: Write the host alone: shop.example.
   */
  allowedHosts?: string[]
  blog?: BlogSettings
  /**
   * The language whose articles the blog lists in languages that have none, each marked as such; "none": there it says that there are none. The first of the languages when left out.
   */
  blogFallback?: string
  /**
   * How the pages' "languageMenu" is read. target (when left out): the menu of languages does not lead to those named; current: in those named the page has no such menu.
   */
  excludedAs?: 'target' | 'current'
  /**
   * true: a visitor who has chosen no language here gets the one their browser asks for (Accept-Language). Otherwise only a choice counts.
   */
  detectBrowserLanguage?: boolean
  /**
   * Where visitors who come from elsewhere are sent on to their language: on / alone (when left out), or on every page.
   */
  languageRedirect?: 'root' | 'all'
  languageCookie?: LanguageCookie
  rootRedirect?: RootRedirect
  analytics?: Analytics
  cookieConsents?: CookieConsents
  geo?: GeoUpstream
  deals?: DealSource
  /**
   * false: nobody is asked which country they are in, so nobody is sent on to its language or held by the popup for it. true when left out.
   */
  countryCheck?: boolean
  antiSpam?: AntiSpam
  /**
   * How often the popup holds visitors whose country has another language than the page: at every navigation (when left out), closing it lets them pass to that page alone; or once a visit.
   */
  gate?: 'every' | 'visit'
  /**
   * Further countries, each with the language that its visitors get: { "AT": "de" }. The country of each language's market leads there anyway; gb, uk and us lead to en.
   */
  countries?: {
    /**
     * The language, as "locales" has it.
     */
    [k: string]: string
  }
}
export interface Market {
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its way.
   */
  country: string
  /**
   * Where phone numbers without a country code are from, if not from the country.
   */
  phoneRegion?: string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency: string
  /**
   * IANA time zone, for example Europe/Madrid.
   */
  timeZone: string
  /**
   * The language as it is written here, as a tag of BCP 47: en-GB. What is shared is marked with it, and pages may have titles for its country. Language and country when left out.
   */
  iso?: string
  /**
   * The id of the company that operates the site in this language; the first of companies when left out.
   */
  company?: string
}
/**
 * What is kept of the address that a visit begins at, sent with its leads and stored with them.
 */
export interface AttributionDefinition {
  /**
   * The parameter that holds the click id, which menus append to their links; click_id when left out.
   */
  clickId?: string
  /**
   * The parameters kept beside it; utm_source, utm_medium, utm_campaign, utm_content and utm_term when left out.
   *
   * @maxItems 12
   */
  parameters?: Parameter[]
}
/**
 * A figure or a range of two, with its unit. It holds in every market but those that "markets" names; without a figure of its own it holds in these alone.
 */
export interface Fact {
  /**
   * What it is: temperature is in °C, power in kW, distance in metres.
   */
  unit:
    | 'money'
    | 'duration'
    | 'percentage'
    | 'count'
    | 'date'
    | 'year'
    | 'clock-time'
    | 'weekday'
    | 'temperature'
    | 'power'
    | 'distance'
  /**
   * The figure: 325; a percentage as 10; a date as "2026-12-31"; a clock time as "08:00"; a weekday as 1 (Monday) to 7.
   */
  value?: number | string
  /**
   * The lower end of a range, in place of a value.
   */
  from?: number | string
  /**
   * The upper end of a range, in place of a value.
   */
  to?: number | string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency?: string
  /**
   * What a duration is counted in.
   */
  durationUnit?: 'minute' | 'hour' | 'day' | 'working-day' | 'month' | 'year'
  /**
   * What differs in a market, by its country: another figure, or null where there is none.
   */
  markets?: {
    [k: string]: FactInMarket
  }
  /**
   * true: nothing uses it yet; pages to come will. A fact that is neither used nor planned is a mistake.
   */
  reserved?: boolean
}
/**
 * A company as the law wants it named.
 */
export interface Company {
  /**
   * The registered name with its legal form.
   */
  name: string
  /**
   * The lines of the postal address, without the country.
   *
   * @minItems 1
   */
  address: string[]
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its way.
   */
  country: string
  /**
   * Where it is registered, and under which number.
   */
  register?: string
  /**
   * Its number for value added tax.
   */
  taxId?: string
  /**
   * Who represents it.
   *
   * @minItems 1
   */
  directors?: string[]
  /**
   * Where it is written to.
   */
  email?: string
  /**
   * Where it is called, with the country code.
   */
  phone?: string
  sample?: Sample
}
/**
 * What holds for all articles.
 */
export interface BlogSettings {
  /**
   * What articles may be about, by id: readers choose by it. Their names stand in blog.json of each language, in this order: cat2, cat3 and so on; cat1 stands for all. energy, finance and partnerships when left out.
   *
   * @minItems 1
   */
  categories?: string[]
  /**
   * How many words an article has. Any number when left out.
   */
  articleWords?: {
    minimum: number
    maximum: number
  }
}
/**
 * The cookie that the browser keeps the chosen language in.
 */
export interface LanguageCookie {
  /**
   * Its name; language when left out.
   */
  key?: string
  /**
   * For how many days a choice is kept; 365 when left out. Browsers keep nothing for more than 400.
   */
  age?: number
  /**
   * The domain whose hosts share it, for example example.com. On other hosts, and when left out, it is the host's own.
   */
  domain?: string
  /**
   * true: it is kept and sent over HTTPS only.
   */
  secure?: boolean
  /**
   * true: it is sent within pages of other sites too (SameSite=None), which browsers allow over HTTPS only.
   */
  crossOrigin?: boolean
}
/**
 * Where / leads. Without it, / is the page that has this address.
 */
export interface RootRedirect {
  /**
   * The address of a page. A visitor whose language is known gets the page in it.
   */
  path: string
  /**
   * The HTTP status; 302 when left out.
   */
  status?: 301 | 302 | 303 | 307 | 308
}
/**
 * Where page views are counted. A brand's own goes before that of the site.
 */
export interface Analytics {
  /**
   * The property or measurement id that the tracker was given, for example G-ABC123.
   */
  propertyId: string
}
/**
 * For how long the choice of a visitor in the cookie settings counts, and its record is kept.
 */
export interface CookieConsents {
  /**
   * After how many days a visitor is asked again; 182 when left out.
   */
  askAgainAfterDays?: number
  /**
   * For how many days the record of a choice is kept as a proof; 1095 when left out.
   */
  recordDays?: number
}
/**
 * Which service knows the countries of addresses, in place of the database that comes with the server.
 */
export interface GeoUpstream {
  /**
   * Write it without user and query: with https://geo.example/geo it is asked for https://geo.example/geo/192.0.2.1. It answers as /geo does: 200 with country.iso_code or registered_country.iso_code.
   */
  upstream: string
  basicAuth?: BasicAuth
}
/**
 * The environment variables that hold user and password of the service (RFC 7617).
 */
export interface BasicAuth {
  userVariable: Variable
  passwordVariable: Variable
}
/**
 * What deals are sorted into, and where they come from.
 */
export interface DealSource {
  /**
   * What deals may be, by id: sections choose by it, and so do callers of the API. Any when left out.
   *
   * @minItems 1
   *
   * Items: Where it is shown: one of the "categories" of "deals" in site.json.
   */
  categories?: string[]
  upstream?: DealUpstream
}
/**
 * A feed that is fetched again and again; while it does not answer, what it said last is shown. tokenVariable names the variable of the token that is sent along (RFC 6750).
 */
export interface DealUpstream {
  /**
   * Write it without user and password. It answers with a feed as schemas/deals.schema.json describes it; each deal says in "translations" what stands in locales/ otherwise.
   */
  url: string
  tokenVariable?: Variable
  /**
   * How often it is fetched; 15 when left out.
   */
  everyMinutes?: number
  /**
   * true: its certificate is not checked, so anybody on the way may change deals and read the token. A warning says so as long as it stands here.
   */
  insecure?: boolean
}
/**
 * What makes a page's form look filled by a program.
 */
export interface AntiSpam {
  /**
   * A form that is sent sooner after its page was shown is held for an operator; 100 when left out, 0 for none. Password managers fill in a form at once, and programs without a browser are faster still.
   */
  minMilliseconds?: number
}
/**
 * What differs from the market of the language: a page in German for Austria has the country AT, a form about debts in Spain the country ES and the currency EUR.
 */
export interface MarketPatch {
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its way.
   */
  country?: string
  /**
   * Where phone numbers without a country code are from, if not from the country.
   */
  phoneRegion?: string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency?: string
  /**
   * IANA time zone, for example Europe/Madrid.
   */
  timeZone?: string
}
