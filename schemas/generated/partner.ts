// Generated from schemas/partner.schema.json by `npx leadwright types`. Do not edit.
import type { DeliveryDefinition } from './delivery.ts'
import type { Sample } from './site.ts'
import type { When } from './form.ts'

/**
 * The id of the field to read (email, coBorrower.email, drivers.0.email for the first driver’s), a group as a whole (drivers), { "const": … } for a fixed value, { "field": … } to change the answer on the way, { "attribution": … } for what the visitor's first address said, { "lead": "page" } for where the lead was given, or { "object": … } for properties within.
 */
export type MapSource =
  | string
  | {const: string | number | boolean}
  | {
      field: string
      values?: Record<string, string | number | boolean>
      format?: 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'YYYYMMDD' | 'digits' | 'upper' | 'lower'
    }
  | {attribution: string}
  | {lead: 'brand' | 'page'}
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
  public?: PublicPartner
  /**
   * The leads this partner takes. A lead that any entry matches is delivered.
   *
   * @minItems 1
   */
  takes: Takes[]
  map?: PartnerMap
  /**
   * exclusive: nobody else gets the lead. A number: at most so many partners get it, this one included. Any number of partners when left out.
   */
  share?: 'exclusive' | number
  /**
   * Partners with a higher number are asked first. 0 when left out; equals go by id.
   */
  priority?: number
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
export interface PublicPartner {
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
export interface Takes {
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
   * Only on these days of the week; on all when left out.
   *
   * @minItems 1
   */
  days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /**
   * From this time on; from midnight when left out.
   */
  from?: string
  /**
   * Before this time; to midnight when left out.
   */
  to?: string
}
