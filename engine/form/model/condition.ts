import type { AllOf, Expected, Test, When } from '#schemas/generated/form.ts'
import { type Answer, type Answers, answerTo } from './answers.ts'

/** Whether a condition holds. No condition always holds; an unanswered field never meets anything. */
export function holds(when: When | undefined, answers: Answers): boolean {
  if (when === undefined) return true
  return Array.isArray(when) ? when.some((all) => allHold(all, answers)) : allHold(when, answers)
}

/** The ids of the fields a condition reads, each once, in the order they stand there. */
export function fieldsRead(when: When | undefined): string[] {
  if (when === undefined) return []
  return [...new Set([when].flat().flatMap((all) => Object.keys(all)))]
}

function allHold(all: AllOf, answers: Answers): boolean {
  return Object.entries(all).every(([field, expected]) => {
    const answer = answerTo(field, answers)
    return answer !== undefined && meets(expected, answer)
  })
}

/** Whether an answer is what a condition expects of its field. */
export function meets(expected: Expected, answer: Answer): boolean {
  if (Array.isArray(expected)) return expected.some((value) => equals(value, answer))
  if (typeof expected === 'object') return passes(expected, answer)
  return equals(expected, answer)
}

/** Against a choice of several, a value means: it is among those chosen. */
function equals(value: string | number | boolean, answer: Answer): boolean {
  return Array.isArray(answer) ? answer.includes(String(value)) : answer === value
}

function passes(test: Test, answer: Answer): boolean {
  return (
    (test.const === undefined || answer === test.const) &&
    (test.enum === undefined || test.enum.some((value) => value === answer)) &&
    (test.contains === undefined ||
      (Array.isArray(answer) && answer.some((item) => passes(test.contains ?? {}, item)))) &&
    (test.not === undefined || !passes(test.not, answer)) &&
    (test.startsWith === undefined || begins(test.startsWith, answer)) &&
    inRange(test, answer)
  )
}

function begins(beginnings: readonly string[], answer: Answer): boolean {
  return typeof answer === 'string' && beginnings.some((text) => bare(answer).startsWith(bare(text)))
}

/** People write m1 1ae, M1 1AE and M11AE: that is one postcode, whether as it was typed or as a lead keeps it. */
export function bare(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** As in JSON Schema, a range says nothing about what is not a number. */
function inRange(test: Test, answer: Answer): boolean {
  if (typeof answer !== 'number') return true
  return (
    answer >= (test.minimum ?? -Infinity) &&
    answer <= (test.maximum ?? Infinity) &&
    answer > (test.exclusiveMinimum ?? -Infinity) &&
    answer < (test.exclusiveMaximum ?? Infinity)
  )
}
