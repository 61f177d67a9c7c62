import {
  type AnswerProblem,
  type Answers,
  allFields,
  answerTo,
  answerWords,
  holds,
  type Judges,
  plainWords,
  type ResolvedForm,
} from '#engine/form/model'
import type { OutsideRedirect } from '#schemas/generated/form.ts'
import { alertOf, type Ending, type JourneyStep, journey } from './journey.ts'
import { firstStep, show, type Turn } from './turn.ts'
import { validateStep } from './validation/validate.ts'

// What follows once answers were sent. Browsers load this file with what sends them.

/** @param answers the pruned answers of a finished journey */
export function endingOf(form: ResolvedForm, answers: Answers): Ending {
  const { thankYou } = form
  const alert = Object.entries(thankYou?.alerts ?? {}).find(([, { when }]) => holds(when, answers))
  return { alert: alert?.[0] ?? null, shown: readBack(form, answers, [thankYou?.echoField ?? []].flat()) }
}

/** The answers to some fields in words, each with the title of its question; without those that were not given. */
export function readBack(form: ResolvedForm, answers: Answers, asked: readonly string[]): Ending['shown'] {
  const fields = asked.length > 0 ? allFields(form) : []
  return asked.flatMap((id) => {
    const field = fields.find((each) => each.id === id)
    const answer = field && answerTo(id, answers)
    if (!field || answer === undefined) return []
    return [{ title: plainWords(field.words.title), words: answerWords(field, answer, form) }]
  })
}

/** The origin and the host of another site's address, as its schema lets it be written; null for what is none. */
export function outsideOf(address: string): { origin: string; host: string } | null {
  const [origin, host] = /^https?:\/\/([a-z0-9.:-]+)(?![^/?])/.exec(address) ?? []
  return origin === undefined || host === undefined ? null : { origin, host }
}

/**
 * The address of another site that visitors are redirected to after the form; undefined for the form's own thanks.
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

/**
 * A form that changed too long ago to be finished as it was shown: the posted step as it is now, or the one before it
 * that now has something to correct. Ticks are forgotten, since they were for the sentences of then.
 * @param form the form as it is now
 * @param given the answers to the form of then
 */
export function turnAfterChange(
  form: ResolvedForm,
  posted: string,
  given: Answers,
  judges: Judges,
): Turn & { kind: 'show' } {
  const isTick = (field: string) => form.consents.some(({ id }) => id === field)
  const answers = Object.fromEntries(Object.entries(given).filter(([field]) => !isTick(field)))
  const route = journey(form, answers)
  const at = route.steps.findIndex(({ id }) => id === posted)
  for (const step of route.steps.slice(0, at === -1 ? route.steps.length - 1 : at)) {
    const problems = validateStep(step, route.answers, judges)
    if (problems.length > 0) return { ...show(step.id, answers), problems }
  }
  return show(route.steps.at(at)?.id ?? firstStep(route), answers)
}

/** The step to show what is wrong with finished answers: the one that asks for the first of them, or else the posted one. */
export function stepOfProblems(
  form: ResolvedForm,
  answers: Answers,
  problems: readonly AnswerProblem[],
  posted: string,
): string {
  const { steps } = journey(form, answers)
  const asks = ({ asked }: JourneyStep) => asked.some(({ id }) => id === problems[0]?.field)
  return steps.find(asks)?.id ?? posted
}

/** What a reply to a submission says of answers, by their JSON Pointers: `/answers/drivers/0/name` is drivers.0.name. */
export function problemsNamed(errors: readonly { pointer: string; code: string; message: string }[]): AnswerProblem[] {
  return errors.map(({ pointer, code, message }) => ({
    field: pointer.split('/').slice(2).join('.').replaceAll('~1', '/').replaceAll('~0', '~'),
    code,
    params: {},
    message,
  }))
}
