// Generated from schemas/partner.schema.json by `npx leadwright types`. Do not edit.
import type { DeliveryDefinition } from './delivery.ts'
import type { Logo } from './brand.ts'
import type { Sample } from './site.ts'
import type { When } from './form.ts'

/**
 * The id of the field to read (email, coBorrower.email, drivers.0.email for the first driver’s), a group as a whole (drivers), { "const": … } for a fixed value, { "field": … } to change the answer on the way, { "attribution": … } for a parameter of the visitor's first address, { "leadProperty": … } for the lead's id, time or origin, { "consent": …, "consentProperty": … } for a detail of one consent's record, { "consents": … } for the records of all consents, or { "object": … } for properties within.
 */
export type MapSource =
  | string
  | {const: string | number | boolean}
  | ({field: string; join?: string} & MapWriting)
  | ({attribution: string} & MapWriting)
  | ({leadProperty: 'id' | 'receivedAt' | 'form' | 'locale' | 'test' | 'brand' | 'page'} & MapWriting)
  | ({consent: string; consentProperty: 'granted' | 'purpose' | 'text' | 'textHash' | 'givenAt'} & MapWriting)
  | {consents: 'all' | 'granted'}
  | {object: PartnerMap}
/**
 * Hours and minutes, such as 09:00.
 */
export type Time = string

/**
 * A partner that receives leads: filters, the map of answers, and the deliveries. The file's name is the partner's id.
 */
export interface PartnerDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The partner's name, for operators and in receipts.
   */
  name: string
  disclosure?: Disclosure
  logo?: Logo
  /**
   * The leads that this partner accepts. A lead that matches any entry is delivered.
   *
   * @minItems 1
   */
  filters: PartnerFilter[]
  map?: PartnerMap
  /**
   * The maximum number of partners that get the lead, including this one; 1: only this partner gets it. Unlimited by default.
   */
  maxPartners?: number
  /**
   * Partners with a higher number come first. 0 by default; partners of equal priority are ordered by id, or rotate if one of them has a weight.
   */
  priority?: number
  /**
   * How often this partner comes first among those of equal priority, a number above 0: with 3 and 1, the first comes first for three leads in four. 1 by default; if none has a weight, they are ordered by id.
   */
  weight?: number
  price?: Price
  /**
   * The maximum number of leads per day, in the schedule's time zone (UTC without a schedule).
   */
  dailyCap?: number
  schedule?: Schedule
  /**
   * The number of days within which a lead with the same e-mail address or phone number is not sent to this partner again.
   */
  duplicateDays?: number
  /**
   * true: test leads are delivered too, marked as tests. By default they are only stored.
   */
  testLeads?: boolean
  /**
   * How visitors get the partner's answer, which the last button of a form with offers promises: now (offers on the results page), email or call. By default now if a delivery has offers, else email.
   */
  answers?: 'now' | 'email' | 'call'
  sample?: Sample
  /**
   * The ways to deliver a lead to the partner, each under its own id.
   */
  deliveries: {
    [k: string]: DeliveryDefinition
  }
}
/**
 * The partner's details as shown on pages (sections of the kind partners), so that visitors know who gets their answers. Required if a page lists the partners of a form that this partner accepts.
 */
export interface Disclosure {
  /**
   * The company's name, with its legal form.
   */
  name: string
  /**
   * The postal address, on one line.
   */
  address: string
  /**
   * The address of its privacy policy.
   */
  privacy: string
}
export interface PartnerFilter {
  /**
   * The id of a form.
   */
  form: string
  /**
   * Only leads in these languages; all languages of the form by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * Only leads from these pages; from any page by default.
   *
   * @minItems 1
   */
  pages?: string[]
  /**
   * Only leads of these brands; of any brand by default.
   *
   * @minItems 1
   */
  brands?: string[]
  when?: When
  price?: Price
}
/**
 * The price of a lead that the partner accepts; in an entry of "filters", the price for leads of that entry (the first match counts). The price is stored with each lead when the partner gets it; `leadwright partners report` adds it up.
 */
export interface Price {
  /**
   * With two decimals at most, for example 12.50.
   */
  amount: number
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency: string
}
/**
 * The lead in the partner's format: each key is the partner's property, its value says where to read it. Without a map the partner gets every answer under its own name.
 */
export interface PartnerMap {
  [k: string]: MapSource
}
/**
 * The hours in which the partner accepts leads. At other times a lead goes to other partners, if any accept it.
 */
export interface Schedule {
  /**
   * An IANA time zone, for example Europe/Madrid.
   */
  timeZone: string
  /**
   * Only shifts that begin on these days of the week; every day by default. A shift that passes midnight belongs to the day on which it begins: monday to friday from 22:00 to 06:00 is open on Saturday at 02:00, and closed on Monday at 02:00.
   *
   * @minItems 1
   */
  days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /**
   * The start time; midnight by default.
   */
  from?: string
  /**
   * The end time, exclusive; midnight by default. A time earlier than "from" is on the next day.
   */
  to?: string
}
/**
 * The partner's value for each answer: option (or true, false) → partner's value.
 */
export interface MapWords {
  [k: string]: string | number | boolean
}
/**
 * The format of a value for the partner.
 */
export interface MapWriting {
  values?: MapWords
  /**
   * The format of the value. A day, or the day of a time (UTC): DD.MM.YYYY, DD/MM/YYYY, MM/DD/YYYY, YYYY-MM-DD, YYYYMMDD. A time (UTC): YYYY-MM-DD hh:mm:ss, YYYY-MM-DDThh:mm:ssZ, unix-seconds, unix-milliseconds. A number: comma ("70,5"), 0.00 ("70.50"), 0,00 ("70,50"), cents (7050). Text: digits (a phone number without its plus), upper or lower (capitals or small letters). An uploaded file: link (its address, which works for 14 days), base64 (its content; for files of up to 10 MB in all). Without a format, a file is an object with id, name, type, bytes and url.
   */
  format?:
    | 'DD.MM.YYYY'
    | 'DD/MM/YYYY'
    | 'MM/DD/YYYY'
    | 'YYYY-MM-DD'
    | 'YYYYMMDD'
    | 'YYYY-MM-DD hh:mm:ss'
    | 'YYYY-MM-DDThh:mm:ssZ'
    | 'unix-seconds'
    | 'unix-milliseconds'
    | 'comma'
    | '0.00'
    | '0,00'
    | 'cents'
    | 'digits'
    | 'upper'
    | 'lower'
    | 'link'
    | 'base64'
  /**
   * The value sent if the question was not answered, exactly as written here. By default the property is omitted.
   */
  default?: string | number | boolean
}
