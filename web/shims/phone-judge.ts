import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { isFictionalPhone } from '#engine/form/formats'

/** The rules of numbers nearby, and of all others how long they are. */
export interface PhoneRules {
  near: MetadataJson
  /** Calling code → the fewest and the most digits that follow it. */
  far: Readonly<Record<string, readonly [least: number, most: number]>>
}

/** What may stand between the digits and count as one of them: a national prefix, an extension. */
const slack = 10

/**
 * A phone number in E.164, or null when it is none. A number from further away passes as it is unless no number there is
 * that long; the server judges it by all its rules. So nothing is refused here that the server would take.
 */
export function phoneJudge({ near, far }: PhoneRules): (text: string, country: string) => string | null {
  const isNear = (code: string) => code in near.country_calling_codes
  return (text, country) => {
    // Wherever a number is from, it has digits.
    if (!/\p{Nd}/u.test(text)) return null
    const code = callingCode(text, (found) => isNear(found) || found in far)
    const rule = code === null ? undefined : far[code]
    if (rule && /^[+\d\s()./-]+$/.test(text)) {
      const digits = text.replaceAll(/\D|^00/g, '').length - String(code).length
      return digits >= rule[0] && digits <= rule[1] + slack ? text : null
    }
    if (code === null ? !(country in near.countries) || text.includes('+') : !isNear(code)) return text
    const options = { ...(country in near.countries && { defaultCountry: country as 'GB' }), extract: false }
    const number = parsePhoneNumberFromString(text, options, near)
    return number && (number.isValid() || isFictionalPhone(number.number)) ? number.number : null
  }
}

/** No calling code begins with another one. */
function callingCode(text: string, isKnown: (code: string) => boolean): string | null {
  // All markets nearby dial 00 to get abroad.
  const digits = text.replaceAll(/[^\d+]/g, '').replace(/^00/, '+')
  if (!digits.startsWith('+')) return null
  return [1, 2, 3].map((length) => digits.slice(1, 1 + length)).find(isKnown) ?? null
}
