import type { ResolvedForm } from '#engine/form/model'

/** Whether a form asks one question and its consents, so that little room is enough for it. */
export function isBrief({ steps: [step, ...more] }: ResolvedForm): boolean {
  const questions = step?.fields.filter(({ kind }) => kind !== 'consent') ?? []
  return more.length === 0 && questions.length === 1 && !step?.repeat
}
