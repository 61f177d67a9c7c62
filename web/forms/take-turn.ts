import { control, journey, readAnswers, turn, turnUnjudged, withLanding } from '#engine/form/journey'
import { closedSentence } from '#engine/form/model'
import { formSections, isOfFrame, type PageHost } from '#engine/site'
import { begun, closedTo, type PostedStep, shown, type TurnOutcome, versionAt } from './form-states.ts'

/** One turn of one form of a page: the same on the server, for a plain POST, and in the browser. */
export async function takeTurn(host: PageHost, posted: PostedStep): Promise<TurnOutcome> {
  const { view, section, step, signal } = posted
  const place = { page: view.id, section }
  const current = versionAt(host, view, section)
  if (!current) return { kind: 'gone' }
  const { form: now } = current
  const read = () => withLanding(now, posted.entries(), host.landing(), host.drafts?.find(place, now)?.answers)
  const pressed = read()
  const last = (control: string) => pressed.findLast(([name]) => name === control)?.[1]
  const known = last(control.key) || host.drafts?.find(place, now)?.key || null
  const key = known ?? host.mintKey()
  const previous = last(control.previous) ?? host.drafts?.find(place, now)?.previous
  const version = await begun(host, current, last(control.definition))
  if (version === null) return (await loadSending()).changed(host, posted, current, readAnswers(now, pressed), key)
  const { form } = (await host.withOptions?.(version, readAnswers(version.form, pressed))) ?? version
  const judged = async () => {
    const judges = await host.judges(version, step)
    return turn(form, step, read(), judges)
  }
  const next = turnUnjudged(form, step, pressed) ?? (await judged())
  if (next.kind === 'send') await loadSending()
  // A browser's draft is another one by now; to a server each press is whole.
  if (host.drafts && signal.aborted) return { kind: 'gone' }
  if (next.kind === 'restart') {
    host.drafts?.drop(place, form)
    return { kind: 'go', step: null }
  }
  // Rules change, and what is today goes by: for what is stored thanks are said again all the same.
  if (known !== null && next.kind === 'show' && next.problems.length > 0) {
    const route = journey(form, next.answers)
    const isLast = route.steps.at(-1)?.id === step
    const sent = isLast ? await host.wasSent?.(version, route.answers, known) : null
    if (sent?.ok) return (await loadSending()).thanked(host, posted, version, route.answers, sent)
  }
  // Pages come from a cache that nobody counts: who posts a first step has seen it. Forms of the frame are seen so, too.
  if (known === null && (!host.drafts || isOfFrame(section))) host.shown(version, step)
  if (next.kind === 'show') {
    const [met] = next.problems
    if (next.step !== step || met) host.shown(version, next.step, met)
    host.drafts?.keep(place, form, { answers: next.answers, key, isBegun: true, previous, step: next.step })
    // A browser gives each step an entry in its history, so that Back goes one step back. What is wrong fits no address.
    if (host.drafts && next.step !== step && next.problems.length === 0 && !next.end)
      return { kind: 'go', step: next.step }
    // The rest is not worth filling in. The answers stay on the page.
    const { closed } = formSections(view).find(({ id }) => id === section) ?? {}
    if (closed) return closedTo(version, next, key, closedSentence(closed))
    return shown(version, next, key, 'open', next.problems.length > 0 ? 422 : 200)
  }
  const honeypot = last(control.honeypot) ?? ''
  return (await loadSending()).sendAnswers(host, posted, {
    version,
    answers: next.answers,
    key,
    known,
    previous,
    honeypot,
  })
}

/** Loads what sends answers, and says what became of them. */
export async function loadSending(): Promise<typeof import('./submission.ts')> {
  return import('./submission.ts')
}
