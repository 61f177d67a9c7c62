import type { ResolvedForm } from '../definition/form.ts'
import { isTree } from '../definition/merge-patch.ts'
import type { AnswerProblem } from '../filling/answer-problem.ts'
import { type Answer, type Answers, isAnswered, type NestedAnswers } from '../filling/answers.ts'
import { everyField } from '../filling/repeat.ts'
import { cleanText } from '../values/clean-text.ts'

/** Answers as a lead and the API hold them: coBorrower.income in an object, drivers in a list of objects. */
export function nestAnswers(form: ResolvedForm, answers: Answers): NestedAnswers {
  const nested: Record<string, Answer | Record<string, Answer> | Record<string, Answer>[]> = {}
  for (const { id, kind } of everyField(form, answers)) {
    const answer = answers[id]
    if (answer === undefined) continue
    const [group = '', ...path] = id.split('.')
    if (kind === 'count') nested[group] = Array.from({ length: Number(answer) }, () => ({}))
    else if (path.length === 0) nested[group] = answer
    else {
      nested[group] ??= {}
      const item = path.length > 1 ? (nested[group] as Record<string, Answer>[])[Number(path[0])] : nested[group]
      if (isTree(item)) Object.assign(item, { [path.at(-1) ?? '']: answer })
    }
  }
  return nested
}

/**
 * The reverse, from a client's hand: every answer under the id of its field, and a problem for all that is no field
 * of the form or does not nest as the form does. Values are judged later.
 */
export function flatAnswers(
  form: ResolvedForm,
  nested: Readonly<Record<string, unknown>>,
): { answers: Answers; problems: AnswerProblem[] } {
  const { singles, groups, lists } = outline(form)
  const answers: Record<string, Answer> = {}
  const problems: AnswerProblem[] = []
  const refuse = (field: string, code: string) => problems.push({ field, code, params: {} })
  const take = (id: string, known: ReadonlySet<string>, template: string, value: unknown) => {
    if (!known.has(template)) refuse(id, 'unknown')
    else if (isAnswered(cleaned(value))) answers[id] = cleaned(value) as Answer
  }
  const takeAll = (prefix: string, template: string, value: unknown) => {
    if (!isTree(value)) return refuse(prefix, 'object')
    for (const [key, inner] of Object.entries(value)) take(`${prefix}.${key}`, groups, `${template}.${key}`, inner)
  }

  for (const [key, value] of Object.entries(nested)) {
    const max = lists.get(key)
    if (max === undefined && [...groups].some((id) => id.startsWith(`${key}.`))) takeAll(key, key, value)
    else if (max === undefined) take(key, singles, key, value)
    else if (!Array.isArray(value)) refuse(key, 'array')
    else {
      answers[key] = value.length
      for (const [item, inner] of value.slice(0, max).entries()) takeAll(`${key}.${item}`, `${key}.#`, inner)
    }
  }
  return { answers, problems }
}

/** As in the page: spaces around an answer are no part of it, nor is what nobody sees. */
function cleaned(value: unknown): unknown {
  return typeof value === 'string' ? cleanText(value) : value
}

/** What a form's answers may hold: single fields, fields within groups, and lists with the most items each takes. */
function outline(form: ResolvedForm) {
  const ids = form.steps.flatMap(({ fields }) => fields.map(({ id }) => id))
  const lists = new Map(form.steps.flatMap(({ repeat }) => (repeat ? [[repeat.group, repeat.max] as const] : [])))
  return {
    singles: new Set(ids.filter((id) => !id.includes('.') && !lists.has(id))),
    groups: new Set(ids.filter((id) => id.includes('.'))),
    lists,
  }
}
