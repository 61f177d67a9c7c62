export { answerWords, limitWords } from './answer-words.ts'
export {
  type Answer,
  type AnswerProblem,
  type Answers,
  answerTo,
  bare,
  type FieldPlace,
  fieldId,
  fieldPlace,
  fieldsRead,
  holds,
  isAnswered,
  isTree,
  type Judge,
  type Judges,
  keysOf,
  meets,
  type Nest,
  type NestedAnswers,
  type Tree,
  templateId,
} from './answers.ts'
export {
  type Addend,
  addendsOf,
  type Computation,
  type Reading,
  readBy,
  readingsIn,
  type TableReading,
} from './computed/computation.ts'
export { computationOf, schemaOf } from './computed/computed-fields.ts'
export { countryFor, countryProblems, formatNamed, formatOf, formatWritten } from './country-formats.ts'
export { broughtUp } from './earlier-form.ts'
export { type KindWords, limitInWords, ownLimit, resolveField, rowsOf } from './field.ts'
export { type Figure, type FigureForm, figureText, lacksForm } from './figure-text.ts'
export {
  type FileLimits,
  type FileMistake,
  type FileType,
  fileMistakes,
  fileProblems,
  type UploadedFile,
  uploadedFile,
} from './files.ts'
export {
  type Alert,
  type AnswerLimit,
  allFields,
  type ClosedState,
  type ClosedWords,
  type ComputedField,
  type FormNeed,
  type KnownGroups,
  kindNamed,
  type ListedOptions,
  type Onward,
  type Opening,
  type Repeat,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  rulesText,
  type ScreenOut as End,
  type ThankYou as Thanks,
  wholeStep,
} from './form.ts'
export {
  exclusiveOption,
  type FieldSchema,
  type Kind,
  type OwnKindWords,
  type Parts,
  type Widget,
  type WidgetParts,
} from './kind.ts'
export { email } from './kinds/person.ts'
export { kinds } from './kinds/table.ts'
export {
  knownLimits,
  limitedField,
  limitProblems,
  tightest,
} from './limits/limits.ts'
export { pageTarget, plainWords, type WordLink, withTargets, wordParts } from './links.ts'
export { mergePatch, withRemovals } from './merge-patch.ts'
export {
  closedAt,
  closedSentence,
  closedStates,
  closedWords,
  closingMoment,
  type UsualClosedWords,
} from './opening.ts'
export {
  allOptions,
  groupsOf,
  type ListRows,
  listedOptions,
  optionOrder,
  optionsIn,
  rowsIn,
  ungrouped,
} from './options.ts'
export { addKinds, type OwnKind, ownKindWords } from './own-kinds.ts'
export { fieldsAsked, type RepeatedStep, withItem, withoutItem } from './repeat.ts'
export {
  aboveAll,
  fieldPath,
  findField,
  forLocale,
  nesting,
  picturesOf,
  resolveForm,
  type StepField,
  type Surroundings,
  translate,
  wholeSteps,
  withNeeds,
} from './resolve.ts'
export { preciseProblem, sentence, type Translate } from './sentence.ts'
export { type StepNeed, type StepSchema, stepNeeds, stepSchema, stepUiSchema, upTo } from './step-schema.ts'
