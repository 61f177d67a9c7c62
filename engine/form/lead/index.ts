export { answersSchema } from './answers-schema.ts'
export { type Attribution, attributionIn, carried, carrierOf } from './attribution.ts'
export {
  flatAnswers,
  givenAnswers,
  isChosen,
  leadContent,
  nestAnswers,
  storedAnswer,
  type TestReason,
  testReason,
} from './lead.ts'
export { type Formatted, type MapFormat, mapFormats, mapLead, placeholders } from './partner-map.ts'
export { type Asked, type Decision, dayOf, nobody, type RoutedLead, route, takesFrom } from './routing.ts'
