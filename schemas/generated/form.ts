// Generated from schemas/form.schema.json by `npx leadwright types`. Do not edit.
import type { FieldKind } from './field-kind.ts'
import type { FormPatch } from './variant.ts'
import type { MarketPatch } from './site.ts'

/**
 * The languages. The first is the source language, whose texts are in this file; the others are in the locales folder.
 *
 * @minItems 1
 */
export type Locales = string[]
/**
 * An address of another site, such as https://shop.example/thanks, without a fragment (#). List its host in "allowedHosts" of site.json. Use the final address: browsers may not follow a redirect to another host.
 */
export type OutsideAddress = string
/**
 * Asked only if this holds: an object (all hold) or a list of objects (any holds). Per field a value, a list of values, or a test.
 *
 * @minItems 1
 */
export type When = AllOf | AllOf[]
export type OfferProperty =
  'price' | 'parts' | 'excess' | 'rate' | 'term' | 'benefits' | 'exclusions' | 'rating' | 'validUntil' | 'documents'
/**
 * A number; an answer, as { "field": "bedrooms", "factor": 2 }; its value in a table, as { "field": "residence", "values": { "primary": 10, "secondary": 3 } }; or a product of such.
 */
export type Term = number | TermOfAnswers
export type Id = string
/**
 * A question; null removes one from the group that the step uses.
 */
export type FieldOrNone = FieldDefinition
/**
 * The minimum or maximum: a number; one that depends on another answer, as { "field": "carValue", "factor": 0.7 }; or a list of limits that all apply.
 *
 * @minItems 1
 */
export type NumberLimits = NumberLimit | NumberLimit[]
/**
 * The first or last date accepted, as 2026-12-31, today, or counted from today: +30d, -1m, -18y; counted from another answer, as { "field": "from", "offset": "1d" }; or a list of limits that all apply.
 *
 * @minItems 1
 */
export type DateLimits = DateLimit | DateLimit[]
/**
 * A number, or a multiple of the answer to an earlier field.
 */
export type NumberLimit = number | NumberOfAnswer
/**
 * A day, today, or a day counted from today or from the answer to an earlier field.
 */
export type DateLimit = string | DateOfAnswer
/**
 * A value, a list of values of which one is given, or a test.
 *
 * @minItems 1
 */
export type Expected = Value | Value[] | Test
export type Value = string | number | boolean
/**
 * A number, or the figure of a fact.
 */
export type TestNumber = number
/**
 * Beginnings of a typed text, such as the areas of postcodes: ["10", "12"]. It begins with one of them; capitals, spaces and hyphens make no difference.
 *
 * @minItems 1
 * @maxItems 1000
 */
export type Beginnings = string[]

/**
 * A questionnaire: its steps, the questions in each, and the consents that close it. The file's name is the form's id.
 */
export interface FormDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * The form's name.
   */
  title: string
  /**
   * A sentence or two under the title of the first step.
   */
  description?: string
  /**
   * true: not published on the public server yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked not to index its page.
   */
  noindex?: boolean
  embed?: Embedding
  /**
   * steps (default): “Step 2 of 3”. percent: the share that is answered, from 0 to 100, and which groups of answers are complete; for long applications.
   */
  progress?: 'steps' | 'percent'
  /**
   * steps (default): a step is one screen, and more where a question has "newScreen". questions: one question a screen, and progress counts questions. A visitor who taps an option of a single choice goes on at once. Names, the parts of an address, the rows of a table and repeated items stay together; "newScreen": true or false at a question overrides that.
   */
  screens?: 'steps' | 'questions'
  /**
   * true: required fields are marked in words and optional ones are not, for forms where most are optional. By default it is the other way round.
   */
  markRequired?: boolean
  /**
   * The number of days after which leads of this form are erased. By default they are stored until an operator erases them.
   */
  retentionDays?: number
  /**
   * When the form starts to take leads: a day (2027-01-31, from its first minute), a time in the time zone of its market (2027-01-31T18:00), or one with its offset from UTC (2027-01-31T18:00+01:00). By default it is open at once.
   */
  opens?: string
  /**
   * When the form stops taking leads, written in the same way; a day is included to its last minute. By default it stays open.
   */
  closes?: string
  /**
   * The maximum number of leads, over all languages, brands and pages. Tests, leads that await review and unconfirmed subscriptions do not count. An operator may approve leads beyond it; a subscription that is confirmed beyond it is not sent to partners.
   */
  maxLeads?: number
  whenClosed?: WhenClosed
  /**
   * Values that the form reads from the parameters of its address, by id: part of the lead, without a question.
   */
  hidden?: {
    [k: string]: HiddenDefinition
  }
  /**
   * Values computed from answers, by id: part of the lead, and available to conditions after the last field that they read. Visitors cannot type or send them.
   */
  computed?: {
    [k: string]: ComputedDefinition
  }
  estimate?: EstimateDefinition
  /**
   * The steps in order, each under its own id.
   */
  steps: {
    [k: string]: StepDefinition
  }
  /**
   * The consents that close the last step, by id, in order. Each is a file in consents/.
   */
  consents?: {
    [k: string]: ConsentUse
  }
  /**
   * The last button: “Get my quotes by email”. “Send” by default.
   */
  submitLabel?: string
  /**
   * The line above the consents of the last step, or above the last button, which names the recipients. {recipients} lists the partners that take this form, each with a link. The product has a default line.
   */
  submitNote?: string
  screenOuts?: ScreenOuts
  thankYou?: ThankYou
  /**
   * true: once the form is sent, the thank-you page or the page of offers shows the answers in the words of the questions, with the day, to print or save. Only the browser that sent them shows them, until the tab is closed; without JavaScript only the reply to the last step, in forms without offers.
   */
  printAnswers?: boolean
  market?: MarketPatch
  receipt?: ReceiptDefinition
  offers?: FormOffers
  subscription?: SubscriptionDefinition
  reminder?: ReminderDefinition
  saveAndResume?: SaveAndResumeDefinition
  keepAnswers?: KeepAnswersDefinition
  /**
   * Differences in a language, by language: a patch on the form. Write its texts in that language.
   */
  localeRules?: {
    [k: string]: FormPatch
  }
}
/**
 * Allows other sites to embed the form in their pages. By default no site may. The code to copy is at /embed/docs.
 */
export interface Embedding {
  /**
   * The allowed origins, each exactly as its address begins: https://shop.example, with its port if it has one. https://www.shop.example is a different origin.
   *
   * @minItems 1
   */
  origins: string[]
}
/**
 * What the page shows instead of the form while it takes no leads: before it opens, after it has closed, and once it is full (maxLeads). The product has words for each.
 */
export interface WhenClosed {
  before?: ClosedWords
  after?: ClosedWords
  full?: ClosedWords
}
/**
 * Texts in place of a form that takes no leads.
 */
export interface ClosedWords {
  /**
   * The heading. The product has one.
   */
  title?: string
  /**
   * The reason, and what to do instead. The product’s own text names the day.
   */
  text?: string
  link?: OnwardLink
  /**
   * The id of a form that is shown below these texts, for example to be informed of the next round. It must always be open.
   */
  waitingList?: string
}
/**
 * A button for the next action. It leads to one of: a page, another form, an external address.
 */
export interface OnwardLink {
  /**
   * Its label.
   */
  label: string
  /**
   * The id of the page that it leads to.
   */
  page?: string
  /**
   * The id of the form that it leads to, at /forms/<id>. If the form has a page, name the page instead.
   */
  form?: string
  to?: OutsideAddress
}
/**
 * A parameter of the address, stored as an answer. A value that is not accepted becomes the default.
 */
export interface HiddenDefinition {
  /**
   * The parameter's name: source for /loan?source=radio.
   */
  parameter: string
  /**
   * The accepted values.
   *
   * @minItems 1
   * @maxItems 1000
   */
  values?: string[]
  /**
   * Instead of values: a regular expression that the whole value must match, from ^ to $.
   */
  pattern?: string
  /**
   * With a pattern: the maximum number of characters, 100 by default.
   */
  maxLength?: number
  /**
   * The answer if the parameter is missing or not accepted, such as direct.
   */
  default: string
}
/**
 * A sum, a count, an age, the monthly payment of a loan, or a number from a table. It is recomputed wherever answers are read, in exact decimal arithmetic.
 */
export interface ComputedDefinition {
  /**
   * The terms to add up. A term that is not asked or not answered counts as 0.
   *
   * @minItems 1
   * @maxItems 50
   */
  sum?: Term[]
  /**
   * With a sum or a payment: the number of decimals to round to, halves away from zero. By default a sum is not rounded, and a payment has two decimals.
   */
  round?: number
  /**
   * The items to count: the id of a repeated group (its number of items), of a field with "multiple" (the number of options chosen, except the exclusive one) or of a yes-no field (1 for yes); or a list of such ids, counted together.
   *
   * @minItems 1
   * @maxItems 50
   */
  count?: string | string[]
  /**
   * The id of a date: the full years from it to today, or to another date. There is no value while the date is unanswered or in the future.
   */
  age?: string
  /**
   * With an age: the id of the date until which years are counted. By default, the day on which the form is filled in.
   */
  asOf?: string
  payment?: PaymentDefinition
  /**
   * The id of a table: pets-2026 for definitions/tariffs/pets-2026.csv, a CSV file in UTF-8 with a line of column names and at most 20,000 rows. The value is that of the first row whose conditions all match the answers; without one there is none. Browsers download the table, so it is public.
   */
  table?: string
  /**
   * With a table: the columns that are compared with answers, by their name in the table. Compared with fields of a repeated group (pets.#.breed), one row is looked up for each item, and their values are added up.
   */
  columns?: {
    [k: string]: TableCondition
  }
  /**
   * With a table: the column that holds the value.
   */
  value?: string
}
/**
 * The monthly payment of a loan that is paid out at once, repaid monthly and costs nothing but its interest. Conditions cannot read it.
 */
export interface PaymentDefinition {
  /**
   * The id of the field or computed value that is the sum lent.
   */
  amount: string
  /**
   * The id of the field or computed value that is the number of monthly payments.
   */
  months: string
  /**
   * The annual percentage rate in per cent, 7.9 for 7.9 %, or a fact that is a percentage.
   */
  rate: number
}
/**
 * A column that is compared with an answer.
 */
export interface TableCondition {
  /**
   * The id of the field or computed value. An empty cell and * match any answer, and none.
   */
  field: string
  /**
   * How cells are compared with the answer. option: the id of an option; yes or no. band: a number or a range of numbers with both ends, such as 18-25, or 66+. start: the beginning of a text such as a postcode, SW or 10*, without regard to case and spaces.
   */
  compare: 'option' | 'band' | 'start'
}
/**
 * A figure that is shown while the form is filled in, as soon as the answers that it is computed from are there. Without JavaScript it appears with the next step. The lead holds it, and the receipt repeats it.
 */
export interface EstimateDefinition {
  /**
   * What the figure is: “Estimated monthly payment”.
   */
  title: string
  /**
   * The id of the computed value that is shown.
   */
  value?: string
  /**
   * Instead of a value: the id of the computed value at the lower end of a range.
   */
  from?: string
  /**
   * With "from": the id of the computed value at its upper end.
   */
  to?: string
  /**
   * What the figure counts, such as kWh. By default it is money of the market’s currency.
   */
  unit?: string
  /**
   * What the figure assumes, in words, below it.
   */
  assumption: string
  /**
   * true: the figures are placeholders. The form says so, and `check --release` lists it.
   */
  sample?: boolean
}
export interface StepDefinition {
  /**
   * The step's heading.
   */
  title?: string
  /**
   * A sentence or two under the heading.
   */
  description?: string
  /**
   * true: the required fields of this step are marked, in place of the optional ones; as set for the form by default.
   */
  markRequired?: boolean
  /**
   * The id of a group whose title and fields this step takes; its own properties win.
   */
  use?: string
  /**
   * Nests the answers of this step under a name: with "coBorrower" the field income becomes coBorrower.income. Several steps may nest under one name.
   */
  as?: string
  repeat?: RepeatDefinition
  when?: When
  fields?: Fields
  /**
   * Only in these languages; in all languages of the form by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the sibling entry that this one follows. By default entries keep the order in which they are written.
   */
  after?: string
}
/**
 * Repeats the step's fields on one screen, with buttons to add and remove items: drivers of a car, children. Needs "as", the name of the list.
 */
export interface RepeatDefinition {
  /**
   * The minimum number, shown from the start.
   */
  min: number
  /**
   * The maximum number.
   */
  max: number
  /**
   * The name of one item, followed by its number: “Driver” is shown as “Driver 2”.
   */
  title: string
  /**
   * The button that adds one: “Add another driver”.
   */
  add: string
}
/**
 * The questions in order, each under the id of its answer.
 */
export interface Fields {
  [k: string]: FieldOrNone
}
export interface ConsentUse {
  /**
   * Overrides the consent's own setting for this form.
   */
  optional?: boolean
  /**
   * Only in these languages; in all languages of the form by default.
   *
   * @minItems 1
   */
  locales?: string[]
}
/**
 * Screens for visitors that the form cannot serve, by id: shown as soon as the answers decide it, before the next step. The first whose condition holds is shown.
 */
export interface ScreenOuts {
  [k: string]: ScreenOut
}
/**
 * A screen instead of the next step, for certain answers, with a link back to correct them.
 */
export interface ScreenOut {
  when: When
  /**
   * Its heading: a kind statement of what is not possible.
   */
  title: string
  /**
   * The reason, and what to do instead.
   */
  text: string
  link?: OnwardLink
  /**
   * The status of a lead with these answers. By default the form ends here, and nothing is stored. Otherwise the visitor may continue. awaitReview: the lead is stored, and delivered once an operator approves it. delivered: the lead is delivered like any other.
   */
  lead?: 'awaitReview' | 'delivered'
  /**
   * Only in these languages; in all languages of the form by default.
   *
   * @minItems 1
   */
  locales?: string[]
}
/**
 * The page shown after the form was sent.
 */
export interface ThankYou {
  /**
   * Its heading; by default that the answers have arrived.
   */
  title?: string
  /**
   * What happens next; by default that you will get in touch.
   */
  text?: string
  /**
   * What to have ready when the answer comes, such as the current contract.
   */
  prepare?: string
  /**
   * The id of a page that the visitor is sent to instead. An alert is still shown in place of the form.
   */
  page?: string
  link?: OnwardLink
  redirect?: OutsideRedirect
  /**
   * The id of a field whose answer is repeated, such as the address a mail is on its way to. Several are repeated one below the other.
   *
   * @minItems 1
   */
  echoField?: string | string[]
  appointment?: AppointmentDefinition
  /**
   * A drawing next to the thanks; by default a letterbox.
   */
  drawing?:
    | 'home'
    | 'bill'
    | 'car'
    | 'meter'
    | 'socket'
    | 'flame'
    | 'keys'
    | 'router'
    | 'piggy-bank'
    | 'shield'
    | 'umbrella'
    | 'scales'
    | 'phone'
    | 'cards'
    | 'contract'
    | 'tooth'
    | 'stethoscope'
    | 'building'
    | 'bag'
    | 'people'
    | 'envelope'
    | 'calendar'
    | 'suitcase'
    | 'key-car'
    | 'solar'
    | 'radiator'
    | 'flower'
    | 'bank'
    | 'controller'
    | 'letterbox'
    | 'magnifier'
    | 'signpost'
    | 'adviser'
    | 'comparison'
    | 'person-a'
    | 'person-b'
    | 'person-c'
  /**
   * Pages shown instead for certain answers, by id: the first whose condition holds.
   */
  alerts?: {
    [k: string]: Alert
  }
}
/**
 * Redirects the visitor to another site as soon as the lead is stored, instead of the text.
 */
export interface OutsideRedirect {
  to: OutsideAddress
  /**
   * The parameter that carries the lead's id: ref for ?ref=…. By default, no data is passed; no other data ever is.
   */
  leadId?: string
}
/**
 * A call or visit on a day that the visitor chose. The thank-you page shows it with its date, and as a file for the visitor's calendar.
 */
export interface AppointmentDefinition {
  /**
   * What happens then, also in the visitor's calendar: “An adviser calls you”.
   */
  title: string
  /**
   * The id of the field whose options are days of the week: monday to sunday, and any for no certain day. A day is the first of that name after the day on which the form is sent.
   */
  day: string
  /**
   * The id of the field whose options are times of the day, and any for no certain time.
   */
  time?: string
  /**
   * The hours of such an option, by its id: 09:00-12:00, by the clocks of the form's market.
   */
  hours?: {
    /**
     * From when to when, such as 09:00-12:00.
     */
    [k: string]: string
  }
}
/**
 * A page instead of the thank-you page, for certain answers.
 */
export interface Alert {
  when: When
  /**
   * Its heading.
   */
  title: string
  /**
   * What happens next.
   */
  text: string
  link?: OnwardLink
  redirect?: OutsideRedirect
}
/**
 * A mail to the first e-mail address that the form asks for: the answers, the consents and the recipients. At most three a day per address. By default it repeats no free text, because anyone can enter someone else's address.
 */
export interface ReceiptDefinition {
  /**
   * The id of a mail in mails/.
   */
  mail: string
  /**
   * The ids of the fields whose answers it repeats: options, numbers, dates, amounts and yes or no. None by default. "all": every answer, free text and contact details too. Nobody has verified the address then: `leadwright check` says what that means.
   *
   * @minItems 1
   */
  answers?: 'all' | string[]
  /**
   * true: test leads get a receipt too, marked as a test. By default they get none.
   */
  testLeads?: boolean
}
/**
 * Partners answer this form with offers: after sending, the visitor is led to a page of their own that shows them.
 */
export interface FormOffers {
  /**
   * How long partners are waited for, in seconds; 30 by default. What comes later is shown all the same.
   */
  seconds?: number
  /**
   * What a card shows besides provider, product and price, in order.
   *
   * @minItems 1
   */
  card: OfferProperty[]
  /**
   * How visitors may sort the offers; the first is the order at the start. The page tells the rule.
   *
   * @minItems 1
   *
   * Items: price, rate and excess: lowest first; rating: best first; provider: from A to Z.
   */
  sort: ('price' | 'rate' | 'excess' | 'rating' | 'provider')[]
  /**
   * What visitors may filter the offers by: the highest excess, the term, or what an offer includes.
   *
   * @minItems 1
   */
  filters?: ('excess' | 'term' | 'benefits')[]
  /**
   * The rows of the table that compares two or three offers; by default those of the card.
   *
   * @minItems 1
   */
  compare?: OfferProperty[]
  /**
   * The id of a consent that a visitor gives when choosing an offer.
   */
  consent?: string
  /**
   * The id of the mail with the offers, sent to the first email address in the answers when all partners have answered or the time is up. Test leads get it if the receipt has "testLeads".
   */
  mail?: string
  /**
   * The id of the mail sent in its place if no offer came in time. By default none is sent then.
   */
  noOffersMail?: string
  /**
   * The id of the mail before an offer ends, for visitors who ask for it on the results page. It leaves two days before the last day of the offer that ends first, among those chosen if any is. {date} in its text is that day.
   */
  expiryMail?: string
}
/**
 * This form subscribes to a newsletter, and subscribers can unsubscribe. With {} its lead is delivered immediately.
 */
export interface SubscriptionDefinition {
  /**
   * The id of a mail in mails/ with a button to confirm (double opt-in): the lead is not delivered until the visitor has confirmed. It goes to the first e-mail address that the form asks for, at most three a day per address.
   */
  confirm?: string
}
/**
 * A mail to the first e-mail address that the form asks for, sent some days before a date in the answers: at 08:00 UTC, or immediately if that time has passed and the date is still ahead, and not at all for a past date. If an address has sent several, the last one counts. Visitors who unsubscribed, were erased or did not confirm get none. The lead must be stored until then (retentionDays).
 */
export interface ReminderDefinition {
  /**
   * The id of a mail in mails/. {date} in its text is the date from the answers.
   */
  mail: string
  /**
   * The id of the date field, of the kind date or month-year; a month counts from its first day.
   */
  field: string
  /**
   * How many days before the date it is sent.
   */
  daysBefore: number
}
/**
 * Visitors can save this form and continue later on any device: from the second step on it offers to mail them a link. Answers are stored encrypted until the form is sent or the link expires; consents are not stored. On a different device, the link asks for the last name. At most three mails a day per address.
 */
export interface SaveAndResumeDefinition {
  /**
   * The id of a mail in mails/ with a button to continue ("to": "goOn"). {date} in its text is the last full day on which the link works.
   */
  mail: string
  /**
   * How many days the link works, 7 by default.
   */
  days?: number
}
/**
 * Unsent answers stay on the visitor's device when the tab is closed, and the form continues at the same step. By default they are lost with the tab. Consents and account numbers are never stored. A file in cookies/ must list it, with at least as many days.
 */
export interface KeepAnswersDefinition {
  /**
   * How many days after the last change.
   */
  days: number
}
/**
 * With the kind file: which files the visitor can upload. The server detects the type from a file's content; its name does not matter.
 */
export interface FileRules {
  /**
   * The accepted types; by default pdf, jpg, png, webp and heic.
   *
   * @minItems 1
   */
  accept?: (
    'pdf' | 'jpg' | 'png' | 'webp' | 'heic' | 'avif' | 'gif' | 'tif' | 'docx' | 'xlsx' | 'odt' | 'ods' | 'mp4' | 'mov'
  )[]
  /**
   * The maximum number of files; 1 by default.
   */
  maxFiles?: number
  /**
   * The maximum size of a file in megabytes; 10 by default.
   */
  maxMegabytes?: number
  /**
   * The maximum size of all files of the question together, in megabytes; by default maxFiles times maxMegabytes.
   */
  maxTotalMegabytes?: number
  /**
   * Phones open a camera instead of the file list: user for the one that faces the visitor, environment for the one that faces away. Omit it to offer both the camera and existing files.
   */
  capture?: 'user' | 'environment'
}
/**
 * Exceptions in the field's UI schema (rjsf). The defaults suit the field.
 */
export interface FieldUi {
  /**
   * radio: one row per option; select: a drop-down list; text: one line; textarea: several lines.
   */
  'ui:widget'?: 'radio' | 'select' | 'text' | 'textarea'
  /**
   * The autofill token of HTML's autocomplete, for example organization.
   */
  'ui:autocomplete'?: string
  'ui:options'?: {
    /**
     * The type of the input. Do not use number: the mouse wheel changes its value.
     */
    inputType?: 'text' | 'email' | 'tel' | 'url'
    /**
     * The on-screen keyboard of phones.
     */
    inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url'
    /**
     * short: for codes and numbers of a few characters.
     */
    width?: 'short'
    /**
     * true: stars at the question refer to its hint, as they do on forms on paper.
     */
    footnote?: boolean
    /**
     * true: two options side by side.
     */
    inline?: boolean
    /**
     * For a choice of one from a list: so many of its first options side by side, the rest of the list behind a press, then the field's own options.
     */
    tiles?: number
  }
}
/**
 * The contribution of answers to a sum.
 */
export interface TermOfAnswers {
  /**
   * The id of a field, or of a computed value. A field of a repeated group (drivers.#.claims) counts all of its items together.
   */
  field?: string
  /**
   * The multiplier, 1 by default.
   */
  factor?: number
  /**
   * The value of each answer: its options, or "true" and "false". If several are chosen, their sum.
   */
  values?: {
    [k: string]: number
  }
  /**
   * The value of options that "values" does not name.
   */
  default?: number
  /**
   * Numbers and answers to multiply, instead of a field. A missing answer makes the product 0.
   *
   * @minItems 2
   * @maxItems 10
   */
  product?: Term[]
}
/**
 * The answers to choose from: id → text.
 */
export interface Options {
  [k: string]: string
}
/**
 * With the kind "matrix": what is judged by the same options, one row each: id → text. The answer to each is stored under the id of the table and its own: satisfaction.fees.
 */
export interface Rows {
  [k: string]: string
}
/**
 * One question. It has a kind, or options, or a type.
 */
export interface FieldDefinition {
  kind?: FieldKind
  /**
   * The question. A kind may have a default.
   */
  title?: string
  /**
   * The hint below the question. By default it shows the kind's own hint and the field's limits.
   */
  hint?: string
  /**
   * The reason for the question. It opens below the question, behind “Why do we ask?”.
   */
  explanation?: string
  /**
   * A valid answer, for `leadwright prove`: needed if the field has its own pattern.
   */
  example?: string | number
  options?: Options
  rows?: Rows
  /**
   * Shows the options as tiles, by option: the id of a drawing in media/. Two or three appear side by side on a phone. An option without a drawing is a tile with its text alone.
   */
  pictures?: {
    [k: string]: string
  }
  /**
   * The id of a list of options that differ between markets; the field's own options follow them.
   */
  optionList?: string
  /**
   * Options that are offered only for some answers to fields above, by option: each with a condition, written as in "when". All others are always offered. The question is asked once the fields that are read are answered.
   */
  optionsWhen?: {
    [k: string]: When
  }
  /**
   * With a list whose options are grouped: the id of the field above whose answer chooses the group, such as the make of a car for a list of its models.
   */
  optionsBy?: string
  /**
   * The order of the options; by default that in which they are written. alphabetical: as the visitor's language sorts them. random: another order for each visit, which the lead keeps as optionOrder. The exclusive option and the field's own options after a list stay last.
   */
  order?: 'alphabetical' | 'random'
  /**
   * With "order": options that stay last in any case, such as “Another one”.
   *
   * @minItems 1
   */
  keepLast?: string[]
  /**
   * true: several options may be chosen.
   */
  multiple?: boolean
  files?: FileRules
  /**
   * With "multiple": the option that excludes all others, such as “None of these”.
   */
  exclusive?: string
  /**
   * true: the answer is optional. A condition, written as in "when": the answer is optional if it holds. By default every question asked is required.
   */
  optional?: boolean | AllOf | AllOf[]
  when?: When
  /**
   * The JSON type of the answer, for a field without kind and options.
   */
  type?: 'string' | 'integer' | 'number' | 'boolean'
  minimum?: NumberLimits
  maximum?: NumberLimits
  /**
   * true: a new screen of the step begins with this question, so that a long step is shown as several short screens. Each is checked before the next appears; progress still counts the step once. false: in a form with a screen for each question, this one stays with the question above. Not in a step that repeats.
   */
  newScreen?: boolean
  /**
   * The id of a question above whose answer fills this one until the visitor changes it, so that a town is not asked for twice.
   */
  copyFrom?: string
  /**
   * For a town or street (kind city or street): the id of the field above with its postal code. If the operator has installed the data (GEO_POSTCODES, GEO_STREETS), the town is filled in and streets are suggested. A town that does not belong to the postal code gets a warning, and is accepted.
   */
  lookUp?: string
  /**
   * The parameter of the address that prefills this field, for a single choice, yes or no, or a number: type for /energy?type=gas. The visitor sees the answer and can change it; invalid values are ignored.
   */
  prefill?: string
  /**
   * The unit of a number, such as m²: shown next to the input, and after the number wherever it is repeated.
   */
  unit?: string
  /**
   * slider: a slider below the input of a number, in step with it. It needs "minimum" and "maximum". Without JavaScript only the input is shown.
   */
  control?: 'slider'
  /**
   * With a slider: the distance between its positions, 1 by default. Visitors may type numbers between them.
   */
  step?: number
  /**
   * The minimum number of characters.
   */
  minLength?: number
  /**
   * The maximum number of characters.
   */
  maxLength?: number
  /**
   * A regular expression the answer must match.
   */
  pattern?: string
  earliest?: DateLimits
  latest?: DateLimits
  /**
   * With the kind country, or options named by countries (be, nl): phone numbers and postal codes after it are validated for the country chosen, not for the language's market; in a repeated group, for the country of the same item.
   */
  setsMarket?: boolean
  /**
   * With "multiple": the minimum number of options.
   */
  minItems?: number
  /**
   * With "multiple": the maximum number of options.
   */
  maxItems?: number
  /**
   * Error messages of this field instead of the general ones, by code: required, minimum, pattern, …
   */
  errors?: {
    [k: string]: string
  }
  ui?: FieldUi
  /**
   * Only in these languages; in all languages of the form by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the sibling entry that this one follows. By default entries keep the order in which they are written.
   */
  after?: string
}
/**
 * The figure of a fact in site.json: { "fact": "loanLimit" }. "times" takes a percentage; a date limit also takes a duration counted back from today.
 */
export interface FactLimit {
  /**
   * Its name.
   */
  fact: string
}
/**
 * The answer to an earlier field sets the limit. There is no limit while it is unanswered.
 */
export interface NumberOfAnswer {
  /**
   * The id of an earlier number field: of the same group, or of the form.
   */
  field: string
  /**
   * The multiplier of that answer, 1 by default: 0.7 for 70 %. The product is exact in decimals.
   */
  factor?: number
}
/**
 * The answer to an earlier field sets the limit. There is no limit while it is unanswered.
 */
export interface DateOfAnswer {
  /**
   * The id of an earlier date field: of the same group, or of the form.
   */
  field: string
  /**
   * The offset from that answer: 1d, 6m, 1y. With a minus, before it. The same day by default.
   */
  offset?: string
}
/**
 * The required answer, by field id.
 */
export interface AllOf {
  [k: string]: Expected
}
/**
 * A restricted JSON Schema: const, enum, ranges, contains, not, startsWith.
 */
export interface Test {
  const?: Value
  /**
   * @minItems 1
   */
  enum?: Value[]
  minimum?: TestNumber
  maximum?: TestNumber
  exclusiveMinimum?: TestNumber
  exclusiveMaximum?: TestNumber
  contains?: Test
  not?: Test
  startsWith?: Beginnings
}
