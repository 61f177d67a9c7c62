import { type Answers, holds } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { PartnerDefinition, PartnerFilter, Price, Schedule } from '#schemas/generated/partner.ts'

/** A lead as far as routing looks at it. */
export interface RoutedLead {
  id: string
  form: string
  locale: string
  page: string | null
  brand: string
  test: boolean
  /** Why it looks made by a program; null when it does not. */
  suspicion: string | null
  answers: Answers
  /** Milliseconds since the epoch. */
  receivedAt: number
}

/** The partners that were asked for a lead before, by id: those that have it, and those that refused it. */
export interface RoutingHistory {
  holders: readonly string[]
  refused: readonly string[]
}

/** Of a lead that comes. */
export const nobody: RoutingHistory = { holders: [], refused: [] }

/** What is known about the partners' leads so far. */
export interface PartnerState {
  /** How many leads the partner got on this day of its own. */
  takenOn: (partner: string, day: string) => number
  /** Whether it got one of this lead's contacts within its days. */
  hasContact: (partner: string) => boolean
  /** They are asked no more; those that have this lead leave as much less for the rest. */
  asked: RoutingHistory
}

/** Why a partner gets a lead, or why not. */
export type Reason =
  | 'taken'
  | 'not-wanted'
  | 'test-lead'
  | 'suspicious'
  | 'closed'
  | 'daily-cap'
  | 'duplicate'
  | 'taken-by-others'
  | 'exclusive-elsewhere'
  /** It was asked, and did not want this lead. */
  | 'refused'

/** What was decided about one partner, and in words for operators. */
export interface Decision {
  partner: string
  taken: boolean
  /** The partner's own day on which it gets the lead, as YYYY-MM-DD; null when it does not. */
  day: string | null
  /** What it pays for the lead; null where nothing is agreed, and where it does not get it. */
  price: Price | null
  reason: Reason
  detail: string
}

type Partners = Readonly<Record<string, PartnerDefinition>>

const byForm = memoizeByObject<readonly Named[]>()

/** The partners that may take leads of a form, by id. They are found once for each set of partners, which never changes. */
export function partnersOf(partners: Partners, form: string): readonly Named[] {
  return byForm(partners, form, () =>
    Object.entries(partners).filter(([, { filters }]) => filters.some((taken) => taken.form === form)),
  )
}

/**
 * Who gets a lead: partners are asked in turn, and each that takes it leaves less for the rest. Partners of other forms
 * are not mentioned, nor those that were asked before.
 */
export function route(partners: Partners, lead: RoutedLead, state: PartnerState, hash: TextHash): Decision[] {
  const { holders, refused } = state.asked
  const asked = partnersOf(partners, lead.form).filter(([id]) => !holders.includes(id) && !refused.includes(id))
  const takers = holders.map((id) => [id, partners[id] ?? unknown] as const)
  return weightedRotation(asked, lead.id, hash).map(([id, partner]) => {
    const refusal = refusalOf(id, partner, lead, state) ?? crowded(partner, takers)
    if (refusal) return { partner: id, taken: false, day: null, price: null, ...refusal }
    takers.push([id, partner])
    const day = dayOf(partner, lead.receivedAt)
    const price = partner.filters.find((takes) => wants(takes, lead))?.price ?? partner.price ?? null
    return { partner: id, taken: true, day, price, reason: 'taken', detail: 'It takes such leads.' }
  })
}

/** A partner that has a lead and is not defined any more: nobody knows with whom it would share. */
const unknown: Pick<PartnerDefinition, 'maxPartners'> = { maxPartners: 1 }

type Refusal = Pick<Decision, 'reason' | 'detail'>

function refusalOf(id: string, partner: PartnerDefinition, lead: RoutedLead, state: PartnerState): Refusal | null {
  if (!partner.filters.some((takes) => wants(takes, lead)))
    return { reason: 'not-wanted', detail: 'No entry of "filters" has this language, brand, page and these answers.' }
  if (lead.suspicion !== null) return { reason: 'suspicious', detail: lead.suspicion }
  if (lead.test && !partner.testLeads)
    return { reason: 'test-lead', detail: 'It is marked as a test, and the partner takes no test leads.' }
  const { schedule, dailyCap } = partner
  if (schedule && !isOpen(schedule, lead.receivedAt))
    return { reason: 'closed', detail: `It came outside the partner's hours (${schedule.timeZone}).` }
  if (dailyCap !== undefined && state.takenOn(id, dayOf(partner, lead.receivedAt)) >= dailyCap)
    return { reason: 'daily-cap', detail: `The partner had its ${dailyCap} leads of the day.` }
  if (partner.duplicateDays !== undefined && state.hasContact(id)) {
    const detail = `The partner got this e-mail address or phone number within ${partner.duplicateDays} days.`
    return { reason: 'duplicate', detail }
  }
  return null
}

function wants(takes: PartnerFilter, lead: RoutedLead): boolean {
  return takesFrom(takes, lead) && holds(takes.when, lead.answers)
}

/** Whether leads from there are taken, whatever their answers. */
export function takesFrom(
  { form, locales, pages, brands }: PartnerFilter,
  from: Pick<RoutedLead, 'form' | 'locale' | 'page' | 'brand'>,
): boolean {
  return (
    form === from.form &&
    (locales?.includes(from.locale) ?? true) &&
    (pages === undefined || (from.page !== null && pages.includes(from.page))) &&
    (brands?.includes(from.brand) ?? true)
  )
}

/** Nobody's limit may be passed: neither that of who comes, nor of who was there before. */
function crowded(
  partner: PartnerDefinition,
  takers: readonly (readonly [string, Pick<PartnerDefinition, 'maxPartners'>])[],
): Refusal | null {
  if (takers.length === 0) return null
  const exclusive = takers.find(([, { maxPartners }]) => maxPartners === 1)
  if (exclusive) return { reason: 'exclusive-elsewhere', detail: `"${exclusive[0]}" has it for itself.` }
  if (partner.maxPartners === 1)
    return { reason: 'taken-by-others', detail: 'It wants leads for itself, and others have this one.' }
  const limit = Math.min(
    ...[partner, ...takers.map(([, taker]) => taker)].map(({ maxPartners = Infinity }) => maxPartners),
  )
  if (takers.length < limit) return null
  return { reason: 'taken-by-others', detail: `At most ${limit} partners get it, and ${takers.length} have it.` }
}

/** The partner's day, as YYYY-MM-DD. */
export function dayOf({ schedule }: PartnerDefinition, moment: number): string {
  const { year, month, day } = clock(schedule?.timeZone ?? 'UTC', moment)
  return `${year}-${month}-${day}`
}

/** Whether one of the partner's shifts is on. A shift that passes midnight belongs to the day on which it begins. */
function isOpen({ timeZone, days, from = '00:00', to = '24:00' }: Schedule, moment: number): boolean {
  const { weekday = '', hour, minute } = clock(timeZone, moment)
  const time = `${hour}:${minute}`
  const today = week.indexOf(weekday.toLowerCase())
  const isDay = (number: number) => days === undefined || days.some((day) => day === week.at(number))
  if (from <= to) return isDay(today) && time >= from && time < to
  return (isDay(today) && time >= from) || (isDay(today - 1) && time < to)
}

const week: readonly string[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

type Reading = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** A time zone's clock, and what it said last: leads that come together are asked of the same minute. */
interface Clock {
  format: Intl.DateTimeFormat
  minute: number
  reading: Reading
}

const clocks = new Map<string, Clock>()

/** What the calendar and the clock on the wall say there. */
function clock(timeZone: string, moment: number): Reading {
  const known = clocks.get(timeZone) ?? { format: wallClock(timeZone), minute: Number.NaN, reading: {} }
  clocks.set(timeZone, known)
  // Zones differ from each other by whole minutes.
  const minute = Math.floor(moment / 60_000)
  if (known.minute !== minute) {
    known.reading = Object.fromEntries(known.format.formatToParts(moment).map(({ type, value }) => [type, value]))
    known.minute = minute
  }
  return known.reading
}

function wallClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'long' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
}

/** Gives a text's hash in hexadecimal, 52 bits of it at the least: those of any two texts have nothing to do with each other. */
type TextHash = (text: string) => string

/** A partner by its id. */
type Named = readonly [id: string, partner: PartnerDefinition]

/**
 * The order in which partners are asked for a lead: by priority, and equals by id. Where one of the equals has a weight
 * they take turns instead, each first as often as its weight says (1 when left out).
 *
 * Rotation is derived from the lead's id alone, so all servers agree without a counter; when one of them takes
 * no leads, its own go to the others by their weights, and no other lead moves. This is rendezvous hashing (Thaler and
 * Ravishankar 1998) with the weights of the logarithmic method (Schindelhauer and Schomaker 2005).
 */
function weightedRotation(partners: readonly Named[], lead: string, hash: TextHash): Named[] {
  const priority = ([, partner]: Named) => partner.priority ?? 0
  const turning = new Set(partners.filter(([, { weight }]) => weight !== undefined).map(priority))
  const scores = new Map(
    partners
      .filter((named) => turning.has(priority(named)))
      .map(([id, { weight = 1 }]) => [id, score(weight, hash(`${lead} ${id}`))]),
  )
  return partners.toSorted(
    (one, other) =>
      priority(other) - priority(one) ||
      (scores.get(other[0]) ?? 0) - (scores.get(one[0]) ?? 0) ||
      (one[0] < other[0] ? -1 : 1),
  )
}

/** The highest is asked first. With u evenly spread over (0, 1), w / -ln(u) is the highest of several w in proportion to w. */
function score(weight: number, hash: string): number {
  const u = (Number.parseInt(hash.slice(0, 13), 16) + 0.5) / 2 ** 52
  return weight / -Math.log(u)
}
