import { type Answers, answerTo } from './answers.ts'
import { holds } from './condition.ts'
import type { ResolvedForm, Thanks } from './form.ts'

/** How a form ends for some answers. */
export interface Ending {
  /** The alert shown in place of the thanks; null for the thanks. */
  alert: string | null
  /** The answer read back; null where the form reads none back. */
  shown: string | null
}

/** @param answers the pruned answers of a finished journey */
export function endingOf({ thanks }: ResolvedForm, answers: Answers): Ending {
  const alert = Object.entries(thanks?.alerts ?? {}).find(([, { when }]) => holds(when, answers))
  const shown = thanks?.shows === undefined ? undefined : answerTo(thanks.shows, answers)
  return { alert: alert?.[0] ?? null, shown: shown === undefined ? null : String(shown) }
}

/** What is said in place of the thanks; null for the thanks, also where an address names an alert that there is not. */
export function alertOf(
  thanks: Thanks | undefined,
  ending: Ending | undefined,
): { title: string; text: string } | null {
  const { alerts = {} } = thanks ?? {}
  const id = ending?.alert ?? ''
  return Object.hasOwn(alerts, id) ? (alerts[id] ?? null) : null
}
