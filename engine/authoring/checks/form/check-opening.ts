import { type ClosedState, closedStates, closingMoment, mergePatch } from '#engine/form/model'
import { isDay, momentIn } from '#engine/form/values'
import { type DefinitionProblem, type Entry, type Library, reference } from '#engine/library'
import { marketsOfForm } from '#engine/site'
import type { ClosedWords, FormDefinition } from '#schemas/generated/form.ts'
import { checkOnward } from './sent/check-onward.ts'

/** The key without which a form is never in a state. */
const cause = { before: 'opens', after: 'closes', full: 'maxLeads' } as const

/** A form opens before it closes, at moments that there are, and what is said of a state can be seen. */
export function checkOpening(id: string, form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const found = value.locales.flatMap((locale) => {
    const rules = value.localeRules?.[locale] ?? {}
    const ruled = mergePatch(value, rules) as FormDefinition
    const pathTo = (key: 'opens' | 'closes' | 'whenClosed') =>
      Object.hasOwn(rules, key) ? ['localeRules', locale, key] : [key]
    const zones = new Set(marketsOfForm(library, id, locale).map(({ timeZone }) => timeZone))
    return [
      ...[...zones].flatMap((zone) => checkMoments(ruled, zone, { file, pathTo })),
      ...closedStates.flatMap((state) => {
        const words = ruled.whenClosed?.[state]
        return words
          ? checkWords(id, { state, words, form: ruled }, library, { file, path: [...pathTo('whenClosed'), state] })
          : []
      }),
    ]
  })
  // Several languages and markets have the same mistake.
  return [...new Map(found.map((problem) => [JSON.stringify([problem.file, problem.path]), problem])).values()]
}

function checkMoments(
  { opens, closes }: FormDefinition,
  timeZone: string,
  { file, pathTo }: { file: string; pathTo: (key: 'opens' | 'closes') => string[] },
): DefinitionProblem[] {
  const say = (key: 'opens' | 'closes', message: string): DefinitionProblem[] => [
    { file, path: pathTo(key), on: 'value', message },
  ]
  const from = opens === undefined ? null : momentIn(opens, timeZone)
  const until = closes === undefined ? null : closingMoment(closes, timeZone)
  if (opens !== undefined && from === null) return say('opens', noMoment(opens, timeZone))
  if (closes !== undefined && until === null) return say('closes', noMoment(closes, timeZone))
  if (from === null || until === null || from < until) return []
  return say('closes', 'The form closes before it opens. "closes" must be later than "opens".')
}

function noMoment(written: string, timeZone: string): string {
  const [day = '', clock = ''] = written.split('T')
  if (!isDay(day)) return `There is no day ${day}. Write one that the calendar has.`
  const time = clock.slice(0, 5)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return `There is no time ${time}. Write one from 00:00 to 23:59.`
  const offset = clock.slice(5)
  if (offset !== '') return `No clock is ${offset} from UTC. Write an offset such as +01:00, or none.`
  return `Clocks go forward in ${timeZone} on ${day}, and skip ${time}. Write another time.`
}

function checkWords(
  id: string,
  { state, words, form }: { state: ClosedState; words: ClosedWords; form: FormDefinition },
  library: Library,
  { file, path }: { file: string; path: string[] },
): DefinitionProblem[] {
  const key = cause[state]
  if (form[key] === undefined) {
    const message = `Nobody sees these texts: the form has no "${key}". Add it, or remove "${state}".`
    return [{ file, path, on: 'key', message }]
  }
  const { waitingList, link } = words
  return [
    ...(link ? checkOnward({ link }, { form, library, file, path }) : []),
    ...(waitingList === undefined
      ? []
      : checkWaitingList(id, waitingList, form, library, { file, path: [...path, 'waitingList'] })),
  ]
}

/** The form in its place is another, which is there for all its visitors, whenever they come. */
function checkWaitingList(
  id: string,
  waiting: string,
  { locales, draft = false }: FormDefinition,
  library: Library,
  at: { file: string; path: string[] },
): DefinitionProblem[] {
  const say = (message: string) => [{ ...at, on: 'value' as const, message, with: [`forms/${waiting}`] }]
  if (waiting === id)
    return [{ ...at, on: 'value', message: 'A form that is closed is no waiting list for itself. Name another form.' }]
  const target = library.forms.get(waiting)?.value
  if (!target) return reference(library, 'forms', waiting, { ...at, on: 'value' })
  if (target.draft && !draft)
    return say(`The form "${waiting}" is a draft, so nobody sees it. Publish it, or name another.`)
  const rules = [target, ...Object.values(target.localeRules ?? {})]
  if (rules.some(({ opens, closes, maxLeads }) => (opens ?? closes ?? maxLeads) != null))
    return say(
      `The form "${waiting}" may be closed as well. A waiting list has no "opens", "closes" or "maxLeads": name a form without them.`,
    )
  const lacking = locales.filter((locale) => !target.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The form "${waiting}" is not offered in ${lacking.join(', ')}, so there would be no waiting list. Add the language to it, or name another form.`,
  )
}
