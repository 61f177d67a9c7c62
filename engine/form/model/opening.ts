import { boundDay, isDay, momentIn, momentText } from '#engine/form/values'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { ClosedState, ClosedWords, Opening, ResolvedForm } from './form.ts'
import { plainWords } from './links.ts'

export const closedStates = ['before', 'after', 'full'] as const satisfies readonly ClosedState[]

/**
 * When a form takes leads, by the clocks of its market. A day that closes it is included. What is no moment is left out:
 * the check refuses it.
 */
export function resolvedOpening(
  { opens, closes, maxLeads }: Pick<FormDefinition, 'opens' | 'closes' | 'maxLeads'>,
  timeZone: string,
): Opening {
  const from = opens === undefined ? null : momentIn(opens, timeZone)
  const until = closes === undefined ? null : closingMoment(closes, timeZone)
  return {
    ...(from !== null && { opens: new Date(from).toISOString() }),
    ...(until !== null && { closes: new Date(until).toISOString() }),
    ...(maxLeads !== undefined && { maxLeads }),
  }
}

/** The first moment at which a form takes no leads any more, in ms since the epoch; null where it is written wrongly. */
export function closingMoment(closes: string, timeZone: string): number | null {
  return momentIn(isDay(closes) ? boundDay('+1d', closes) : closes, timeZone)
}

/**
 * Why a form takes no leads at a moment; null while it takes some.
 * @param now milliseconds since the epoch
 * @param taken how many leads it has
 */
export function closedAt({ opens, closes, maxLeads }: Opening, now: number, taken: number): ClosedState | null {
  if (opens !== undefined && now < Date.parse(opens)) return 'before'
  if (closes !== undefined && now >= Date.parse(closes)) return 'after'
  return maxLeads !== undefined && taken >= maxLeads ? 'full' : null
}

/** The product's own words for a form that takes no leads; {{date}} is the day it opens, or the last one it was open. */
export type UsualClosedWords = Readonly<Record<ClosedState, { title: string; text: string }>>

/** What is said of a form that takes no leads. */
export function closedWords(
  { whenClosed, opens, closes, locale, market }: ResolvedForm,
  state: ClosedState,
  usual: UsualClosedWords,
): ClosedWords & { title: string; text: string } {
  const { title, text } = usual[state]
  const moment = state === 'before' ? Date.parse(opens ?? '') : lastOpen(closes)
  const date = Number.isNaN(moment) ? '' : momentText(moment, { locale, market }, state === 'before')
  return { title, text: text.replace('{{date}}', date), ...whenClosed?.[state] }
}

/** The same as one text, for messages. */
export function closedSentence({ title, text }: { title: string; text: string }): string {
  return `${title}${/[.?!…]$/.test(title) ? '' : '.'} ${plainWords(text)}`
}

/** A form that closes at midnight was open on the day before. */
function lastOpen(closes = ''): number {
  return Date.parse(closes) - 1
}
