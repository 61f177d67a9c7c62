import { control, journey, readAnswers, validateStep, withLanding } from '#engine/form/journey'
import { answerTo } from '#engine/form/model'
import type { PageHost } from '#engine/site'
import { begun, type PostedStep, type TurnOutcome, versionAt, withOptionsOf } from './form-states.ts'
import { helpOf, looksUp } from './place-help.ts'

// Servers alone: a browser looks towns up while they are typed (place-help.ts).

/**
 * A posted step whose town does not belong to its postal code, or is missing and known: shown once more, with a word about
 * it. Sent again as it is, it goes on; null for any other. A browser says so while the visitor types.
 */
export async function takeAddresses(host: PageHost, posted: PostedStep): Promise<TurnOutcome | null> {
  const { view, section, step } = posted
  const entries = posted.entries()
  const all = (name: string) => entries.flatMap(([entry, value]) => (entry === name ? [value] : []))
  const last = (name: string) => all(name).at(-1)
  const current = versionAt(host, view, section)
  if (!host.places || !current || !looksUp(current.form, step)) return null
  if ((last(control.go) ?? 'on') !== 'on') return null
  const version = await begun(host, current, last(control.definition))
  if (!version) return null
  const { form } = version
  const given = readAnswers(form, withLanding(form, entries, host.landing()))
  const { filled, notes, ...help } = await helpOf(form, step, given, host.places)
  const route = journey(form, { ...given, ...filled })
  const shown = route.steps.find(({ id }) => id === step)
  // A town that may stay unanswered was left out on purpose.
  const isMissing = (id: string) => shown?.asked.some((field) => field.id === id && !field.optional) ?? false
  const told = Object.entries(notes).flatMap(([id, { kind, postalCode }]) =>
    kind === 'filled' ? [] : `${id} ${postalCode} ${answerTo(id, given)}`,
  )
  const news = Object.keys(notes).filter((id) =>
    id in filled ? isMissing(id) : told.some((each) => each.startsWith(`${id} `) && !all(control.told).includes(each)),
  )
  const [revealed] = news
  if (!shown || revealed === undefined) return null
  const problems = validateStep(shown, route.answers, await host.judges(version))
  const turn = { kind: 'show', step, answers: { ...given, ...filled }, problems, revealed } as const
  const key = last(control.key) || host.mintKey()
  const state = { version: withOptionsOf(version, turn.answers), turn, key, isBegun: true, arrives: true } as const
  const status = problems.length > 0 ? 422 : 200
  return { kind: 'show', state: { ...state, outcome: 'open', help: { ...help, notes, told } }, status }
}

/** The step that follows a post, with suggestions for what it asks where its postal code was answered before. */
export async function withAddresses(host: PageHost, outcome: TurnOutcome): Promise<TurnOutcome> {
  if (outcome.kind !== 'show' || !host.places) return outcome
  const { state } = outcome
  const { version, turn, help } = state
  if (help || state.outcome === 'sent' || !looksUp(version.form, turn.step)) return outcome
  const { filled, ...found } = await helpOf(version.form, turn.step, turn.answers, host.places)
  const answers = { ...turn.answers, ...filled }
  return { ...outcome, state: { ...state, turn: { ...turn, answers }, help: found } }
}
