import { answersOf, endAt, endingOf, type Journey, journey, onDay, validate } from '#engine/form/journey'
import { givenAnswers, leadContent } from '#engine/form/lead'
import {
  type Answer,
  type AnswerLimit,
  type Answers,
  allFields,
  answerTo,
  fieldId,
  fieldPath,
  fieldPlace,
  fieldsAsked,
  findField,
  holds,
  type Judges,
  kindNamed,
  limitInWords,
  listedOptions,
  type NestedAnswers,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  templateId,
  wholeStep,
  wholeSteps,
} from '#engine/form/model'
import { optionsOffered, optionsRead } from '#engine/form/offer'
import { boundDay, isDay } from '#engine/form/values'
import type { AllOf, Expected, When } from '#schemas/generated/form.ts'
import { computedClasses } from './computed-classes.ts'
import { type AnswerPlace, sampleAnswer } from './sample-answers.ts'
import { expectations, hiddenClasses, listedClasses, valueClasses, valuesIn } from './value-classes.ts'

const remedy = 'its rules contradict each other, or it has a pattern and needs an "example".'

/** The least and the most questions that a form asks. */
export interface QuestionRange {
  from: number
  to: number
}

/** What was proven about a form in one language. */
export interface Proof {
  /** How many combinations of value classes were walked. */
  walks: number
  /** One complete filling for each distinct set of questions and way to end. */
  vectors: Answers[]
  /** One filling for each way to be turned away: no lead is made of it. */
  screenedOutAt: Answers[]
  /** Each vector's answers as a lead holds them. */
  leads: NestedAnswers[]
  /** How many questions the shortest and the longest route ask, consents apart; null where nothing was walked. */
  questions: QuestionRange | null
  problems: ProofProblem[]
}

export interface ProofOptions {
  judges: Judges
  /** YYYY-MM-DD */
  today: string
  /** How many walks are too many. */
  cap?: number | undefined
  /** Answers that every walk begins with, and keeps. */
  from?: Answers
}

/**
 * Walks a form over every combination of the value classes of the fields that its conditions read. Those decide alone
 * which steps and fields there are, so what is not met on any of these walks can be met by nobody.
 */
export function prove(of: ResolvedForm, { judges, today, cap = 20_000, from = {} }: ProofOptions): Proof {
  const form = onDay(of, today)
  const read = expectations(form)
  const limits = limitsBetween(form, read)
  const listed = listedClasses(form, read)
  const markets = new Set(allFields(form).flatMap(({ formatBy }) => [formatBy?.field, formatBy?.elsewhere]))
  const computed = computedClasses(form, read, (id) => limits.setBy(id).length === 0 && !markets.has(id))
  const problems: ProofProblem[] = []
  const routes = new Map<string, Answers>()
  const fields = new Set<string>()
  const steps = new Set<string>()
  const alerts = new Set<string>()
  const ends = new Set<string | null>()
  const departures = new Map<string, Answers>()
  const conditions = seenConditions()
  const options = seenOptions(form)
  const widths = new Map<string, number>()
  /** Questions that had to be answered, and could not. */
  const required = new Set<string>()
  /** Those under limits that had an answer, though they may be left out. */
  const answerable = new Set<string>()
  /** The answers with which a walk came to a question that could not be answered. */
  const stuckWith = new Map<string, Answers>()
  /** Where walks came to before, and where they stuck from there. */
  const walked = new Map<string, string[]>()
  const consents = new Set(allFields(form).flatMap(({ id, kind }) => (kind === 'consent' ? [id] : [])))
  /** The table of each row: it is one question. */
  const tables = new Map(allFields(form).flatMap(({ id, words, place }) => (words.table ? [[id, place.group]] : [])))
  let questions: QuestionRange | null = null
  let walks = 0

  const report = (message: string, path: readonly string[], answers: Answers = {}) =>
    problems.push({ message, path, answers })

  /**
   * Answers the first open question in every way that matters, and goes on from each.
   * @returns the questions at which it could not go on
   */
  function walk(answers: Answers, skipped: ReadonlySet<string>): string[] {
    if (walks > cap || computed.tooLarge.size > 0) return []
    const route = journey(form, answers)
    for (const [at, step] of route.steps.entries()) {
      const open = step.asked.find(({ id }) => answerTo(id, answers) === undefined && !skipped.has(id))
      if (!open) {
        const end = endAt(form, route, at, true)
        if (end === null) continue
        walks += 1
        depart(route, at, end)
        return []
      }
      const state = computed.stateAt(open, route.answers)
      const key = state === null ? null : [state, ...skipped].join(' ')
      const before = key === null ? undefined : walked.get(key)
      if (before) return before
      const ways = waysToAnswer(open, { step: step.id, answers: route.answers, judges, today })
      const isStuck = ways.flat().every((value) => value === undefined)
      if (isStuck && !open.optional) required.add(open.id)
      if (isStuck && !stuckWith.has(open.id)) stuckWith.set(open.id, answers)
      if (!isStuck && open.optional && open.limits) answerable.add(templateId(open.place))
      const beyond = ways.flatMap((way) => goOn(way, open.id, answers, skipped))
      // Where answers limit it, an optional question is to have an answer too.
      const stuck = isStuck && (open.limits || !open.optional) ? [open.id, ...beyond] : beyond
      if (key !== null) walked.set(key, stuck)
      return stuck
    }
    walks += 1
    arrive(route)
    return []
  }

  /** The answers to a question that are walked, each list until one of it leads on. */
  function waysToAnswer(open: ResolvedField, place: AnswerPlace): (Answer | undefined)[][] {
    const id = templateId(open.place)
    const expected = read.get(id)
    const set = limits.setBy(id)
    const isCounted = computed.decides(open)
    const isChoosing = listed.decides(open)
    if (!expected && set.length === 0 && !isCounted && !isChoosing) {
      const sample = sampleAnswer(open, place)
      return sample === null && !open.optional ? [] : [[sample ?? undefined]]
    }
    // Without a condition that reads it nothing is told apart by leaving it out.
    const optional = open.optional && (expected !== undefined || isCounted || isChoosing)
    const more = [...meetingAnswers(open, set, today), ...(isCounted ? computed.candidates(open, place.answers) : [])]
    const tell = (answer: Answer) =>
      (isCounted ? computed.tell(open, answer, place.answers) : '') + (isChoosing ? listed.tell(open, answer) : '')
    const classes = valueClasses({ ...open, optional }, expected ?? [], place, more, tell)
    if (classes.length === 0 && open.optional) return [[undefined]]
    widths.set(open.id, classes.length)
    return set.length === 0 ? classes.map((answers) => answers.slice(0, 1)) : classes
  }

  /** Answers alike to conditions may set limits that leave another question no answer: then the next of them is tried. */
  function goOn(way: (Answer | undefined)[], id: string, answers: Answers, skipped: ReadonlySet<string>): string[] {
    const found: string[][] = []
    for (const value of way) {
      const stuck =
        value === undefined ? walk(answers, new Set([...skipped, id])) : walk({ ...answers, [id]: value }, skipped)
      found.push(stuck)
      if (stuck.length === 0 && !limits.decides(templateId(fieldPlace(id)))) return []
    }
    return found.some((stuck) => stuck.length === 0) ? [] : (found[0] ?? [])
  }

  /** The form ends at a step: what follows is not met on this walk. */
  function depart(route: Journey, at: number, end: string): void {
    const way = { ...route, steps: route.steps.slice(0, at + 1), answers: answersOf(form, route, at + 1) }
    const asked = meet(way, form.steps.slice(0, form.steps.findIndex(({ id }) => id === way.steps[at]?.id) + 1))
    ends.add(end)
    departures.set([end, ...asked].join(' '), way.answers)
  }

  /** Notes what a walk meets, up to the last of the given steps. Returns the ids of the fields asked. */
  function meet(route: Journey, known: ResolvedForm['steps']): string[] {
    const { answers } = route
    const asked = route.steps.flatMap((step) => step.asked.map(({ id }) => id))
    for (const { step } of route.steps) steps.add(step)
    for (const id of asked) fields.add(id)
    options.see(known, answers)
    for (const [id, { when }] of Object.entries({ ...form.screenOuts }))
      conditions.see(`end "${id}"`, ['screenOuts', id, 'when'], when, answers)
    if (form.screenOuts) for (const at of route.steps.keys()) ends.add(endAt(form, route, at, false))
    for (const step of known) {
      const id = wholeStep(step)
      conditions.see(`step "${id}"`, ['steps', id, 'when'], step.when, answers)
      if (!steps.has(id)) continue
      for (const { id, when, optionalWhen } of step.fields) {
        conditions.see(`field "${id}"`, [...fieldPath(form, id), 'when'], when, answers)
        if (fields.has(id))
          conditions.see(`"optional" of field "${id}"`, [...fieldPath(form, id), 'optional'], optionalWhen, answers)
      }
    }
    return asked
  }

  function arrive(route: Journey): void {
    const { answers } = route
    const asked = meet(route, form.steps)
    for (const [id, { when }] of Object.entries(form.thankYou?.alerts ?? {}))
      conditions.see(`alert "${id}"`, ['thankYou', 'alerts', id, 'when'], when, answers)
    const { alert } = endingOf(form, answers)
    if (alert !== null) alerts.add(alert)
    const count = new Set(asked.filter((id) => !consents.has(id)).map((id) => tables.get(id) ?? id)).size
    questions = { from: Math.min(count, questions?.from ?? count), to: Math.max(count, questions?.to ?? count) }
    const signature = [alert ?? '', ...asked].join(' ')
    if (routes.has(signature)) return
    routes.set(signature, answers)
    const [problem] = validate(route, judges)
    if (!problem) return
    const message = `The route cannot be completed: "${problem.field}" breaks "${problem.code}".`
    problems.push({ message, path: fieldPath(form, problem.field), answers, stuckAt: problem.field })
  }

  let openings: Answers[] = [from]
  for (const field of form.hidden ?? []) {
    const tell = (value: Answer) => computed.tell(field, value, {})
    const values = hiddenClasses(field, read.get(field.id) ?? [], tell)
    openings = openings.flatMap((opening) => values.map((value) => ({ ...opening, [field.id]: value })))
  }
  const stuckAt = [...new Set(openings.flatMap((opening) => walk(opening, new Set())))]
  const unanswerable = stuckAt.filter((id) => required.has(id))
  for (const id of computed.tooLarge) {
    const message = `Too many different answers make "${id}" to prove what reads it. Let it read fewer fields, or fields with fewer answers.`
    return { walks, ...nothing, problems: [{ message, path: ['computed', id], answers: {} }] }
  }
  if (walks > cap) {
    const widest = [...widths].sort(([, a], [, b]) => b - a).slice(0, 5)
    const blamed = widest.map(([id, count]) => `"${id}" (${count})`).join(', ')
    const message = tooMany(cap, blamed)
    return { walks, ...nothing, problems: [{ message, path: ['steps'], answers: {} }] }
  }
  if (unanswerable.length > 0) {
    // What lies behind such a field was never walked, so nothing can be said of it.
    const stuck = oncePerQuestion(unanswerable).map((id) => ({
      ...{ ...unanswerableField(form, id, today), stuckAt: id },
      ...wayTo(id),
    }))
    return { walks, ...nothing, problems: stuck }
  }
  for (const id of oncePerQuestion(stuckAt))
    if (!answerable.has(templateId(fieldPlace(id))))
      problems.push({ ...unanswerableField(form, id, today), ...wayTo(id) })
  for (const step of wholeSteps(form)) {
    if (steps.has(step.id)) for (const field of step.fields) proveField(field)
    else report(`The step "${step.id}" is never reached: its condition cannot hold.`, ['steps', step.id, 'when'])
  }
  for (const alert of Object.keys(form.thankYou?.alerts ?? {}))
    if (!alerts.has(alert))
      report(`The alert "${alert}" is never shown: its condition cannot hold.`, ['thankYou', 'alerts', alert, 'when'])
  for (const end of Object.keys({ ...form.screenOuts }))
    if (!ends.has(end)) report(`The end "${end}" is never met: its condition cannot hold.`, ['screenOuts', end, 'when'])
  if (routes.size === 0)
    problems.push({
      message: 'Every way through the form ends before it is sent.',
      path: ['screenOuts'],
      answers: {},
      stuckAt: 'screenOuts',
    })
  problems.push(...conditions.problems(), ...options.problems())
  const given = (fillings: ReadonlyMap<string, Answers>) => [...fillings.values()].map((all) => givenAnswers(form, all))
  const leads = [...routes.values()].map((answers) => leadContent(form, answers).answers)
  return { walks, vectors: given(routes), screenedOutAt: given(departures), leads, questions, problems }

  function wayTo(id: string): Pick<ProofProblem, 'way'> {
    const way = stuckWith.get(id)
    return way ? { way } : {}
  }

  function proveField(field: ResolvedField): void {
    const { place } = field
    if (!fields.has(fieldId(place.item === undefined ? place : { ...place, item: 0 })))
      report(`The field "${field.id}" is never asked: its condition cannot hold.`, [
        ...fieldPath(form, field.id),
        'when',
      ])
  }
}

/** Of fields that are asked several times the first. */
function oncePerQuestion(ids: readonly string[]): string[] {
  return [...Map.groupBy(ids, (id) => templateId(fieldPlace(id))).values()].flatMap(([first]) => first ?? [])
}

const nothing = { vectors: [], screenedOutAt: [], leads: [], questions: null }

function tooMany(cap: number, blamed: string): string {
  return `Its conditions tell more than ${cap} combinations of answers apart. Most come from ${blamed}: let fewer fields decide.`
}

/** Why no answer to a field was found, as far as can be said. @param today YYYY-MM-DD */
function unanswerableField(form: ResolvedForm, id: string, today: string): ProofProblem {
  const { field } = findField(form, id) ?? {}
  // Of something that is asked several times one mistake is told, not one each time.
  const name = templateId(fieldPlace(id))
  const { earliest, latest } = field?.bounds ?? {}
  const path = fieldPath(form, id)
  const isCrossed =
    earliest !== undefined && latest !== undefined && boundDay(earliest, today) > boundDay(latest, today)
  const [limit] = field?.limits ?? []
  const cause = field ? causeIn(field, today) : ''
  if (limit && !isCrossed) {
    const message = `No answer to "${name}" is taken: its ${limit.code}, ${limitInWords(limit)}, leaves none within its other limits. ${cause || `Change one of them, or what "${limit.field}" takes.`}`
    return { message, path: [...path, limit.code], answers: {} }
  }
  const message = isCrossed
    ? `No answer to "${name}" is taken: its latest day (${dayOf(latest, today)}) is before its earliest (${dayOf(earliest, today)}).${cause && ` ${cause}`}`
    : `No answer to "${name}" was found that it takes: ${remedy}`
  return { message, path: isCrossed ? [...path, 'latest'] : path, answers: {} }
}

/** The bound that the field never wrote down: its kind brings it. '' where it has none. */
function causeIn({ kind, bounds }: ResolvedField, today: string): string {
  const latest = kindNamed(kind)?.bounds?.latest
  if (kind !== 'birth-date' || latest === undefined || bounds?.latest !== latest) return ''
  return `The kind "birth-date" means an adult: without a "latest" of its own it takes no day after ${boundDay(latest, today)}. Add "latest": "today", or make it the kind "date".`
}

function dayOf(bound: string, today: string): string {
  const day = boundDay(bound, today)
  return day === bound ? day : `${bound}, now ${day}`
}

/** What has been seen of a condition. */
interface Condition {
  path: readonly string[]
  when: When
  /** The values it had. */
  whole: Set<boolean>
  /** Which of its ways have held. */
  ways: Set<number>
}

/** What walks through a form see of its conditions. */
interface SeenConditions {
  /** Notes a condition as these answers make it. @param what it is called in sentences @param path the keys that lead to it */
  see: (what: string, path: readonly string[], when: When | undefined, answers: Answers) => void
  /** What can be said of them once all walks are over: those that decide nothing. */
  problems: () => ProofProblem[]
}

function seenConditions(): SeenConditions {
  const conditions = new Map<string, Condition>()
  return {
    see(what, path, when, answers) {
      if (when === undefined) return
      const known = conditions.get(what) ?? { path, when, whole: new Set<boolean>(), ways: new Set<number>() }
      conditions.set(what, known)
      known.whole.add(holds(when, answers))
      if (Array.isArray(when)) for (const [index, way] of when.entries()) if (holds(way, answers)) known.ways.add(index)
    },
    problems: () => [...conditions].flatMap(([what, condition]) => idle(what, condition)),
  }
}

function idle(what: string, { path, when, whole, ways }: Condition): ProofProblem[] {
  const say = (message: string, place = path): ProofProblem => ({ message, path: place, answers: {} })
  const isOptional = path.at(-1) === 'optional'
  if (!whole.has(true)) return isOptional ? [say(`The condition of ${what} never holds. Remove it.`)] : []
  const always = whole.size === 1
  const idleWays = Array.isArray(when)
    ? [...when.entries()].filter(([at, way]) => !ways.has(at) && !readsItem(way))
    : []
  return [
    ...(always ? [say(`The condition of ${what} always holds. ${isOptional ? 'Write true' : 'Remove it'}.`)] : []),
    ...idleWays.map(([at]) =>
      say(`One way of the condition of ${what} never holds. Remove it.`, [...path, String(at)]),
    ),
  ]
}

/** Whether it reads an answer within one of several items: what stands there is decided item by item. */
function readsItem(way: AllOf): boolean {
  return Object.keys(way).some((id) => fieldPlace(id).item === 'each')
}

/** What walks through a form see of options that depend on answers. */
interface SeenOptions {
  /** Notes which options these answers offer in the given steps. */
  see: (steps: readonly ResolvedStep[], answers: Answers) => void
  /** What can be said once all walks are over: options that are offered never or always, and answers that leave none. */
  problems: () => ProofProblem[]
}

function seenOptions(form: ResolvedForm): SeenOptions {
  /** How often each field was asked, and each of its options was offered. */
  const times = new Map<string, { asked: number; offered: Map<string, number>; none: Answers | null }>()
  return {
    see(steps, answers) {
      for (const step of steps) {
        if (!holds(step.when, answers)) continue
        for (const field of fieldsAsked(step, answers)) {
          const read = optionsRead(field)
          if ((!field.offered && !field.listed) || !holds(field.when, answers)) continue
          if (read.some((id) => answerTo(id, answers) === undefined)) continue
          const id = templateId(field.place)
          const seen = times.get(id) ?? { asked: 0, offered: new Map<string, number>(), none: null }
          const options = Object.keys(optionsOffered(field, answers, form.groups) ?? {})
          seen.asked += 1
          for (const option of options) seen.offered.set(option, (seen.offered.get(option) ?? 0) + 1)
          if (options.length === 0)
            seen.none ??= Object.fromEntries(Object.entries(answers).filter(([each]) => read.includes(each)))
          times.set(id, seen)
        }
      }
    },
    problems: () =>
      form.steps.flatMap(({ fields }) =>
        fields.flatMap(({ id, offered = {}, listed, schema }): ProofProblem[] => {
          const seen = times.get(id)
          if (!seen) return []
          const path = [...fieldPath(form, id), listed ? 'optionsBy' : 'optionsWhen']
          const none = `No option of "${id}" is offered after these answers, so it is not asked. Offer one, or say in "when" that it is not asked then.`
          return [
            ...(seen.none ? [{ message: none, path, answers: seen.none }] : []),
            ...listedOptions(schema).flatMap((option) => {
              const count = seen.offered.get(option) ?? 0
              if (!Object.hasOwn(offered, option) || (count > 0 && count < seen.asked)) return []
              const message =
                count === 0
                  ? `The option "${option}" of "${id}" is never offered: its condition cannot hold.`
                  : `The option "${option}" of "${id}" is always offered: its condition always holds. Remove it.`
              return [{ message, path: [...path, option], answers: {} }]
            }),
          ]
        }),
      ),
  }
}

/** A limit that the answer to a field sets. */
interface SetLimit {
  limit: AnswerLimit
  /** The field that it limits. */
  limited: ResolvedField
  /** What conditions expect of that field's answer. */
  expected: readonly Expected[]
}

/** What the limits between fields mean for walks. Fields are named as they stand in the form: drivers.#.from. */
interface LimitsBetween {
  /** The limits that the answer to a field sets. */
  setBy: (id: string) => readonly SetLimit[]
  /** Whether answers to a field decide, through limits, what conditions find. */
  decides: (id: string) => boolean
}

function limitsBetween(form: ResolvedForm, read: ReadonlyMap<string, readonly Expected[]>): LimitsBetween {
  const all = allFields(form).flatMap((limited): SetLimit[] =>
    (limited.limits ?? []).map((limit) => ({ limit, limited, expected: read.get(limited.id) ?? [] })),
  )
  const byField = Map.groupBy(all, ({ limit }) => templateId(fieldPlace(limit.field)))
  const setBy = (id: string) => byField.get(id) ?? []
  const decides = (id: string): boolean =>
    setBy(id).some(({ limited, expected }) => expected.length > 0 || decides(limited.id))
  return { setBy, decides }
}

/** Answers to a field at which the limits that it sets meet what their fields take and what conditions expect there. */
function meetingAnswers(field: ResolvedField, limits: readonly SetLimit[], today: string): Answer[] {
  const length = kindNamed(field.kind)?.calendar === 'month' ? 'YYYY-MM'.length : undefined
  return limits.flatMap(
    ({ limit: { factor = 1, offset = '0d' }, limited: { schema, bounds = {} }, expected }): Answer[] => {
      const named = expected.flatMap(valuesIn)
      const numbers = [schema.minimum, schema.maximum, ...named].filter((value) => typeof value === 'number')
      const days = [bounds.earliest, bounds.latest].flatMap((bound) =>
        bound === undefined ? [] : boundDay(bound, today),
      )
      const back = offset.startsWith('-') ? offset.slice(1) : `-${offset}`
      return [
        ...numbers.flatMap((number) => neighbours(number / factor, field)),
        ...[...days, ...named.filter((value) => typeof value === 'string')]
          .filter(isDay)
          .map((day) => boundDay(back, day).slice(0, length)),
      ]
    },
  )
}

/** The answers to a field next to a number. */
function neighbours(number: number, { schema }: ResolvedField): number[] {
  const parts = schema.type === 'integer' ? 1 : 100
  return [Math.floor(number * parts) / parts, Math.ceil(number * parts) / parts]
}

/** A defect, and the fewest answers that show it. */
export interface ProofProblem {
  message: string
  answers: Answers
  /** The answers with which a visitor comes to a question that no answer is found for. */
  way?: Answers
  /** The keys that lead to what is meant, in the form with its groups in place; in a partner, if one is named. */
  path: readonly string[]
  /** The partner whose map is meant. */
  partner?: string
  /** The page whose section is meant; the keys lead there then. */
  page?: string
  /** The field at which a visitor is kept from finishing. Without one the form is odd, but can be sent. */
  stuckAt?: string
}

/** What was proven of a form that begins with answers chosen beforehand. */
interface PresetProof {
  /** One complete filling that keeps what was chosen, for each distinct set of questions. */
  vectors: Answers[]
  /** What is wrong, and the field that is meant; null for all of them together. */
  problems: readonly { field: string | null; message: string }[]
}

/**
 * Walks a form as those do who change nothing of what was chosen beforehand: they can finish it, and meet each question
 * that is answered for them. Whoever changes something walks the form as it is, which is proven by itself.
 */
export function provePreset(form: ResolvedForm, preset: Answers, options: ProofOptions): PresetProof {
  const { vectors, screenedOutAt, problems } = prove(form, { ...options, from: preset })
  const stuck = problems.find(({ stuckAt }) => stuckAt !== undefined)
  if (stuck) {
    const field = Object.hasOwn(preset, stuck.stuckAt ?? '') ? (stuck.stuckAt ?? null) : null
    return { vectors, problems: [{ field, message: `Who keeps what is chosen here cannot finish: ${stuck.message}` }] }
  }
  const met = new Set([...vectors, ...screenedOutAt].flatMap((answers) => Object.keys(answers)))
  const idle = Object.keys(preset).filter((field) => !met.has(field))
  return {
    vectors,
    problems: idle.map((field) => ({
      field,
      message: `Who keeps what else is chosen here is never asked for "${field}". Take it out, or choose what opens it.`,
    })),
  }
}
