import {
  fieldId,
  fieldPlace,
  isTree,
  kindNamed,
  type ResolvedField,
  type ResolvedForm,
  wholeStep,
} from '#engine/form/model'
import { type Part, textAt, valueAt } from '#server/studio'
import { type Html, html, type Words } from './page.ts'

/** A question, as conditions read it. */
export interface Question {
  /** As conditions of other steps name it: coBorrower.income, or the group itself for the number of its items. */
  id: string
  title: string
  /** What its answers are. */
  kind: 'one' | 'several' | 'yes-no' | 'number' | 'text'
  /** Its answers in words, where they are listed. */
  options: Readonly<Record<string, string>>
  /** The step that asks it, by its place among the steps; -1 for what is known before the first. */
  step: number
  group?: string | undefined
  /** Whether it is asked for each item. */
  isRepeated: boolean
}

const comparisons = {
  one: ['is', 'is-not'],
  several: ['is', 'is-not'],
  'yes-no': ['is'],
  number: ['is', 'is-not', 'at-least', 'at-most', 'more', 'less', 'between'],
  text: ['is', 'is-not', 'begins', 'begins-not', 'answered'],
} as const satisfies Record<Question['kind'], readonly string[]>

type Comparison = (typeof comparisons)[Question['kind']][number]
type Value = string | number | boolean

/** One comparison of a condition. */
interface Row {
  question: Question
  comparison: Comparison
  answers: Value[]
}

/** A condition that is edited row by row. */
interface Rows {
  /** Whether one row is enough. */
  any: boolean
  rows: Row[]
}

/** The questions of a form in order, in the words of its first language; what others add is in theirs. */
export function questionsOf(value: unknown, resolved: readonly ResolvedForm[]): Question[] {
  const steps = stepsIn(value)
  const found = new Map<string, Question>()
  const add = (question: Question) => {
    if (!found.has(question.id)) found.set(question.id, question)
  }
  for (const form of resolved) {
    const known = steps.length > 0 ? steps : form.steps.map(wholeStep)
    for (const field of form.hidden ?? []) add(questionOf(field, -1))
    for (const step of form.steps) {
      const at = known.indexOf(wholeStep(step))
      for (const field of step.fields) if (!['consent', 'file'].includes(field.kind ?? '')) add(questionOf(field, at))
      if (step.repeat) {
        const { group: id, title } = step.repeat
        add({ ...{ id, title: step.title || title, kind: 'number', options: {}, step: at }, isRepeated: false })
      }
    }
    for (const field of form.computed ?? []) {
      const last = form.steps.find(({ fields }) => fields.some(({ id }) => id === field.after))
      if (!['payment', 'table'].some((name) => name in field.computed))
        add(questionOf(field, last ? known.indexOf(wholeStep(last)) : -1))
    }
  }
  // What a draft with mistakes adds is in no form yet.
  for (const [at, step] of steps.entries()) {
    const own = stepAt(value, step)
    const group = textAt(own, 'as') || undefined
    const isRepeated = valueAt(own, ['repeat']) !== undefined
    for (const [name, field] of Object.entries(valueAt(own, ['fields']) ?? {})) {
      if (!isTree(field)) continue
      const options = Object.entries(isTree(field.options) ? field.options : {}).filter(
        (option): option is [string, string] => typeof option[1] === 'string',
      )
      const kind =
        field.kind === 'yes-no' ? 'yes-no' : options.length === 0 ? 'text' : field.multiple ? 'several' : 'one'
      add({
        ...{
          id: fieldId({ group, item: isRepeated ? 'each' : undefined, name }),
          title: textAt(field, 'title') || name,
        },
        ...{ kind, options: Object.fromEntries(options), step: at, group, isRepeated },
      })
    }
  }
  return [...found.values()].sort((one, other) => one.step - other.step)
}

/** The ids of the steps; a group of questions is as one. */
const stepsIn = (value: unknown): string[] =>
  valueAt(value, ['fields']) === undefined ? Object.keys(valueAt(value, ['steps']) ?? {}) : ['']

const stepAt = (value: unknown, step: string): unknown => (step === '' ? value : valueAt(value, ['steps', step]))

function questionOf({ id, place, kind, schema, words }: ResolvedField, step: number): Question {
  const { options = {} } = words
  const isListed = Object.keys(options).length > 0
  return {
    ...{ id, title: words.title || id, options, step, group: place.group, isRepeated: place.item !== undefined },
    kind:
      schema.type === 'boolean'
        ? 'yes-no'
        : schema.type === 'array'
          ? 'several'
          : schema.type === 'integer' || schema.type === 'number'
            ? 'number'
            : isListed && !kindNamed(kind)?.calendar
              ? 'one'
              : 'text',
  }
}

/** How questions are named in the conditions of one place. */
export interface Place {
  /** All that are known of, by the names they have here. */
  known: ReadonlyMap<string, Question>
  /** The names of those above it, which its conditions can read. */
  above: readonly string[]
}

/** What conditions of a part can read: what is asked before it. */
export function placeOf(
  questions: readonly Question[],
  value: unknown,
  { at, kind }: Pick<Part, 'at' | 'kind'>,
): Place {
  const [top = '', ...keys] = at.split('.')
  const [step = '', field] = top === 'fields' ? ['', keys[0]] : [keys[0], keys[2]]
  const isAsked = top === 'steps' || top === 'fields'
  const index = isAsked ? stepsIn(value).indexOf(step) : Number.POSITIVE_INFINITY
  const group = textAt(stepAt(value, step), 'as')
  const isOwn = (question: Question) => group !== '' && question.group === group
  const own = kind === 'field' ? questions.filter((each) => each.step === index) : []
  const self = own.findIndex(({ id }) => fieldPlace(id).name === field)
  const nameOf = (question: Question) =>
    isOwn(question) && kind === 'field' ? fieldPlace(question.id).name : question.id
  // Of two that have one name here, the nearest is meant.
  const known = new Map(questions.map((each) => [nameOf(each), each]))
  const isAbove = (question: Question) => {
    if (question.isRepeated && !(kind === 'field' && isOwn(question) && question.step === index)) return false
    if (question.step < index) return true
    return (
      question.step === index && own.indexOf(question) > -1 && own.indexOf(question) < (self < 0 ? own.length : self)
    )
  }
  return { known, above: questions.filter(isAbove).map(nameOf) }
}

/** How a condition is edited: row by row; null where it says more than rows can. */
function rowsOf(when: unknown, { known, above }: Place): Rows | null {
  if (when === undefined) return { any: false, rows: [] }
  const ways = Array.isArray(when) ? when : [when]
  const any = ways.length > 1
  const rows: Row[] = []
  for (const way of ways) {
    if (!isTree(way) || (any && Object.keys(way).length !== 1)) return null
    for (const [id, expected] of Object.entries(way)) {
      const question = known.get(id)
      const read = question && above.includes(id) ? readTest(expected, question) : null
      if (!question || !read) return null
      rows.push({ question, ...read })
    }
  }
  return { any, rows }
}

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)

function valuesOf(test: unknown): Value[] | null {
  if (isValue(test)) return [test]
  if (Array.isArray(test)) return test.every(isValue) ? test : null
  if (!isTree(test) || Object.keys(test).length !== 1) return null
  return isValue(test.const) ? [test.const] : Array.isArray(test.enum) && test.enum.every(isValue) ? test.enum : null
}

function readTest(test: unknown, { kind, options }: Question): Omit<Row, 'question'> | null {
  const fits = (comparison: Comparison, answers: Value[] | null): Omit<Row, 'question'> | null => {
    const isListed = kind === 'one' || kind === 'several'
    if (!answers || !(comparisons[kind] as readonly string[]).includes(comparison)) return null
    if (isListed && answers.some((each) => !Object.hasOwn(options, String(each)))) return null
    if (kind === 'yes-no' && (answers.length !== 1 || typeof answers[0] !== 'boolean')) return null
    if (kind === 'number' && (answers.some((each) => typeof each !== 'number') || answers.length > 2)) return null
    if (kind === 'number' && comparison !== 'between' && answers.length !== 1) return null
    return { comparison, answers }
  }
  if (!isTree(test)) return fits('is', valuesOf(test))
  const { not, contains, startsWith, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = test
  const keys = Object.keys(test)
  if (keys.length === 2 && typeof minimum === 'number' && typeof maximum === 'number')
    return fits('between', [minimum, maximum])
  if (keys.length !== 1) return null
  if (kind === 'several') {
    if (contains !== undefined) return fits('is', valuesOf(contains))
    return isTree(not) && Object.keys(not).length === 1 ? fits('is-not', valuesOf(not.contains)) : null
  }
  if (typeof minimum === 'number') return fits('at-least', [minimum])
  if (typeof maximum === 'number') return fits('at-most', [maximum])
  if (typeof exclusiveMinimum === 'number') return fits('more', [exclusiveMinimum])
  if (typeof exclusiveMaximum === 'number') return fits('less', [exclusiveMaximum])
  if (startsWith !== undefined) return fits('begins', valuesOf(startsWith))
  if (isTree(not) && not.startsWith !== undefined && Object.keys(not).length === 1)
    return fits('begins-not', valuesOf(not.startsWith))
  if (isTree(not) && not.const === '' && Object.keys(not).length === 1) return fits('answered', [])
  return not === undefined ? fits('is', valuesOf(test)) : fits('is-not', valuesOf(not))
}

function testOf({ question: { kind }, comparison, answers }: Row): unknown {
  const [first, second] = answers
  const one = answers.length === 1
  const listed = one ? { const: first } : { enum: answers }
  if (comparison === 'is') return one ? first : answers
  if (comparison === 'is-not') return { not: kind === 'several' ? { contains: listed } : listed }
  if (comparison === 'at-least') return { minimum: first }
  if (comparison === 'at-most') return { maximum: first }
  if (comparison === 'more') return { exclusiveMinimum: first }
  if (comparison === 'less') return { exclusiveMaximum: first }
  if (comparison === 'between') return { minimum: first, maximum: second }
  if (comparison === 'begins') return { startsWith: answers }
  if (comparison === 'begins-not') return { not: { startsWith: answers } }
  return { not: { const: '' } }
}

/** The condition that a form with rows says, as JSON; '' for none; or the key of what is wrong with it. */
export function postedCondition(
  fields: URLSearchParams,
  before: string,
  place: Place,
): { when: string } | { error: string } {
  const shown = rowsOf(before === '' ? undefined : JSON.parse(before), place)
  const count = Number(fields.get('when-rows') ?? -1)
  const [deed = '', which = ''] = (fields.get('deed') ?? '').split(' ')
  if (!shown || count < 0 || count > 50) return { when: before }
  const rows: [string, Row][] = []
  for (let at = 0; at < count; at += 1) {
    const row = rowIn(fields, at, place)
    if (deed === 'when-remove' && which === String(at)) continue
    if (row === null || 'error' in row) return { error: row?.error ?? 'condition.unknown' }
    rows.push(row)
  }
  if (deed === 'when-add') {
    const id = fields.get('when-new') ?? ''
    const question = place.above.includes(id) ? place.known.get(id) : undefined
    if (!question) return { error: 'condition.unknown' }
    rows.push([id, firstRow(question)])
  }
  if (rows.length === 0) return { when: '' }
  const isAny = fields.get('when-any') === 'any' && rows.length > 1
  if (!isAny && new Set(rows.map(([id]) => id)).size < rows.length) return { error: 'condition.twice' }
  const tests = rows.map(([id, row]) => ({ [id]: testOf(row) }))
  const when = isAny ? tests : Object.assign({}, ...tests)
  // What says the same stays as it was written.
  const isSame = shown.any === isAny && JSON.stringify(shown.rows) === JSON.stringify(rows.map(([, row]) => row))
  return { when: isSame ? before : JSON.stringify(when, null, 2) }
}

/** A row of a question that was just chosen: its first answer. */
function firstRow(question: Question): Row {
  const { kind, options } = question
  if (kind === 'yes-no') return { question, comparison: 'is', answers: [true] }
  if (kind === 'number') return { question, comparison: 'at-least', answers: [1] }
  const [first] = Object.keys(options)
  return first === undefined || kind === 'text'
    ? { question, comparison: 'answered', answers: [] }
    : { question, comparison: 'is', answers: [first] }
}

function rowIn(fields: URLSearchParams, at: number, { known, above }: Place): [string, Row] | { error: string } | null {
  const said = (name: string) => fields.get(`when-${at}-${name}`) ?? ''
  const id = said('question')
  const question = above.includes(id) ? known.get(id) : undefined
  if (!question) return null
  if (id !== said('before')) return [id, firstRow(question)]
  const comparison = comparisons[question.kind].find((each) => each === said('test'))
  if (!comparison) return [id, firstRow(question)]
  const row = (answers: Value[], error = 'condition.no-answer'): [string, Row] | { error: string } =>
    answers.length === 0 ? { error } : [id, { question, comparison, answers }]
  if (comparison === 'answered') return [id, { question, comparison, answers: [] }]
  if (question.kind === 'yes-no') return row([said('answers') !== 'false'])
  if (question.kind === 'number') {
    const numbers = [said('from'), ...(comparison === 'between' ? [said('to')] : [])]
    const isWrong = numbers.some((text) => text.trim() === '' || !Number.isFinite(Number(text)))
    return row(isWrong ? [] : numbers.map(Number), 'condition.no-number')
  }
  if (question.kind === 'text') {
    const lines = said('text')
      .split('\n')
      .map((line) => line.trim())
    return row([...new Set(lines.filter((line) => line !== ''))], 'condition.no-text')
  }
  return row(fields.getAll(`when-${at}-answers`).filter((option) => Object.hasOwn(question.options, option)))
}

/** A condition as a sentence, in the words of the questions. */
export function conditionSentence(when: unknown, place: Place, words: Words): string {
  const ways = (Array.isArray(when) ? when : [when]).map((way) => {
    const phrases = Object.entries(isTree(way) ? way : {}).flatMap(([id, test]) =>
      phrasesOf(test, place.known.get(id) ?? unknownQuestion(id), words),
    )
    return { text: listText(phrases, 'conjunction', words), isSingle: phrases.length < 2 }
  })
  if (ways.every(({ isSingle }) => isSingle))
    return listText(
      ways.map(({ text }) => text),
      'disjunction',
      words,
    )
  return ways.map(({ text }) => text).join(words.word('condition.or-else'))
}

const unknownQuestion = (id: string): Question => ({
  ...{ id, title: id, kind: 'text', options: {}, step: -1, isRepeated: false },
})

const listText = (texts: readonly string[], type: 'conjunction' | 'disjunction', { language }: Words) =>
  new Intl.ListFormat(language, { type }).format(texts)

/** What a test says of a question, all of which must hold. @param isNot whether the contrary is meant */
function phrasesOf(test: unknown, question: Question, words: Words, isNot = false): string[] {
  const { word } = words
  const quoted = word('condition.quoted', { text: question.title })
  const answer = (value: unknown): string => {
    if (typeof value === 'number') return words.number(value)
    if (isTree(value)) return word('condition.fact', { name: String(value.fact) })
    const usual = typeof value === 'boolean' ? word(`condition.${value}`) : String(value)
    const { options } = question
    return word('condition.quoted', {
      text: (Object.hasOwn(options, String(value)) && options[String(value)]) || usual,
    })
  }
  const answers = (values: readonly unknown[]) => listText(values.map(answer), 'disjunction', words)
  const say = (comparison: string, said: string) => word(`condition.${comparison}`, { question: quoted, answers: said })
  const is = question.kind === 'several' ? 'includes' : 'is'
  if (!isTree(test)) return [say(isNot ? `${is}-not` : is, answers([test].flat()))]
  const { not, contains, startsWith, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = test
  // Of several that must hold, the contrary is that one of them does not.
  if (isNot && Object.keys(test).length > 1) return [say('other', JSON.stringify({ not: test }))]
  if (not !== undefined)
    return isTree(not) && not.const === '' && !isNot ? [say('answered', '')] : phrasesOf(not, question, words, !isNot)
  if (contains !== undefined) {
    const values = valuesOf(contains)
    return [values ? say(isNot ? 'includes-not' : 'includes', answers(values)) : say('other', JSON.stringify(test))]
  }
  const limit = (value: unknown, plain: string, contrary: string) =>
    value === undefined ? [] : [say(isNot ? contrary : plain, answer(value))]
  const values = test.const !== undefined ? [test.const] : Array.isArray(test.enum) ? test.enum : null
  const between =
    minimum !== undefined && maximum !== undefined
      ? [word('condition.between', { question: quoted, from: answer(minimum), to: answer(maximum) })]
      : [...limit(minimum, 'at-least', 'less'), ...limit(maximum, 'at-most', 'more')]
  return [
    ...(values ? [say(isNot ? `${is}-not` : is, answers(values))] : []),
    ...(Array.isArray(startsWith) ? [say(isNot ? 'begins-not' : 'begins', answers(startsWith))] : []),
    ...between,
    ...limit(exclusiveMinimum, 'more', 'at-most'),
    ...limit(exclusiveMaximum, 'less', 'at-least'),
  ]
}

/** The rows of a condition as inputs, or its sentence where rows cannot say it. @param json '' for none */
export function conditionInputs(json: string, place: Place, words: Words, filePath: string): Html {
  const { word } = words
  const when: unknown = json === '' ? undefined : JSON.parse(json)
  const shown = rowsOf(when, place)
  const sentence =
    when === undefined
      ? word('condition.none')
      : word('condition.shown-alone', { sentence: conditionSentence(when, place, words) })
  if (!shown)
    return html`<p>${sentence}</p><p class="quiet">${word('condition.rich')} <a href="${filePath}">${word('condition.in-file')}</a></p>`
  const { any, rows } = shown
  const choice = (name: string, options: readonly (readonly [string, string])[], chosen: string) =>
    html`<select name="${name}">${options.map(([id, text]) => html`<option value="${id}"${id === chosen && html` selected`}>${text}</option>`)}</select>`
  const questions = place.above.map((id) => [id, place.known.get(id)?.title ?? id] as const)
  const nameOf = ({ id }: Question) => place.above.find((name) => place.known.get(name)?.id === id) ?? id
  const row = ({ question, comparison, answers }: Row, at: number) => {
    const name = (part: string) => `when-${at}-${part}`
    const said = answers.map(String)
    const tests = comparisons[question.kind].map(
      (each) => [each, word(`comparison.${question.kind === 'several' ? `several-${each}` : each}`)] as const,
    )
    const label = word('condition.answers', { number: at + 1 })
    const options = Object.entries(question.options)
    const inputs =
      question.kind === 'yes-no'
        ? html`<label>${label}${choice(
            name('answers'),
            ['true', 'false'].map((each) => [each, question.options[each] ?? word(`condition.${each}`)]),
            said[0] ?? '',
          )}</label>`
        : question.kind === 'number'
          ? html`<label>${word('condition.number', { number: at + 1 })}<input name="${name('from')}" value="${said[0]}" inputmode="decimal" autocomplete="off" size="8"></label>
<label>${word('condition.to', { number: at + 1 })}<input name="${name('to')}" value="${said[1]}" inputmode="decimal" autocomplete="off" size="8"></label>`
          : question.kind === 'text'
            ? html`<label>${word('condition.texts', { number: at + 1 })}<textarea name="${name('text')}" rows="2">${said.join('\n')}</textarea></label>`
            : options.length > 12
              ? html`<label>${label}<select name="${name('answers')}" multiple size="6">${options.map(([id, text]) => html`<option value="${id}"${said.includes(id) && html` selected`}>${text}</option>`)}</select></label>`
              : html`<div role="group" aria-label="${label}">${options.map(([id, text]) => html`<label class="check"><input type="checkbox" name="${name('answers')}" value="${id}"${said.includes(id) && html` checked`}> ${text}</label>`)}</div>`
    const own = nameOf(question)
    return html`<div class="fields row"><input type="hidden" name="${name('before')}" value="${own}"><label>${word('condition.question', { number: at + 1 })}${choice(name('question'), questions, own)}</label>
<label>${word('condition.comparison', { number: at + 1 })}${choice(name('test'), tests, comparison)}</label>${inputs}<button class="plain" name="deed" value="when-remove ${at}">${word('condition.remove', { number: at + 1 })}</button></div>`
  }
  return html`<p>${sentence}</p><input type="hidden" name="when-rows" value="${rows.length}">${
    rows.length > 1 &&
    html`<p><label>${word('condition.how')} ${choice(
      'when-any',
      [
        ['all', word('condition.all')],
        ['any', word('condition.any')],
      ],
      any ? 'any' : 'all',
    )}</label></p>`
  }${rows.map(row)}${
    questions.length > 0
      ? html`<div class="fields"><label>${word('condition.new')}${choice('when-new', questions, '')}</label><button class="plain" name="deed" value="when-add">${word('condition.add')}</button></div>`
      : html`<p class="quiet">${word('condition.nothing-above')}</p>`
  }`
}
