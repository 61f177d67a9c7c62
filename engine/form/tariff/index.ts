export { type Cell, cellOf, numberIn, optionOf } from './cell.ts'
export { bandHoles, overlappingBands, unusedRows } from './table-rows.ts'
export {
  type ConditionColumn,
  conditionsIn,
  firstRow,
  lookUpIn,
  offersOf,
  readIn,
  relevantAnswers,
  tariffOffers,
} from './tariff.ts'
export { type AnswerClass, answerClasses, unmatchedAnswers } from './unmatched-answers.ts'
