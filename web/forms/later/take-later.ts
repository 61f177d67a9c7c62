import {
  control,
  everyField,
  firstTurn,
  journey,
  readAnswers,
  resume,
  turnAfterChange,
  withLanding,
  writeAnswers,
} from '#engine/form/journey'
import { type Answers, email, type ResolvedForm } from '#engine/form/model'
import { linkToken, mainForm, openedForm, type PageHost } from '#engine/site'
import type { Answered, FormState, Later, PageData } from '#web/page'
import { begun, freshState, type PostedStep, type TurnOutcome, versionAt, withOptionsOf } from '../form-states.ts'
import { laterControl } from './later-control.ts'

/** The longest address that a mail server takes, in characters. */
const longest = 254

/**
 * A press of one of the buttons of a form for later; null where another was pressed. Only a server is asked: browsers post
 * these as HTML does.
 */
export async function takeLater(host: PageHost, posted: PostedStep): Promise<TurnOutcome | null> {
  const entries = posted.entries()
  const last = (name: string) => entries.findLast(([entry]) => entry === name)?.[1] ?? ''
  const pressed = last(control.later)
  const version = versionAt(host, posted.view, posted.section)
  const isOffered = version?.form.saveAndResume && mainForm(posted.view)?.id === posted.section
  if (!host.later || !isOffered || pressed === '') return null
  if (pressed === 'open') return open(host, host.later, posted, last)

  const began = (await begun(host, version, last(control.definition))) ?? version
  const { form } = began
  const answers = readAnswers(form, withLanding(form, entries, host.landing()))
  const key = last(control.key) || host.mintKey()
  const show = (later: Later, status: number): TurnOutcome => {
    const turn = resume(form, answers, posted.step) as FormState['turn']
    return {
      kind: 'show',
      state: {
        version: withOptionsOf(began, turn.answers),
        turn,
        key,
        isBegun: true,
        arrives: true,
        outcome: 'open',
        later,
      },
      status,
    }
  }
  if (pressed !== 'save') return show({ kind: 'address', address: emailIn(form, answers), problem: null }, 200)
  const address = last(laterControl.address).trim()
  if (address.length > longest || !email.format?.isRight(address, ''))
    return show({ kind: 'address', address, problem: 'invalid' }, 422)
  const { view, attribution } = posted
  const [previous, device] = [last(control.previous) || undefined, last(laterControl.device)]
  const order = { version: began, page: view, answers, key, attribution, previous, address, device }
  // What fills in a field that people do not see is told the same, and gets nothing.
  const told = last(control.honeypot) === '' ? await host.later.save(order) : 'mailed'
  return told === 'busy' ? show({ kind: 'address', address, problem: 'busy' }, 503) : show({ kind: told, address }, 200)
}

/** Opens a saved form as it is now, at the first step that misses an answer or has one that no longer fits. */
async function open(
  host: PageHost,
  later: NonNullable<PageHost['later']>,
  { view, section }: PostedStep,
  last: (name: string) => string,
): Promise<TurnOutcome> {
  const version = versionAt(host, view, section)
  if (!version) return { kind: 'gone' }
  const { form } = version
  const token = last(linkToken)
  const asked = last(laterControl.asked)
  const said = asked === '' ? null : last(laterControl.said).slice(0, longest)
  const opened = await later.open({ form: form.id, token, device: last(laterControl.device), said })
  const begins = { version: withOptionsOf(version, {}), isBegun: true, arrives: true, outcome: 'open' as const }
  if (opened.kind === 'open') {
    const answers = asNow(form, opened.answers)
    const { steps, current } = journey(form, answers)
    const step = current ?? steps.at(-1)?.id ?? ''
    const turn = turnAfterChange(form, step, answers, await host.judges(version))
    const { key, attribution, previous } = opened
    const known = withOptionsOf(version, turn.answers)
    return { kind: 'show', state: { ...begins, version: known, turn, key, attribution, previous }, status: 200 }
  }
  const turn = firstTurn(form) as FormState['turn']
  const told = (what: Later, status: number): TurnOutcome => ({
    kind: 'show',
    state: { ...begins, turn, key: '', later: what },
    status,
  })
  if (opened.kind === 'gone') return told({ kind: 'gone' }, 410)
  if (opened.kind === 'asks')
    return told({ kind: 'link', token, asks: opened.what, problem: opened.isWrong ? 'wrong' : null }, 403)
  const asks = asked === 'name' || asked === 'email' ? asked : null
  return told({ kind: 'link', token, asks, problem: 'busy' }, 503)
}

/** The form may ask otherwise now: answers are read as if they were posted to it. */
function asNow(form: ResolvedForm, answers: Answers): Answers {
  return readAnswers(form, writeAnswers(everyField(form, answers), answers, form.locale))
}

function emailIn(form: ResolvedForm, answers: Answers): string {
  const given = everyField(form, answers).flatMap(({ id, kind }) => (kind === 'email' ? [answers[id]] : []))
  return given.find((answer) => typeof answer === 'string') ?? ''
}

/** The form of a page that somebody came to by a mailed link: with a button, because mail scanners open links. Null without one. */
export function linkedForm({ view }: PageData, search: URLSearchParams): Answered | null {
  const token = search.get(linkToken)
  const opened = openedForm(view, token !== null)
  if (token === null || !opened) return null
  const { id: section, form, hash } = opened
  const isToken = /^[\w-]{43}$/.test(token)
  const later = isToken ? ({ kind: 'link', token, asks: null, problem: null } as const) : ({ kind: 'gone' } as const)
  // Nobody has seen a step of it, so there is none to count: that is told by a key.
  return { section, state: { ...freshState({ form, hash }), key: '', isBegun: true, arrives: true, later } }
}
