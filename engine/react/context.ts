import type { Repeat, ResolvedForm, Translate } from '#engine/form/model'

/** What our templates and widgets need beside what rjsf hands them. */
export interface FormContext {
  /** Field id → the sentence to show at it. */
  errors: Readonly<Record<string, string>>
  /** The field that takes the focus when the page opens. */
  focus: string | null
  form: Pick<ResolvedForm, 'locale' | 'market'>
  /** Whether stars mark what is required, in place of a word at what is not. */
  markRequired: boolean
  /** Field id → the stars of a hint that stands below the questions. */
  marks: ReadonlyMap<string, string>
  /** Begins the ids of all that is in the form: none other on its page has it. */
  prefix: string
  /** Set where the step's fields are asked several times. */
  repeat?: Repeat | undefined
  t: Translate
}
