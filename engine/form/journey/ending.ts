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
import type { OutsideRedirect } from '#schemas/generated/form.ts'

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

/** The origin and the host of another site's address, as its schema lets it be written; null for what is none. */
export function outsideOf(address: string): { origin: string; host: string } | null {
  const [origin, host] = /^https?:\/\/([a-z0-9.:-]+)(?![^/?])/.exec(address) ?? []
  return origin === undefined || host === undefined ? null : { origin, host }
}

/**
 * The address elsewhere that whoever sent a form is led to; undefined for the form's own thanks.
 * @param answers the pruned answers of a finished journey
 * @param lead its id, the only thing that ever goes along
 * @param hosts those that may be led to now: a form that was begun a while ago may name another
 */
export function redirectOf(
  form: ResolvedForm,
  answers: Answers,
  lead: string,
  hosts: readonly string[] = [],
): string | undefined {
  const { redirect } = alertOf(form.thankYou, endingOf(form, answers)) ?? form.thankYou ?? {}
  const host = redirect && outsideOf(redirect.to)?.host
  if (!redirect || host === undefined || !hosts.includes(host)) return undefined
  const { to, leadId } = redirect
  return leadId === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}${leadId}=${encodeURIComponent(lead)}`
}

/** The origins that forms may lead to once they are sent: browsers ask for them where a form is posted. */
export function redirectOrigins(forms: readonly ResolvedForm[]): string[] {
  const redirects: (OutsideRedirect | undefined)[] = forms.flatMap(({ thankYou }) => [
    thankYou?.redirect,
    ...Object.values(thankYou?.alerts ?? {}).map(({ redirect }) => redirect),
  ])
  return [...new Set(redirects.flatMap((redirect) => (redirect && outsideOf(redirect.to)?.origin) ?? []))]
}
