import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isFictionalPhone } from './formats.ts'

/**
 * A phone number in E.164, such as +34612345678, or null when it is none. What is reserved for fiction is one too.
 * @param text as the visitor wrote it
 * @param country ISO 3166-1 alpha-2, for numbers without a country code
 */
export function internationalPhone(text: string, country: string): string | null {
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const number = parsePhoneNumberFromString(text, { ...(region && { defaultCountry: region }), extract: false })
  return number && (number.isValid() || isFictionalPhone(number.number)) ? number.number : null
}
