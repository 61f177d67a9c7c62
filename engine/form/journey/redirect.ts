import type { Answers, ResolvedForm } from '#engine/form/model'
import type { OutsideRedirect } from '#schemas/generated/form.ts'
import { alertOf, endingOf } from './ending.ts'

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
