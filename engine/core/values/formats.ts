import { isDay, isMonth } from './calendar.ts'
import { isIban } from './iban-number.ts'
import { internationalPhone } from './phone-number.ts'
import { isPostalCode } from './postal-codes.ts'

/** Whether a text is of a format. */
export type Format = (text: string) => boolean

/**
 * An address as HTML's input type=email defines it, with a dot in the domain, because a lead must be reachable.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/**
 * The formats that field kinds name in their schemas, by name.
 * A market's own formats carry its country: phone-ES.
 */
export function formatNamed(name: string): Format | null {
  if (name === 'email') return (text) => address.test(text)
  if (name === 'iban') return isIban
  if (name === 'day') return isDay
  if (name === 'month') return isMonth
  const [, kind, country = ''] = /^(phone|postal-code)-([A-Z]{2})$/.exec(name) ?? []
  if (kind === 'phone') return (text) => internationalPhone(text, country) !== null
  if (kind === 'postal-code') return (text) => isPostalCode(text, country)
  return null
}
