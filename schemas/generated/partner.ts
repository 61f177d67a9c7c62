// Generated from schemas/partner.schema.json by `npx leadwright types`. Do not edit.
import type { DeliveryDefinition } from './delivery.ts'
import type { Sample } from './site.ts'
import type { When } from './form.ts'

/**
 * The id of the field to read (email, coBorrower.email, drivers.0.email for the first driver’s), a group as a whole (drivers), { "const": … } for a fixed value, { "field": … } to change the answer on the way, { "attribution": … } for what the visitor's first address said, { "leadProperty": … } for its id, its time or where it was given, { "consent": …, "consentProperty": … } for what one consent's evidence says, { "consents": … } for all of it, or { "object": … } for properties within.
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
 * A partner that receives leads: which leads it takes, how their answers are renamed, and the ways they reach it. The file's name is the partner's id.
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
  /**
   * The leads this partner takes. A lead that any entry matches is delivered.
   *
   * @minItems 1
   */
  filters: PartnerFilter[]
  map?: PartnerMap
  /**
   * At most so many partners get the lead, this one included; 1: nobody else gets it. Any number of partners when left out.
   */
  maxPartners?: number
  /**
   * Partners with a higher number are asked first. 0 when left out; equals go by id, or in turn where one of them has a weight.
   */
  priority?: number
  /**
   * How often this partner is asked first among those of equal priority, a number above 0: of 3 and 1 the one is first for three leads in four. 1 when left out; without any weight equals go by id.
   */
  weight?: number
  price?: Price
  /**
   * The most leads a day, as the schedule's time zone counts days (UTC without a schedule).
   */
  dailyCap?: number
  schedule?: Schedule
  /**
   * A lead with an e-mail address or phone number that this partner got within so many days is not sent to it again.
   */
  duplicateDays?: number
  /**
   * true: leads marked as a test are delivered too, marked. They are only stored otherwise.
   */
  testLeads?: boolean
  sample?: Sample
  /**
   * The ways a lead reaches the partner, each under an id of its own.
   */
  deliveries: {
    [k: string]: DeliveryDefinition
  }
}
/**
 * How pages name the partner (sections of the kind partners), so that visitors know who gets their answers. Needed where a page lists the partners of a form that it takes.
 */
export interface Disclosure {
  /**
   * The company's name, with its legal form.
   */
  name: string
  /**
   * Where it is, on one line.
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
   * Only leads in these languages; all of the form's languages when left out.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * Only leads from these pages; from any page when left out.
   *
   * @minItems 1
   */
  pages?: string[]
  /**
   * Only leads of these brands; of any brand when left out.
   *
   * @minItems 1
   */
  brands?: string[]
  when?: When
  price?: Price
}
/**
 * What the partner pays for a lead that it accepts; in an entry of "filters", for those of that entry (the first that matches a lead counts). It is kept with each lead as it is when the partner gets it; `leadwright partners report` adds it up.
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
 * The lead as the partner wants it: each key is the partner's property, its value says where to read it. Without a map the partner gets every answer under its own name.
 */
export interface PartnerMap {
  [k: string]: MapSource
}
/**
 * When the partner takes leads. What comes at other times goes to others, if any take it.
 */
export interface Schedule {
  /**
   * An IANA time zone, for example Europe/Madrid.
   */
  timeZone: string
  /**
   * Only shifts that begin on these days of the week; on all when left out. A shift that passes midnight belongs to the day it begins on: monday to friday from 22:00 to 06:00 is open on Saturday at 02:00, and closed on Monday at 02:00.
   *
   * @minItems 1
   */
  days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /**
   * From this time on; from midnight when left out.
   */
  from?: string
  /**
   * Before this time; to midnight when left out. A time earlier than "from" is on the next day.
   */
  to?: string
}
/**
 * What each answer is to the partner: our option (or true, false) → its word.
 */
export interface MapWords {
  [k: string]: string | number | boolean
}
/**
 * How a value is written for the partner.
 */
export interface MapWriting {
  values?: MapWords
  /**
   * How the value is written. A day, or the day of a time (UTC): DD.MM.YYYY, DD/MM/YYYY, MM/DD/YYYY, YYYY-MM-DD, YYYYMMDD. A time (UTC): YYYY-MM-DD hh:mm:ss, YYYY-MM-DDThh:mm:ssZ, unix-seconds, unix-milliseconds. A number: comma ("70,5"), 0.00 ("70.50"), 0,00 ("70,50"), cents (7050). Text: digits (a phone number without its plus), upper or lower (capitals or small letters).
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
  /**
   * What the partner gets where nothing was answered, as it stands here. The property is left out otherwise.
   */
  default?: string | number | boolean
}
