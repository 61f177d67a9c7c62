export { boundDay, dayIn, isDay, isMonth } from './calendar.ts'
export { cleanText, htmlText } from './clean-text.ts'
export { countries, countryNames, homeMarket } from './countries.ts'
export {
  dayText,
  type Shown,
  sameSpaces,
  spanText,
  units,
} from './day-text.ts'
export { isFictionalPhone, isIban, isPlace, isPostalCode, placePattern, postalCodePattern } from './formats.ts'
export { valueAt } from './json-pointer.ts'
export { listText } from './list-text.ts'
export { memoizeByInput, memoizeByObject } from './memoize.ts'
export { dayTimeText, momentIn, momentText } from './moment.ts'
export {
  amountText,
  currencySign,
  measureText,
  numberText,
  percentText,
  readAmount,
  readNumber,
} from './numbers.ts'
export { internationalPhone } from './phone-number.ts'
export { borrowingRateOf, multiplied, product, repaymentOf, rounded, total } from './reckoning.ts'
