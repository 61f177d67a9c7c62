import type { Answers } from '#engine/form/model/answers.ts'
import { writeAnswers } from '#engine/form/journey/form-data.ts'
import type { ResolvedField } from '#engine/form/model/form.ts'

interface Props {
  fields: readonly ResolvedField[]
  answers: Answers
  locale: string
}

/** The answers of all other steps, carried along: the server keeps nothing until the form is sent. */
export function HiddenAnswers({ fields, answers, locale }: Props) {
  return writeAnswers(fields, answers, locale).map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}
