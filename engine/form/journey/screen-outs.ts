import { type Answers, holds, type ResolvedForm } from '#engine/form/model'
import { unknownAt } from './compute.ts'
import type { Journey } from './journey.ts'

/**
 * The end that a step's answers lead to: the first whose condition they decide. null where the form goes on.
 * @param at the step's place on the route
 * @param isTold whether the visitor knows, and goes on where the form lets them
 */
export function endAt(form: ResolvedForm, route: Journey, at: number, isTold: boolean): string | null {
  const { screenOuts } = form
  if (!screenOuts) return null
  // What is known before the first step, as from the address, is told at its end.
  const before = at === 0 ? {} : answersOf(form, route, at)
  const now = answersOf(form, route, at + 1)
  const met = Object.entries(screenOuts).find(
    ([, { when, lead }]) => holds(when, now) && !holds(when, before) && !(isTold && lead),
  )
  return met?.[0] ?? null
}

/** The end that a whole filling stops at, with the place of its step: no lead is made of it. */
export function screenedOutAt(form: ResolvedForm, route: Journey): { end: string; at: number } | null {
  for (const at of route.steps.keys()) {
    const end = endAt(form, route, at, true)
    if (end !== null) return { end, at }
  }
  return null
}

/** What was answered up to the first steps of a route, and what is computed of that. */
export function answersOf(form: ResolvedForm, { steps, answers }: Journey, count: number): Answers {
  const [next] = steps.slice(count)
  const later = new Set(steps.slice(count).flatMap((step) => step.asked.map(({ id }) => id)))
  for (const id of next ? unknownAt(form, next.id) : []) later.add(id)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !later.has(id)))
}
