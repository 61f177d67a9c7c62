// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import type { FieldKind } from '#schemas/generated/field-kind.ts'
import type { Kind } from '../kind.ts'
import { city, country, houseNumber, postalCode, postalCodeOrCity, street } from './address.ts'
import { amount, date, file, iban, integer, longText, matrix, monthYear, rating, text, yesNo } from './general.ts'
import { birthDate, email, familyName, gender, givenName, phone } from './person.ts'

/** Every field kind by its id. */
export const kinds: Readonly<Record<FieldKind, Kind>> = {
  amount,
  'birth-date': birthDate,
  city,
  country,
  date,
  email,
  'family-name': familyName,
  file,
  gender,
  'given-name': givenName,
  'house-number': houseNumber,
  iban,
  integer,
  'long-text': longText,
  matrix,
  'month-year': monthYear,
  phone,
  'postal-code': postalCode,
  'postal-code-or-city': postalCodeOrCity,
  rating,
  street,
  text,
  'yes-no': yesNo,
}
