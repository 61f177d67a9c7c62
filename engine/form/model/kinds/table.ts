// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import type { FieldKind } from '#schemas/generated/field-kind.ts'
import type { Kind } from '../kind.ts'
import { amount } from './amount.ts'
import { birthDate } from './person/birth-date.ts'
import { city } from './address/city.ts'
import { country } from './address/country.ts'
import { date } from './date.ts'
import { email } from './person/email.ts'
import { familyName } from './person/family-name.ts'
import { gender } from './person/gender.ts'
import { givenName } from './person/given-name.ts'
import { houseNumber } from './address/house-number.ts'
import { iban } from './iban.ts'
import { integer } from './integer.ts'
import { longText } from './long-text.ts'
import { monthYear } from './month-year.ts'
import { phone } from './person/phone.ts'
import { postalCode } from './address/postal-code.ts'
import { postalCodeOrCity } from './address/postal-code-or-city.ts'
import { rating } from './rating.ts'
import { street } from './address/street.ts'
import { text } from './text.ts'
import { yesNo } from './yes-no.ts'

/** Every field kind by its id. */
export const kinds: Readonly<Record<FieldKind, Kind>> = {
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
