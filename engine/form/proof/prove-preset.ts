import type { Answers, ResolvedForm } from '#engine/form/model'
import { type ProofOptions, prove } from './prove.ts'

/** What was proven of a form that begins with answers chosen beforehand. */
export interface PresetProof {
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
