import type { FieldKind } from '#schemas/generated/field-kind.ts'
import type {
  AppointmentDefinition,
  EstimateDefinition,
  FormOffers,
  OutsideRedirect,
  When,
} from '#schemas/generated/form.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { Answer, FieldPlace } from './answers.ts'
import type { Computation } from './computed/computation.ts'
import type { FileLimits } from './files.ts'
import type { DateBounds, FieldSchema, Kind } from './kind.ts'
import { kinds } from './kinds/table.ts'
import { ownKind } from './own-kinds.ts'

/** Which limit of an answer; the code of the mistake of breaking it too. */
export type LimitCode = 'minimum' | 'maximum' | 'earliest' | 'latest'

/** A limit that the answer to another field sets; there is none while that is not answered. */
export interface AnswerLimit {
  code: LimitCode
  /** The id of the other field. */
  field: string
  /** Of a number: how many times the other. Once when left out. */
  factor?: number
  /** Of a day: how long after the other, as 1d, 6m, 1y; before it with a minus. The same day when left out. */
  offset?: string
  /** What it is for the answers at hand, where they are: a number, or a day or month as YYYY-MM-DD or YYYY-MM. */
  limit?: number | string
}

/** What a visitor reads at a field, in one language. */
export interface FieldWords {
  title: string
  hint?: string
  /** The hint once all limits of other answers are known, which stand in it as {minimum}, {maximum}, {earliest} and {latest}. */
  limitedHint?: string
  /** For each of its limits the sentence of breaking it, around {mistake}: which answer sets it. */
  limits?: readonly string[]
  explanation?: string
  /** Of a row of a table of choices: what the table asks, and what the row is about. The title is both. */
  table?: { title: string; row: string }
  /** What its number counts: m². */
  unit?: string
  /** Option id → words; "true" and "false" for a yes-no field. */
  options?: Readonly<Record<string, string>>
  /** The names of its controls, where the kind has words of its own for them. */
  parts?: Readonly<Record<string, string>>
  /** Messages by code that replace the general ones. */
  errors?: Readonly<Record<string, string>>
}

/** A format that depends on an answer: phone numbers and postal codes of the country the visitor chose. */
export interface CountryFormat {
  /** The field that holds the country. */
  field: string
  /** The one that holds it where that is not answered: a driver's own country, or else the visitor's. */
  elsewhere?: string
  /** phone or postal-code. */
  format: string
  /** The country until one is chosen. */
  otherwise: string
}

/** One question, resolved: its schema and UI schema hold no words, its words hold no rules. */
export interface ResolvedField {
  /** How its place is written: email, coBorrower.email, or drivers.#.email where it is asked several times. */
  id: string
  place: FieldPlace
  kind: string | null
  schema: FieldSchema
  ui: Readonly<Record<string, unknown>>
  words: FieldWords
  optional: boolean
  /** Where answers decide whether it may stay unanswered; on a route it is decided (filling/journey.ts). */
  optionalWhen?: When
  bounds?: DateBounds
  /** The limits that other answers set, within those of schema and bounds. */
  limits?: readonly AnswerLimit[]
  /** Options that are offered only where answers meet a condition, by option; the others always are. */
  offered?: Readonly<Record<string, When>>
  /** Set where its options are in another order for each visit; the last of them stay last. */
  shuffled?: { last: readonly string[] }
  /** Where more options are in groups of a list that is too long for a page. */
  listed?: ListedOptions
  /** An answer that the field takes, where its rules do not show one. */
  example?: Answer
  formatBy?: CountryFormat
  /** Set where nobody is asked: the parameter of the address that answers, and the answer otherwise. */
  from?: { parameter: string; otherwise: string }
  /** Set where it is made of answers: nobody is asked, and nobody can say it. */
  computed?: Computation
  /** With it: the last of the questions that it is made of, as drivers.#.claims; it is known below. */
  after?: string
  /** The parameter of the address that answers it beforehand. */
  prefill?: string
  /** The question whose answer fills this one until the visitor changes it. */
  copyFrom?: string
  /** The question with the postal code that its towns or streets are looked up by. */
  lookUp?: string
  /** What files it takes; set for the kind file. */
  files?: FileLimits
  when?: When
}

/** The options of a list that are in groups: those of one are offered, and known once it is chosen. */
export interface ListedOptions {
  /** The id of the list, and what its groups are now, as a hash. */
  list: string
  version: string
  /** The field whose answer chooses the group. */
  by: string
  /** Whether its options are sorted as the language sorts them. */
  isSorted?: true
}

/** Groups of a list: all of them, or those that answers chose so far. */
export interface KnownGroups {
  /** By the answer that chooses the group, its options: id → text. */
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>
  isPartial?: true
}

/** A value that is made of answers. */
export type ComputedField = ResolvedField & { computed: Computation }

/** A group of fields that is asked several times, such as the drivers of a car. */
export interface Repeat {
  /** The name its answers stand under. */
  group: string
  min: number
  max: number
  /** What one item is called; its number follows. */
  title: string
  /** The button that adds one. */
  add: string
}

/** A step, or one screen of it. */
export interface ResolvedStep {
  id: string
  /** The id of the step that this is a screen of; without it the step is one screen. */
  screenOf?: string
  title: string
  description?: string
  when?: When
  repeat?: Repeat
  /** Whether stars mark what it requires; as the form says when left out. */
  markRequired?: boolean
  fields: readonly ResolvedField[]
}

/** A consent of the form; its box is a field of the last step under the same id. */
export interface ResolvedConsent {
  id: string
  purpose: string
  /** The exact sentence shown. */
  text: string
}

/** A button that leads onwards: to one of a page, a form and an address. In a form that is shown `to` is the address of each. */
export interface Onward {
  label: string
  page?: string
  form?: string
  to?: string
}

/** A page in place of the next step, for answers with which the form cannot serve. */
export interface ScreenOut {
  when: When
  title: string
  text: string
  link?: Onward
  /** What becomes of the lead where the visitor may go on; without it the form ends here. */
  lead?: 'awaitReview' | 'delivered'
}

/** What is said in place of the thanks, for some answers. */
export interface Alert {
  when: When
  title: string
  text: string
  link?: Onward
  redirect?: OutsideRedirect
}

/** The page after the form was sent. */
export interface ThankYou {
  title?: string
  text?: string
  /** What to have ready when the answer comes. */
  prepare?: string
  /** The page that is led to instead: its id as defined, its address in a form that is shown. */
  page?: string
  link?: Onward
  /** Another site that is led to instead. */
  redirect?: OutsideRedirect
  /** The field whose answer is read back, or several, each in a line. */
  echoField?: string | readonly string[]
  /** A call or visit on a day that the visitor chose. */
  appointment?: AppointmentDefinition
  /** The name of a drawing next to the thanks. */
  drawing?: HeroSection['drawing']
  /** What is said instead when the answers are such, by id: the first that applies. */
  alerts?: Readonly<Record<string, Alert>>
}

/** Why a form takes no leads: it has not opened yet, has closed, or has all the leads that it takes. */
export type ClosedState = 'before' | 'after' | 'full'

/** What is said in place of a form that takes no leads; the product's words where it says nothing. */
export interface ClosedWords {
  title?: string
  text?: string
  link?: Onward
  /** The id of the waiting list. */
  waitingList?: string
}

/** When a form takes leads, and how many. */
export interface Opening {
  /** From when on and before when, as moments in UTC (ISO 8601). */
  opens?: string
  closes?: string
  /** How many accepted leads it takes in all. */
  maxLeads?: number
}

/** What only some forms have, so that browsers load its code with these alone (web/shims/parts.ts). */
export type FormNeed =
  | ('choices' | 'computed' | 'estimate' | 'files' | 'groups')
  | ('lookUp' | 'offer' | 'repeat' | 'slider' | 'tables')

/** A form in one language: everything that is needed to draw, check and store it. */
export interface ResolvedForm extends Opening {
  id: string
  locale: string
  market: Market
  title: string
  description?: string
  /** What is taken from the address, and stands above all steps. */
  hidden?: readonly ResolvedField[]
  /** What is made of answers, each below those that it reads. */
  computed?: readonly ComputedField[]
  /** The figure that is shown while it is filled in. */
  estimate?: EstimateDefinition
  /** YYYY-MM-DD where it is filled in: set for a filling, if ages are counted to it (filling/compute.ts). */
  today?: string
  /** By the id of a list, its groups as far as they are known: set for a filling (Site.forms.withGroups). */
  groups?: Readonly<Record<string, KnownGroups>>
  /** What is said in its place while it takes no leads, by why. */
  whenClosed?: Readonly<Partial<Record<ClosedState, ClosedWords>>>
  steps: readonly ResolvedStep[]
  consents: readonly ResolvedConsent[]
  /** The last button. */
  submitLabel?: string
  /** The line above it, with {recipients}; the product's own when left out. */
  submitNote?: string
  /** By id: the first that the answers of a step meet is shown. */
  screenOuts?: Readonly<Record<string, ScreenOut>>
  thankYou?: ThankYou
  /** Whether the visitor is shown the answers that were sent, to print or keep. */
  printAnswers?: boolean
  /** The mail to the visitor, and the fields whose answers it repeats. */
  receipt?: { mail: string; answers?: 'all' | readonly string[]; testLeads?: boolean }
  /** Partners answer with offers, which a page of the visitor's own shows; `seconds`: how long it waits for them. */
  offers?: Omit<FormOffers, 'consent'> & { seconds: number; consent?: ResolvedConsent }
  /** It subscribes to a newsletter: at once, or when the button of this mail was pressed. */
  subscription?: { confirm?: string }
  /** The mail that leaves some days before the date that was answered. */
  reminder?: { mail: string; field: string; daysBefore: number }
  /** The mail with the link to go on with the form, and for how many days that works. */
  saveAndResume?: { mail: string; days: number }
  /** For how many days a browser keeps answers that are not sent; until the tab is closed when left out. */
  keepAnswers?: { days: number }
  /** Whether each question has a screen of its own. */
  screens?: 'questions'
  /** Whether progress is told in steps or in what is answered. Steps when left out. */
  progress?: 'steps' | 'percent'
  markRequired?: boolean
  /** What browsers load code for only with a form that has it. */
  needs?: readonly FormNeed[]
}

/**
 * What a form asks and refuses, without its words, as text to hash. Languages with equal rules share it, so they are
 * proven once.
 */
export function rulesText(form: ResolvedForm): string {
  const { id, hidden = [], steps, computed = [], screenOuts = {}, thankYou } = form
  const asked = steps.map(({ title: _, description: __, fields, ...step }) => [
    step,
    fields.map(({ words: _, ui: __, ...rules }) => rules),
  ])
  const taken = hidden.map(({ words: _, ui: __, ...rules }) => rules)
  const turned = Object.entries(screenOuts).map(([end, { when, lead }]) => [end, when, lead])
  const alerts = Object.entries(thankYou?.alerts ?? {}).map(([alert, { when }]) => [alert, when])
  return JSON.stringify([id, taken, asked, computed, turned, alerts])
}

/**
 * Every field of the form in the order it is asked, once, whether or not a route reaches it; then what is computed, which
 * leads hold as well.
 */
export function allFields(form: ResolvedForm): ResolvedField[] {
  return [...(form.hidden ?? []), ...form.steps.flatMap((step) => step.fields), ...(form.computed ?? [])]
}

/** A field kind by its id; undefined for a field without, and for ids that no kind has. */
export function kindNamed(id: string | null): Kind | undefined {
  if (id === null) return undefined
  return Object.hasOwn(kinds, id) ? kinds[id as FieldKind] : ownKind(id)
}

/** The step that a resolved one is a screen of, by its id in the definition. */
export function wholeStep({ id, screenOf }: Pick<ResolvedStep, 'id' | 'screenOf'>): string {
  return screenOf ?? id
}
