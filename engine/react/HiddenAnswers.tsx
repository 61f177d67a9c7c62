import { writeAnswers } from '#engine/form/journey'
import type { Answers, ResolvedField } from '#engine/form/model'

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
