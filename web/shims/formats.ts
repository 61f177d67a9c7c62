import type * as Formats from '#engine/form/formats'
import type { ResolvedStep } from '#engine/form/model'

let formats: typeof Formats | undefined
let judge = (text: string, _country: string): string | null => text

/**
 * Fetches the rules of the formats that these steps ask for: IBANs, postal codes and places, or phone numbers. Until they
 * are there any text passes, as the server judges every answer again.
 */
export async function fetchFormats(steps: readonly ResolvedStep[]): Promise<void> {
  const asked = steps.flatMap(({ fields }) =>
    fields.map(({ schema, formatBy }) => formatBy?.format ?? String(schema.format ?? '')),
  )
  const asks = (what: RegExp) => asked.some((format) => what.test(format))
  const fetched = asks(/^(iban|place|postal-code)/) && import('#engine/form/formats')
  if (asks(/^phone/)) ({ judge } = await import('./phone-rules.ts'))
  formats ??= (await fetched) || undefined
}

/** engine/form/values/phone-number.ts for the countries whose rules were built in. */
export function internationalPhone(text: string, country: string): string | null {
  return judge(text, country)
}

// engine/form/values/formats.ts. Resolved forms have the patterns in their schemas, and servers know who tries a form.

export const isIban: typeof Formats.isIban = (text) => formats?.isIban(text) ?? true
export const isPlace: typeof Formats.isPlace = (...all) => formats?.isPlace(...all) ?? true
export const isPostalCode: typeof Formats.isPostalCode = (...all) => formats?.isPostalCode(...all) ?? true
export const isFictionalPhone: typeof Formats.isFictionalPhone = () => false
export const placePattern: typeof Formats.placePattern = () => ''
export const postalCodePattern: typeof Formats.postalCodePattern = () => ''
