import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedField } from '#engine/core/form.ts'
import { writeAnswers } from '#engine/core/form-data.ts'

/** The answers of all other steps, carried along: the server keeps nothing until the form is sent. */
export function HiddenAnswers({ fields, answers }: { fields: readonly ResolvedField[]; answers: Answers }) {
  return writeAnswers(fields, answers).map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}
