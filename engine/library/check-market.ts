import { countries } from '#engine/form/values'
import type { MarketPatch } from '#schemas/generated/site.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import type { Library } from './source.ts'

/** The markets of the site's languages, of pages and of forms are such as there are. */
export function checkMarkets({ site, pages, forms }: Library): DefinitionProblem[] {
  return [
    ...Object.entries(site.value.locales).flatMap(([locale, market]) =>
      checkMarket(market, { file: site.file, path: ['locales', locale] }),
    ),
    ...[...pages.values(), ...forms.values()].flatMap(({ file, value, own }) =>
      // What a variant has of its base is said there.
      own && !('market' in own) ? [] : checkMarket(value.market ?? {}, { file, path: ['market'] }),
    ),
  ]
}

function checkMarket(market: MarketPatch, { file, path }: Pick<DefinitionProblem, 'file' | 'path'>) {
  const say = (key: keyof MarketPatch, message: string) => [
    { file, path: [...path, key], on: 'value' as const, message },
  ]
  const { country, phoneRegion, currency, timeZone } = market
  return [
    ...(country === undefined || isCountry(country) ? [] : say('country', unknownCountry(country))),
    ...(phoneRegion === undefined || isCountry(phoneRegion) ? [] : say('phoneRegion', unknownCountry(phoneRegion))),
    ...(currency === undefined || isCurrency(currency) ? [] : say('currency', unknownCurrency(currency))),
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : say('timeZone', noTimeZone(timeZone))),
  ]
}

export function unknownCountry(code: string): string {
  return `There is no country "${code}". Use its code in ISO 3166-1, such as ES.`
}

export function unknownCurrency(code: string): string {
  return `There is no currency "${code}". Use its code in ISO 4217, such as EUR.`
}

export function isCountry(code: string): boolean {
  return countries.includes(code)
}

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

export function noTimeZone(timeZone: string): string {
  return `There is no time zone "${timeZone}". Use a name such as Europe/Madrid.`
}

export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
