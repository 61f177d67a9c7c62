import type { AllOf, When } from '#schemas/generated/form.ts'
import type { Answers } from '../journey/answers.ts'
import { holds } from '../model/condition.ts'
import { placeOf } from '../model/field-place.ts'
import type { ProofProblem } from './proof-problem.ts'

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
export interface SeenConditions {
  /** Notes a condition as these answers make it. @param what it is called in sentences @param path the keys that lead to it */
  see: (what: string, path: readonly string[], when: When | undefined, answers: Answers) => void
  /** What can be said of them once all walks are over: those that decide nothing. */
  problems: () => ProofProblem[]
}

export function seenConditions(): SeenConditions {
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
  return Object.keys(way).some((id) => placeOf(id).item === 'each')
}
