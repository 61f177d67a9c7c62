import {
  type Alert,
  type Answers,
  allFields,
  answerTo,
  answerWords,
  holds,
  type ResolvedForm,
  type Thanks,
} from '#engine/form/model'

/** How a form ends for some answers. */
export interface Ending {
  /** The alert shown in place of the thanks; null for the thanks. */
  alert: string | null
  /** The answer read back, in words; null where the form reads none back. */
  shown: string | null
  /** Whether an operator looks at it before it goes to anybody: then there is nothing to thank for yet. */
  held?: true
}

/** What is said of a form that is held: its words begin with this. */
export function heldWords({ subscription }: ResolvedForm): 'subscription.held' | 'held' {
  return subscription ? 'subscription.held' : 'held'
}

/** @param answers the pruned answers of a finished journey */
export function endingOf(form: ResolvedForm, answers: Answers): Ending {
  const { thankYou } = form
  const alert = Object.entries(thankYou?.alerts ?? {}).find(([, { when }]) => holds(when, answers))
  const field = allFields(form).find(({ id }) => id === thankYou?.echoField)
  const answer = field && answerTo(field.id, answers)
  return { alert: alert?.[0] ?? null, shown: field && answer !== undefined ? answerWords(field, answer, form) : null }
}

/** What is said in place of the thanks; null for the thanks, also where an address names an alert that there is not. */
export function alertOf(thanks: Thanks | undefined, ending: Ending | undefined): Alert | null {
  const { alerts = {} } = thanks ?? {}
  const id = ending?.alert ?? ''
  return Object.hasOwn(alerts, id) ? (alerts[id] ?? null) : null
}
