import type { WidgetProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import type { AddressHelp } from '#engine/form/journey'
import type { Repeat, ResolvedForm, Translate } from '#engine/form/model'
import type { When } from '#schemas/generated/form.ts'

/** Another answer than the one that was typed. */
export interface Suggestion {
  /** The name of the control. */
  name: string
  address: string
  take: () => void
}

/** What our templates and widgets need beside what rjsf hands them. */
export interface FormContext {
  /** Field id → the sentence to show at it. */
  errors: Readonly<Record<string, string>>
  /** The field that takes the focus when the page opens. */
  focus: string | null
  form: Pick<ResolvedForm, 'id' | 'locale' | 'market' | 'steps'>
  /** Whether a word marks what is required, in place of one at what is not. */
  markRequired: boolean
  /** Field id → the stars that lead to its hint. */
  marks: ReadonlyMap<string, string>
  /** Field id → what is said above it: at the first consent, who gets the answers. */
  above: Readonly<Record<string, string>>
  /** Begins the ids of all that is in the form: none other on its page has it. */
  prefix: string
  /** Set where the step's fields are asked several times. */
  repeat?: Repeat | undefined
  /** What was likely meant at one of the fields. */
  suggestion: Suggestion | null
  /** What is known of towns and streets, and the fields that are looked up. */
  help: AddressHelp | undefined
  lookedUp: readonly string[]
  /** Draws a question that is answered with files, where one asks for some. */
  files: ComponentType<WidgetProps> | undefined
  /** By field id the condition that an answer on the same screen can meet. Plain objects: rjsf compares them. */
  revealedBy: Readonly<Record<string, When | undefined>>
  /** The ids of those that are not asked yet: hidden, and not sent. */
  waiting: readonly string[]
  t: Translate
}

/** How a line of text is drawn. */
export interface TextOptions {
  inputType?: 'text' | 'email' | 'tel' | 'url'
  inputMode?: 'numeric' | 'decimal'
  width?: 'short'
  help?: string
  /** Whether the unit stands beside the input, under the id that ends in -unit. */
  unit?: boolean
}
