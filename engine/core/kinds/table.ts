// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import type { Kind } from '../definition/kind.ts'
import { amount } from './amount.ts'
import { birthDate } from './birth-date.ts'
import { city } from './city.ts'
import { country } from './country.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import { familyName } from './family-name.ts'
import { gender } from './gender.ts'
import { givenName } from './given-name.ts'
import { houseNumber } from './house-number.ts'
import { iban } from './iban.ts'
import { integer } from './integer.ts'
import { longText } from './long-text.ts'
import { monthYear } from './month-year.ts'
import { phone } from './phone.ts'
import { postalCode } from './postal-code.ts'
import { postalCodeOrCity } from './postal-code-or-city.ts'
import { rating } from './rating.ts'
import { street } from './street.ts'
import { text } from './text.ts'
import { yesNo } from './yes-no.ts'

/** Every field kind by its id. */
export const kinds: Readonly<Record<string, Kind>> = {
  amount,
  'birth-date': birthDate,
  city,
  country,
  date,
  email,
  'family-name': familyName,
  gender,
  'given-name': givenName,
  'house-number': houseNumber,
  iban,
  integer,
  'long-text': longText,
  'month-year': monthYear,
  phone,
  'postal-code': postalCode,
  'postal-code-or-city': postalCodeOrCity,
  rating,
  street,
  text,
  'yes-no': yesNo,
}
