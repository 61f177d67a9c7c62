import metadata from 'virtual:phone-metadata'
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

const known = metadata as MetadataJson

/**
 * A phone number in E.164, or null when it is none: engine/core/phone-number.ts, but only for the countries whose rules
 * were built in. A number of another country passes as it is, and the server judges it.
 */
export function internationalPhone(text: string, country: string): string | null {
  const digits = text.replaceAll(/[^\d+]/g, '')
  const isForeign = digits.startsWith('+')
    ? !Object.keys(known.country_calling_codes).some((code) => digits.startsWith(`+${code}`))
    : !(country in known.countries)
  if (isForeign) return text
  const options = { ...(country in known.countries && { defaultCountry: country as 'GB' }), extract: false }
  const number = parsePhoneNumberFromString(text, options, known)
  return number?.isValid() ? number.number : null
}
