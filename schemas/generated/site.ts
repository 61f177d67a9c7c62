// Generated from schemas/site.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from './deals.ts'
import type { Variable } from './variable.ts'

/**
 * true: placeholder data, not the operator's own yet. `npx leadwright check --release` lists it.
 */
export type Sample = boolean
/**
 * The name of a parameter of addresses, such as utm_source.
 */
export type Parameter = string
/**
 * The figure of a market; null for none.
 */
export type FactInMarket = {
  /**
   * The figure: 325; a percentage as 10; a date as "2026-12-31"; a clock time as "08:00"; a weekday as 1 (Monday) to 7.
   */
  value?: number | string
  /**
   * The lower end of a range, instead of a value.
   */
  from?: number | string
  /**
   * The upper end of a range, instead of a value.
   */
  to?: number | string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency?: string
  /**
   * The unit of a duration.
   */
  durationUnit?: 'minute' | 'hour' | 'day' | 'working-day' | 'month' | 'year'
} | null

/**
 * Settings of the whole site: its languages, their markets and more.
 */
export interface SiteDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The id of the brand for every host that no other brand lists.
   */
  brand: string
  /**
   * Whether the newsletter requires consent to pass data to the sponsors listed; optional by default.
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
   * The figures stated to visitors, each under a name: use {fact:savings} in texts, and { "fact": "savings" } in limits of fields.
   */
  facts?: {
    [k: string]: Fact
  }
  /**
   * The companies that operate the site, each under its own id; the first is used by languages that name none.
   */
  companies?: {
    [k: string]: Company
  }
  /**
   * The other sites that forms may link or redirect to: shop.example, www.shop.example. List each host exactly, with its port if it has one; none by default.
   *
   * @minItems 1
   *
   * Items: Write only the host: shop.example.
   */
  allowedHosts?: string[]
  blog?: BlogSettings
  /**
   * The language whose articles the blog lists, marked as such, in languages without articles; "none": there the blog says that it has none. The first language by default.
   */
  blogFallback?: string
  /**
   * How the pages' "languageMenu" is applied. target (default): the language menu does not link to the excluded languages; current: the page has no language menu in the excluded languages.
   */
  excludedAs?: 'target' | 'current'
  /**
   * true: a visitor who has not chosen a language gets the one that the browser requests (Accept-Language). By default only an explicit choice counts.
   */
  detectBrowserLanguage?: boolean
  /**
   * Where visitors from other sites are redirected to their language: only on / (default), or on every page.
   */
  languageRedirect?: 'root' | 'all'
  languageCookie?: LanguageCookie
  rootRedirect?: RootRedirect
  analytics?: Analytics
  cookieConsents?: CookieConsents
  geo?: GeoUpstream
  deals?: DealSource
  /**
   * false: the country of visitors is not looked up, so they are neither redirected to its language nor shown the popup for it. true by default.
   */
  countryCheck?: boolean
  antiSpam?: AntiSpam
  /**
   * How often the popup appears for visitors whose country has a different language from the page: at every navigation (default), where closing it opens only that page; or once per visit.
   */
  gate?: 'every' | 'visit'
  /**
   * Further countries, each with the language for its visitors: { "AT": "de" }. The country of each language's market is included automatically; gb, uk and us map to en.
   */
  countries?: {
    /**
     * The language, as in "locales".
     */
    [k: string]: string
  }
}
export interface Market {
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its format.
   */
  country: string
  /**
   * The country of phone numbers without a country code, if different from the country.
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
   * The language tag (BCP 47): en-GB. Shared links are marked with it, and pages may have titles for its country. Language and country by default.
   */
  iso?: string
  /**
   * The id of the company that operates the site in this language; the first of companies by default.
   */
  company?: string
}
/**
 * The parameters stored from the first address of a visit, sent and stored with its leads.
 */
export interface AttributionDefinition {
  /**
   * The parameter with the click id, which menus append to their links; click_id by default.
   */
  clickId?: string
  /**
   * The other parameters stored; utm_source, utm_medium, utm_campaign, utm_content and utm_term by default.
   *
   * @maxItems 12
   */
  parameters?: Parameter[]
}
/**
 * A figure or a range of two, with its unit. It applies in every market except those listed in "markets"; without its own figure it applies only in these.
 */
export interface Fact {
  /**
   * The unit: temperature is in °C, power in kW, distance in metres.
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
   * The lower end of a range, instead of a value.
   */
  from?: number | string
  /**
   * The upper end of a range, instead of a value.
   */
  to?: number | string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency?: string
  /**
   * The unit of a duration.
   */
  durationUnit?: 'minute' | 'hour' | 'day' | 'working-day' | 'month' | 'year'
  /**
   * Differences in a market, by its country: another figure, or null for none.
   */
  markets?: {
    [k: string]: FactInMarket
  }
  /**
   * true: it is not used yet, but planned for future pages. A fact that is neither used nor planned is an error.
   */
  reserved?: boolean
}
/**
 * A company with the details required by law.
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
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its format.
   */
  country: string
  /**
   * The commercial register and number.
   */
  register?: string
  /**
   * The VAT number.
   */
  taxId?: string
  /**
   * The legal representative.
   *
   * @minItems 1
   */
  directors?: string[]
  /**
   * The e-mail address.
   */
  email?: string
  /**
   * The phone number with the country code.
   */
  phone?: string
  sample?: Sample
}
/**
 * Settings of all articles.
 */
export interface BlogSettings {
  /**
   * The categories of articles, by id; readers filter by them. Their names are in blog.json of each language, in this order: cat2, cat3 and so on; cat1 means all. energy, finance and partnerships by default.
   *
   * @minItems 1
   */
  categories?: string[]
  /**
   * The number of words of an article; unlimited by default.
   */
  articleWords?: {
    minimum: number
    maximum: number
  }
}
/**
 * The cookie that stores the chosen language.
 */
export interface LanguageCookie {
  /**
   * Its name; language by default.
   */
  key?: string
  /**
   * The number of days for which a choice is stored; 365 by default. Browsers store cookies for at most 400 days.
   */
  age?: number
  /**
   * The domain whose hosts share it, for example example.com. By default, and on other hosts, it belongs to the host alone.
   */
  domain?: string
  /**
   * true: it is stored and sent over HTTPS only.
   */
  secure?: boolean
  /**
   * true: it is also sent when embedded in pages of other sites (SameSite=None), which browsers allow over HTTPS only.
   */
  crossOrigin?: boolean
}
/**
 * The target of /. Without it, / is the page with this address.
 */
export interface RootRedirect {
  /**
   * The address of a page. A visitor whose language is known gets the page in that language.
   */
  path: string
  /**
   * The HTTP status; 302 by default.
   */
  status?: 301 | 302 | 303 | 307 | 308
}
/**
 * The analytics property for page views. A brand's own setting overrides the site's.
 */
export interface Analytics {
  /**
   * The property or measurement id of the tracker, for example G-ABC123.
   */
  propertyId: string
}
/**
 * How long a visitor's choice in the cookie settings is valid, and how long its record is stored.
 */
export interface CookieConsents {
  /**
   * The number of days after which a visitor is asked again; 182 by default.
   */
  askAgainAfterDays?: number
  /**
   * The number of days for which the record of a choice is stored as evidence; 1095 by default.
   */
  recordDays?: number
}
/**
 * The service that looks up the countries of IP addresses, instead of the database included with the server.
 */
export interface GeoUpstream {
  /**
   * Write it without user and query: for https://geo.example/geo the server requests https://geo.example/geo/192.0.2.1. It must respond like /geo: 200 with country.iso_code or registered_country.iso_code.
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
 * The categories of deals, and their source.
 */
export interface DealSource {
  /**
   * The categories of deals, by id; sections and API clients filter by them. Any by default.
   *
   * @minItems 1
   *
   * Items: Its category: one of the "categories" of "deals" in site.json.
   */
  categories?: string[]
  upstream?: DealUpstream
}
/**
 * A feed that is fetched at intervals; while it does not respond, its last content is shown. tokenVariable names the environment variable of the bearer token (RFC 6750).
 */
export interface DealUpstream {
  /**
   * Write it without user and password. It responds with a feed as described in schemas/deals.schema.json; each deal has in "translations" the texts that are otherwise in locales/.
   */
  url: string
  tokenVariable?: Variable
  /**
   * The interval between fetches; 15 by default.
   */
  everyMinutes?: number
  /**
   * true: its certificate is not verified, so an attacker on the network can change deals and read the token. A warning is shown as long as this is set.
   */
  insecure?: boolean
}
/**
 * Settings for the detection of forms filled in by programs.
 */
export interface AntiSpam {
  /**
   * A form sent in less time after its page was shown is held for an operator; 100 by default, 0 to disable. Password managers fill in a form immediately, and programs without a browser are even faster.
   */
  minMilliseconds?: number
}
/**
 * Differences from the market of the language: a page in German for Austria has the country AT, a form about debts in Spain the country ES and the currency EUR.
 */
export interface MarketPatch {
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its format.
   */
  country?: string
  /**
   * The country of phone numbers without a country code, if different from the country.
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
