export { answersSchema } from './answers-schema.ts'
export { type Attribution, attributionIn, carried, carrierOf } from './attribution.ts'
export {
  contentMark,
  type Formatted,
  flatAnswers,
  givenAnswers,
  isChosen,
  leadContent,
  type MapFormat,
  mapFormats,
  mapLead,
  nestAnswers,
  placeholders,
  type SentFile,
  storedAnswer,
  type TestReason,
  testReason,
  withFiles,
} from './lead.ts'
export { leadReference, referencedDigits, sentCookie, sentReference } from './reference.ts'
export {
  type Decision,
  dayOf,
  nobody,
  partnersOf,
  type RoutedLead,
  type RoutingHistory,
  route,
  takesFrom,
} from './routing.ts'
