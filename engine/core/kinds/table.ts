// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import type { Kind } from '../kind.ts'
import { email } from './email.ts'
import { familyName } from './family-name.ts'
import { gender } from './gender.ts'
import { givenName } from './given-name.ts'
import { phone } from './phone.ts'
import { postalCodeOrCity } from './postal-code-or-city.ts'
import { street } from './street.ts'
import { yesNo } from './yes-no.ts'

/** Every field kind by its id. */
export const kinds: Readonly<Record<string, Kind>> = {
  email,
  'family-name': familyName,
  gender,
  'given-name': givenName,
  phone,
  'postal-code-or-city': postalCodeOrCity,
  street,
  'yes-no': yesNo,
}
