export { copyOfAnswers } from './answers-copy.ts'
export { computed, counted, knowsTables, type LookUp, learnTables, onDay } from './compute.ts'
export { estimateOf, estimateText, estimateTold } from './estimate.ts'
export { type Entries, fileControl, fileControlName, readAnswers, readText, writeAnswers } from './form-data.ts'
export {
  type AddressHelp,
  type AnswersCopy,
  alertOf,
  answersOf,
  type Ending,
  endAt,
  endingOf,
  everyField,
  fieldsAsked,
  heldWords,
  hiddenAnswer,
  itemName,
  type Journey,
  type JourneyStep,
  journey,
  outsideOf,
  type Progress,
  progress,
  redirectOf,
  redirectOrigins,
  screenedOutAt,
} from './journey.ts'
export { type Landing, landed, prefilled, withLanding } from './landing.ts'
export { drawnOrder, withChosenGroups } from './offer.ts'
export { presetAnswers } from './preset.ts'
export { beyondSchema, type StandardSchema, standardSchema } from './standard-schema.ts'
export {
  control,
  firstTurn,
  problemsNamed,
  resume,
  stepOfProblems,
  type Turn,
  turn,
  turnAfterChange,
  turnUnjudged,
} from './turn.ts'
export {
  judgesOn,
  judgeWith,
  knownLimits,
  limitedField,
  limitProblems,
  mistakesOf,
  type StepValidator,
  validate,
  validateStep,
} from './validation/validate.ts'
export { runtime } from './validator-runtime.ts'
