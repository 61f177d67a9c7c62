export { copyOfAnswers } from './answers-copy.ts'
export { appointmentOf, weekdays } from './appointment.ts'
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
  everyField,
  heldWords,
  hiddenAnswer,
  itemName,
  type Journey,
  type JourneyStep,
  journey,
  type Progress,
  progress,
  screenedOutAt,
} from './journey.ts'
export { type Landing, landed, prefilled, withLanding } from './landing.ts'
export { drawnOrder, withChosenGroups } from './offer.ts'
export { presetAnswers } from './preset.ts'
export {
  endingOf,
  outsideOf,
  problemsNamed,
  redirectOf,
  redirectOrigins,
  stepOfProblems,
  turnAfterChange,
} from './sent.ts'
export { beyondSchema, type StandardSchema, standardSchema } from './standard-schema.ts'
export {
  control,
  firstTurn,
  resume,
  type Turn,
  turn,
  turnUnjudged,
} from './turn.ts'
export {
  judgesOn,
  judgeWith,
  mistakesOf,
  type StepValidator,
  validate,
  validateStep,
} from './validation/validate.ts'
export { runtime } from './validator-runtime.ts'
