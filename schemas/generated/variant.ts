// Generated from schemas/variant.schema.json by `npx leadwright types`. Do not edit.
import type { MarketPatch } from './site.ts'

/**
 * The languages. The first is the source language, whose words stand in this file; the others stand in the locales folder.
 *
 * @minItems 1
 */
export type Locales = string[] | null
/**
 * Lets other sites show the form in pages of theirs. Without it no site may. What they copy stands at /embed/docs.
 */
export type Embedding = {
  /**
   * The sites that may, each exactly as its address begins: https://shop.example, with its port where it has one. https://www.shop.example is another.
   *
   * @minItems 1
   */
  origins: string[]
} | null
/**
 * For whom the form cannot serve, by id: told as soon as the answers say so, before the next step. The first whose condition holds.
 */
export type ScreenOuts = {
  [k: string]: ScreenOut
} | null
/**
 * A page in place of the next step, for some answers, with a way back to correct them.
 */
export type ScreenOut = {
  when?: When
  /**
   * Its heading: what cannot be done, kindly.
   */
  title?: string | null
  /**
   * Why, and what to do instead.
   */
  text?: string | null
  link?: OnwardLink
  /**
   * What becomes of a lead with these answers. Left out: the form ends here, and nothing is stored. Otherwise the visitor may go on all the same. awaitReview: it is stored, and reaches partners once an operator approves it. delivered: as any other.
   */
  lead?: 'awaitReview' | 'delivered' | null
  /**
   * Only in these languages; in all of the form's when left out.
   *
   * @minItems 1
   */
  locales?: string[] | null
} | null
/**
 * Asked only if this holds: an object (all hold) or a list of objects (any holds). Per field a value, a list of values, or a test.
 *
 * @minItems 1
 */
export type When = AllOf | AllOf[]
/**
 * A button that says what to do instead, or next. It leads to one of: a page, another form, an address elsewhere.
 */
export type OnwardLink = {
  /**
   * What stands on it.
   */
  label?: string | null
  /**
   * The id of the page that it leads to.
   */
  page?: string | null
  /**
   * The id of the form that it leads to, at /forms/<id>. For a form that has a page name the page.
   */
  form?: string | null
  to?: OutsideAddress
} | null
/**
 * An address of another site, such as https://shop.example/thanks, without a fragment (#). Its host stands in "allowedHosts" of site.json. Write the address that answers: browsers may not follow it to a further host.
 */
export type OutsideAddress = string | null
/**
 * The page after the form was sent.
 */
export type ThankYou = {
  /**
   * Its heading; that the answers have arrived when left out.
   */
  title?: string | null
  /**
   * What happens next; that we get in touch when left out.
   */
  text?: string | null
  /**
   * The id of a page that the visitor is led to instead. What an alert says is said in the form's own place all the same.
   */
  page?: string | null
  link?: OnwardLink
  redirect?: OutsideRedirect
  /**
   * The id of a field whose answer is read back, such as the address a mail is on its way to.
   */
  echoField?: string | null
  /**
   * What is said instead, by id, when the answers are such: the first whose condition holds.
   */
  alerts?: {
    [k: string]: Alert
  } | null
} | null
/**
 * Leads the visitor to another site as soon as the lead is stored, in place of the words.
 */
export type OutsideRedirect = {
  to?: OutsideAddress
  /**
   * The parameter under which the lead's id goes along: ref for ?ref=…. Left out, nothing goes along; nothing else ever does.
   */
  leadId?: string | null
} | null
/**
 * A mail to the first e-mail address that the form asks for: what was answered, what was agreed to, who gets it. Three a day and address at most. It holds nothing that people write themselves, since anybody may give anybody's address.
 */
export type ReceiptDefinition = {
  /**
   * The id of a mail in mails/.
   */
  mail?: string | null
  /**
   * The ids of the fields whose answers it repeats: options, numbers, dates, amounts and yes or no. None when left out.
   *
   * @minItems 1
   */
  answers?: string[] | null
  /**
   * true: leads marked as a test get one too, marked. They get none otherwise.
   */
  testLeads?: boolean | null
} | null
/**
 * This form subscribes to a newsletter, and who sent it can unsubscribe. With {} its lead is delivered at once.
 */
export type SubscriptionDefinition = {
  /**
   * The id of a mail in mails/ with a button to confirm (double opt-in): no partner gets the lead before the visitor has pressed it. It goes to the first e-mail address that the form asks for, three a day and address at most.
   */
  confirm?: string | null
} | null
/**
 * A mail that goes to the first e-mail address that the form asks for, some days before a date that was answered: in the morning (08:00 UTC), at once where that is over already and the date is still to come, and not at all for a date in the past. Of several answers of one address the last counts. Who unsubscribes, is erased, or does not confirm gets none. The lead must be kept until then (retentionDays).
 */
export type ReminderDefinition = {
  /**
   * The id of a mail in mails/. {date} in its words is the date that was answered.
   */
  mail?: string | null
  /**
   * The id of the field with the date, of the kind date or month-year; a month counts from its first day.
   */
  field?: string | null
  /**
   * How many days before the date it leaves.
   */
  daysBefore?: number | null
} | null
/**
 * Visitors may save this form and go on later, on whatever device: from its second step on it offers to mail them a link. Answers are kept encrypted until the form is sent or the link's time is over, ticks are not kept. On another device than the one that saved it, the link asks for the last name. Three mails a day and address at most.
 */
export type SaveAndResumeDefinition = {
  /**
   * The id of a mail in mails/ with a button to go on ("to": "goOn"). {date} in its words is the last whole day that the link works on.
   */
  mail?: string | null
  /**
   * For how many days the link works. 7 when left out.
   */
  days?: number | null
} | null
/**
 * Answers that are not sent yet stay on the visitor's device when the tab is closed, and the form goes on at the step that was left. Left out, they are gone with the tab. Ticks and account numbers never stay. A file in cookies/ must list it, for as many days at least.
 */
export type KeepAnswersDefinition = {
  /**
   * For how many days after the last change.
   */
  days?: number | null
} | null
/**
 * Exceptions in the field's UI schema (rjsf). What is left out is what suits the field.
 */
export type FieldUi = {
  /**
   * radio: each option a row; select: a list that opens; text: one line; textarea: several lines.
   */
  'ui:widget'?: 'radio' | 'select' | 'text' | 'textarea' | null
  /**
   * What the browser may fill in: a token of HTML's autocomplete, for example organization.
   */
  'ui:autocomplete'?: string | null
  'ui:options'?: {
    /**
     * The type of the input. Never number: it changes under the mouse wheel.
     */
    inputType?: 'text' | 'email' | 'tel' | 'url' | null
    /**
     * The keyboard that phones show.
     */
    inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | null
    /**
     * short: for codes and numbers of a few characters.
     */
    width?: 'short' | null
    /**
     * true: the hint stands below the questions, and stars at the question lead to it.
     */
    footnote?: boolean | null
    /**
     * Two options side by side.
     */
    inline?: boolean | null
    /**
     * The options of a list in the order of the language's alphabet.
     */
    sorted?: boolean | null
  } | null
} | null
/**
 * A parameter of the address as an answer. What it does not take becomes the default.
 */
export type HiddenDefinition = {
  /**
   * The parameter's name: source for /loan?source=radio.
   */
  parameter?: string | null
  /**
   * The values that are taken.
   *
   * @minItems 1
   * @maxItems 1000
   */
  values?: string[] | null
  /**
   * In place of values: a regular expression that they match as a whole, from ^ to $.
   */
  pattern?: string | null
  /**
   * With a pattern: the most characters taken, 100 when left out.
   */
  maxLength?: number | null
  /**
   * The answer where the address says nothing, or nothing that is taken: direct.
   */
  default?: string | null
} | null
/**
 * A sum, a count or an age. It is computed anew wherever answers are read, exactly, as people reckon.
 */
export type ComputedDefinition = {
  /**
   * What is added up. What is not asked or not answered counts as 0.
   *
   * @minItems 1
   * @maxItems 50
   */
  sum?: Term[] | null
  /**
   * With a sum: to how many decimals it is rounded, halves away from zero. Left out: not at all.
   */
  round?: number | null
  /**
   * What is counted: the id of a repeated group (how many there are), of a field with "multiple" (how many were chosen, without the exclusive one) or of a yes-no field (1 for yes); or a list of such ids, counted together.
   *
   * @minItems 1
   * @maxItems 50
   */
  count?: string | string[]
  /**
   * The id of a date: the full years from it to today, or to another date. There is none while it is not answered, or lies ahead.
   */
  age?: string | null
  /**
   * With an age: the id of the date until which years are counted. Today where the form is filled in, when left out.
   */
  asOf?: string | null
} | null
/**
 * A number; an answer, as { "field": "rooms", "factor": 2 }; what a table says of it, as { "field": "residence", "values": { "primary": 10, "secondary": 3 } }; or a product of such.
 */
export type Term = number | TermOfAnswers
/**
 * What answers add to a sum.
 */
export type TermOfAnswers = {
  /**
   * The id of a field, or of a computed value. One of a repeated group (drivers.#.claims) stands for all of its items together.
   */
  field?: string | null
  /**
   * How many times it counts. Once when left out.
   */
  factor?: number | null
  /**
   * What each answer counts: its options, or "true" and "false". Of several chosen the sum.
   */
  values?: {
    [k: string]: number | null
  } | null
  /**
   * What the options count that "values" does not name.
   */
  default?: number | null
  /**
   * What is multiplied in place of a field: numbers and answers. An answer that is not there makes it 0.
   *
   * @minItems 2
   * @maxItems 10
   */
  product?: Term[] | null
} | null
/**
 * A page in place of the thanks, for some answers.
 */
export type Alert = {
  when?: When
  /**
   * Its heading.
   */
  title?: string | null
  /**
   * What happens next.
   */
  text?: string | null
  link?: OnwardLink
  redirect?: OutsideRedirect
} | null
export type Id = string
export type ConsentUse = {
  /**
   * Overrides the consent's own setting for this form.
   */
  optional?: boolean | null
  /**
   * Only in these languages; in all of the form's when left out.
   *
   * @minItems 1
   */
  locales?: string[] | null
} | null
export type StepDefinition = {
  /**
   * The step's heading.
   */
  title?: string | null
  /**
   * A sentence or two under the heading.
   */
  description?: string | null
  /**
   * true: a star marks what this step requires; as the form says when left out.
   */
  markRequired?: boolean | null
  /**
   * The id of a group whose title and fields stand here; what this step says itself wins.
   */
  use?: string | null
  /**
   * Nests the answers of this step under a name: with "coBorrower" the field income becomes coBorrower.income. Several steps may nest under one name.
   */
  as?: string
  repeat?: RepeatDefinition
  when?: When
  fields?: Fields
  /**
   * Only in these languages; in all of the form's when left out.
   *
   * @minItems 1
   */
  locales?: string[] | null
  /**
   * The id of the entry beside it that this one follows. Entries stand in the order they are written otherwise.
   */
  after?: string | null
} | null
/**
 * Asks the step's fields several times on one screen, with buttons to add and remove: drivers of a car, children. Needs "as", the name of the list.
 */
export type RepeatDefinition = {
  /**
   * The fewest: so many are there from the start.
   */
  min?: number | null
  /**
   * The most.
   */
  max?: number | null
  /**
   * What one is called; its number follows: “Driver” is shown as “Driver 2”.
   */
  title?: string | null
  /**
   * The button that adds one: “Add another driver”.
   */
  add?: string | null
} | null
/**
 * The questions in order, each under the id its answer is stored by.
 */
export type Fields = {
  [k: string]: FieldOrNone
} | null
/**
 * A question; null takes one out of the group that the step uses.
 */
export type FieldOrNone = FieldDefinition
/**
 * The answers to choose from: id → words.
 */
export type Options = {
  [k: string]: string | null
} | null
/**
 * One question. It has a kind, or options, or a type.
 */
export type FieldDefinition = {
  /**
   * A ready-made kind of field, such as email, phone or yes-no: value, keyboard, label and messages in one word.
   */
  kind?:
    | 'amount'
    | 'birth-date'
    | 'city'
    | 'country'
    | 'date'
    | 'email'
    | 'family-name'
    | 'gender'
    | 'given-name'
    | 'house-number'
    | 'iban'
    | 'integer'
    | 'long-text'
    | 'month-year'
    | 'phone'
    | 'postal-code'
    | 'postal-code-or-city'
    | 'rating'
    | 'street'
    | 'text'
    | 'yes-no'
    | null
  /**
   * The question. A kind may bring its own.
   */
  title?: string | null
  /**
   * Help under the question. Without it the bounds that the field sets are told there, after what its kind says.
   */
  hint?: string | null
  /**
   * Why this is asked. It opens under the question, behind “Why do we ask?”.
   */
  explanation?: string | null
  /**
   * An answer that the field takes, for `leadwright prove`: needed where a pattern of its own decides.
   */
  example?: string | number | null
  options?: Options
  /**
   * The id of a list of options that differ from market to market; the field's own options follow them.
   */
  optionList?: string | null
  /**
   * true: several options may be chosen.
   */
  multiple?: boolean | null
  /**
   * With many: the option that excludes all others, such as “None of these”.
   */
  exclusive?: string | null
  /**
   * true: may stay unanswered. A condition, written as in "when": may stay unanswered if it holds. What is asked is required otherwise.
   */
  optional?: boolean | AllOf | AllOf[]
  when?: When
  /**
   * The JSON type of the answer, for a field without kind and options.
   */
  type?: 'string' | 'integer' | 'number' | 'boolean' | null
  minimum?: NumberLimits
  maximum?: NumberLimits
  /**
   * The parameter of the address that answers this beforehand, for a choice of one, yes or no, or a number: type for /energy?type=gas. The visitor sees the answer and may change it; what the field does not take is left out.
   */
  prefill?: string | null
  /**
   * What a number counts, such as m²: it stands beside the input, and behind the number wherever that is read back.
   */
  unit?: string | null
  /**
   * The fewest characters accepted.
   */
  minLength?: number
  /**
   * The most characters accepted.
   */
  maxLength?: number
  /**
   * A regular expression the answer must match.
   */
  pattern?: string | null
  earliest?: DateLimits
  latest?: DateLimits
  /**
   * With the kind country, or options named by countries (be, nl): phone numbers and postal codes below are those of the country chosen, not of the language's market; in a group that is asked several times, those of its own item.
   */
  setsMarket?: boolean | null
  /**
   * With many: the fewest options to choose.
   */
  minItems?: number | null
  /**
   * With many: the most options to choose.
   */
  maxItems?: number | null
  /**
   * Messages of this field in place of the general ones, by code: required, minimum, pattern, …
   */
  errors?: {
    [k: string]: string | null
  } | null
  ui?: FieldUi
  /**
   * Only in these languages; in all of the form's when left out.
   *
   * @minItems 1
   */
  locales?: string[] | null
  /**
   * The id of the entry beside it that this one follows. Entries stand in the order they are written otherwise.
   */
  after?: string | null
} | null
/**
 * The least or most accepted: a number; what another answer makes it, as { "field": "carValue", "factor": 0.7 }; or a list of such limits, all of which hold.
 *
 * @minItems 1
 */
export type NumberLimits = NumberLimit | NumberLimit[]
/**
 * The first or last date accepted, as 2026-12-31, today, or counted from today: +30d, -1m, -18y; counted from another answer, as { "field": "from", "offset": "1d" }; or a list of such limits, all of which hold.
 *
 * @minItems 1
 */
export type DateLimits = DateLimit | DateLimit[]
/**
 * A number, or a multiple of the answer to a field above.
 */
export type NumberLimit = number | NumberOfAnswer
/**
 * The figure of a fact in site.json: { "fact": "loanLimit" }. Times takes a percentage, a date also a duration back from today.
 */
export type FactLimit = {
  /**
   * Its name.
   */
  fact: string
} | null
/**
 * The answer to a field above sets the limit. There is none while it is not answered.
 */
export type NumberOfAnswer = {
  /**
   * The id of a field above that is answered with a number: of the same group, or of the form.
   */
  field: string
  /**
   * How many times that answer, once when left out: 0.7 for 70 %. The product is exact, whatever its decimals.
   */
  factor?: number
} | null
/**
 * A day, today, or one counted from today or from the answer to a field above.
 */
export type DateLimit = string | DateOfAnswer
/**
 * The answer to a field above sets the limit. There is none while it is not answered.
 */
export type DateOfAnswer = {
  /**
   * The id of a field above that is answered with a date: of the same group, or of the form.
   */
  field: string
  /**
   * How long after that answer: 1d, 6m, 1y. With a minus, before it. The same day when left out.
   */
  offset?: string
} | null
/**
 * Per field id what its answer must be.
 */
export type AllOf = {
  [k: string]: Expected
} | null
/**
 * A value, a list of values of which one is given, or a test.
 *
 * @minItems 1
 */
export type Expected = Value | Value[] | Test
/**
 * A JSON Schema restricted to what can be decided: const, enum, ranges, contains, not, startsWith.
 */
export type Test = {
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
} | null
export type Value = string | number | boolean | null
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
export type Beginnings = string[] | null

/**
 * A form that differs from another: it holds only what differs, and null removes. The file’s name is the form’s id.
 */
export interface VariantDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The id of the form this one is a variant of.
   */
  variantOf: string
  locales?: Locales
  /**
   * true: not on the public server yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked to leave its page out.
   */
  noindex?: boolean
  embed?: Embedding
  /**
   * The form's name.
   */
  title?: string
  /**
   * A sentence or two under the title of the first step.
   */
  description?: string
  market?: MarketPatch
  /**
   * What the form takes from the address it is opened at, by id: part of the lead, and nobody is asked.
   */
  hidden?: {
    [k: string]: HiddenDefinition
  }
  /**
   * Values made of answers, by id: part of the lead, and known to conditions below all that they read. Nobody types them, and nobody can send them.
   */
  computed?: {
    [k: string]: ComputedDefinition
  }
  /**
   * The steps in order, each under an id of its own.
   */
  steps?: {
    [k: string]: StepDefinition
  }
  /**
   * The consents that close the last step, by id, in order. Each is a file in consents/.
   */
  consents?: {
    [k: string]: ConsentUse
  }
  /**
   * The last button: “Get my quotes by email”. “Send” when left out.
   */
  submitLabel?: string
  screenOuts?: ScreenOuts
  thankYou?: ThankYou
  receipt?: ReceiptDefinition
  subscription?: SubscriptionDefinition
  reminder?: ReminderDefinition
  saveAndResume?: SaveAndResumeDefinition
  keepAnswers?: KeepAnswersDefinition
  /**
   * steps: “Step 2 of 3”, when left out. percent: how much is answered, from 0 to 100, and which groups of answers are complete; for long applications.
   */
  progress?: 'steps' | 'percent'
  /**
   * true: a star marks what is required, for forms where most is optional. “optional” is said in words otherwise.
   */
  markRequired?: boolean
  /**
   * What differs in a language, by language: a patch on the form. Words in it are written in that language.
   */
  localeRules?: {
    [k: string]: FormPatch
  }
}
/**
 * What differs: a merge patch (RFC 7396) on the form. null removes, new keys are appended.
 */
export interface FormPatch {
  /**
   * The form's name.
   */
  title?: string
  /**
   * A sentence or two under the title of the first step.
   */
  description?: string
  market?: MarketPatch
  /**
   * What the form takes from the address it is opened at, by id: part of the lead, and nobody is asked.
   */
  hidden?: {
    [k: string]: HiddenDefinition
  }
  /**
   * Values made of answers, by id: part of the lead, and known to conditions below all that they read. Nobody types them, and nobody can send them.
   */
  computed?: {
    [k: string]: ComputedDefinition
  }
  /**
   * The steps in order, each under an id of its own.
   */
  steps?: {
    [k: string]: StepDefinition
  }
  /**
   * The consents that close the last step, by id, in order. Each is a file in consents/.
   */
  consents?: {
    [k: string]: ConsentUse
  }
  /**
   * The last button: “Get my quotes by email”. “Send” when left out.
   */
  submitLabel?: string
  screenOuts?: ScreenOuts
  thankYou?: ThankYou
  receipt?: ReceiptDefinition
  subscription?: SubscriptionDefinition
  reminder?: ReminderDefinition
  saveAndResume?: SaveAndResumeDefinition
  keepAnswers?: KeepAnswersDefinition
  /**
   * steps: “Step 2 of 3”, when left out. percent: how much is answered, from 0 to 100, and which groups of answers are complete; for long applications.
   */
  progress?: 'steps' | 'percent'
  /**
   * true: a star marks what is required, for forms where most is optional. “optional” is said in words otherwise.
   */
  markRequired?: boolean
}
