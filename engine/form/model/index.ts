export { answerWords, limitWords } from './answer-words.ts'
export type { AnswerProblem, Judge, Judges } from './answers.ts'
export { type Answer, type Answers, answerTo, isAnswered, type NestedAnswers } from './answers.ts'
export { type Addend, type Computation, type Reading, readBy, readingsIn } from './computed/computation.ts'
export { computationOf, schemaOf } from './computed/computed-fields.ts'
export { bare, fieldsRead, holds, meets } from './condition.ts'
export { countryFor, countryProblems, formatNamed, formatOf, formatWritten } from './country-formats.ts'
export { broughtUp } from './earlier-form.ts'
export { exclusiveOption } from './exclusive.ts'
export { type KindWords, resolveField } from './field.ts'
export { type FieldPlace, fieldId, keysOf, type Nest, placeOf, templateId } from './field-place.ts'
export { type Figure, type FigureForm, figureText, lacksForm } from './figure-text.ts'
export {
  type Alert,
  allFields,
  type ComputedField,
  type Onward,
  type Repeat,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  type ScreenOut as End,
  type ThankYou as Thanks,
} from './form.ts'
export type { FieldSchema, Kind, Parts } from './kind.ts'
export { kindNamed } from './kind-named.ts'
export { email } from './kinds/person.ts'
export { kinds } from './kinds/table.ts'
export { type AnswerLimit, isLower, limitInWords, ownLimit, tighter } from './limits/limits.ts'
export { pageTarget, plainWords, type WordLink, withTargets, wordParts } from './links.ts'
export { isTree, mergePatch, type Tree, withRemovals } from './merge-patch.ts'
export {
  aboveAll,
  allOptions,
  fieldPath,
  findField,
  forLocale,
  instantiate,
  nesting,
  resolveForm,
  type StepField,
  type Surroundings,
  translate,
} from './resolve.ts'
export { sentence, type Translate } from './sentence.ts'
export { type StepSchema, stepSchema, stepUiSchema } from './step-schema.ts'
