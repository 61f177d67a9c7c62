import { holds } from '#engine/core/definition/condition.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import type { Answers } from '#engine/core/filling/answers.ts'

/** Why a lead waits for an operator before any partner gets it: it met an end whose leads are held. null when none. */
export function heldAt({ ends = {} }: ResolvedForm, answers: Answers): string | null {
  const end = Object.entries(ends).find(([, { when, lead }]) => lead === 'held' && holds(when, answers))
  return end ? `The visitor was told of the end "${end[0]}", and went on.` : null
}
