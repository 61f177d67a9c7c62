import { sameSpaces } from './day-text.ts'

/** How a language writes numbers, as far as reading them needs to know. */
interface Notation {
  group: string
  decimal: string
}

const notations = new Map<string, Notation>()

function notationOf(locale: string): Notation {
  const known = notations.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const notation = { group: sign('group'), decimal: sign('decimal') }
  notations.set(locale, notation)
  return notation
}

/** Read the same in every language. A browser takes long to find how one writes numbers: it is asked for others only. */
const digits = /^\d{1,15}$/

/**
 * A number as people write it in a language, or null when it is none: 1.250,50 in German is 1,250.50 in English.
 * Spaces and apostrophes group everywhere. A single point or comma that cannot group is a decimal sign in any
 * language, because number pads of phones offer only one of the two.
 */
export function readNumber(text: string, locale: string): number | null {
  if (digits.test(text)) return Number(text)
  const { group, decimal } = notationOf(locale)
  const plain = text.replaceAll(/[\s'’]/gu, '')
  const grouped = new RegExp(`^-?\\d{1,3}([${group}]\\d{3})+([${decimal}]\\d{1,10})?$`).test(plain)
  const written = grouped ? plain.replaceAll(group, '').replace(decimal, '.') : plain.replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(written) ? Number(written) : null
}

/**
 * An amount as people write it, with the sign or code of its currency or without: £1,200, 1200 €, EUR 1.200,50. A dash
 * in place of cents, 1.200,–, is as good as none. Money has no thousandths, so 1.200 is 1,200 in every language.
 * @param currency ISO 4217
 */
export function readAmount(text: string, locale: string, currency: string): number | null {
  if (digits.test(text)) return Number(text)
  const signs = [currencySign(currency, locale).sign, currency].map((sign) => sign.toLowerCase())
  const typed = text.toLowerCase().replaceAll(/\s/g, '')
  const minus = typed.startsWith('-') ? '-' : ''
  const unsigned = typed.slice(minus.length)
  const before = signs.find((sign) => unsigned.startsWith(sign)) ?? ''
  const rest = unsigned.slice(before.length)
  const after = (before === '' && signs.find((sign) => rest.endsWith(sign))) || ''
  const figures = rest.slice(0, rest.length - after.length).replace(/(?<=\d)[.,][-–—]+$/, '')
  const [, group] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/.exec(figures) ?? []
  return readNumber(minus + (group === undefined ? figures : figures.replaceAll(group, '')), locale)
}

/** A number as an input shows it: in the language's notation, without grouping, so that it is easy to change. */
export function numberText(value: number, locale: string): string {
  return String(value).replace('.', () => notationOf(locale).decimal)
}

/**
 * A number to be read: grouped, and with its currency (ISO 4217) if it is money.
 * @param isWhole whether its cents are left out: where there are none, unless a list of prices says them throughout
 */
export function amountText(
  value: number,
  locale: string,
  currency: string | null,
  isWhole = Number.isInteger(value),
): string {
  return sameSpaces(amountFormat(locale, currency, isWhole).format(value))
}

/** A share as a percentage: 0.125 is 12.5%. */
export function percentText(share: number, locale: string): string {
  return sameSpaces(new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 10 }).format(share))
}

/** To make one takes far longer than to use it; there are few languages and currencies. */
const amountFormats = new Map<string, Intl.NumberFormat>()

function amountFormat(locale: string, currency: string | null, isWhole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${isWhole}`
  const known = amountFormats.get(key)
  if (known) return known
  const money = currency === null ? {} : ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
  const format = new Intl.NumberFormat(locale, { ...money, ...(isWhole && { maximumFractionDigits: 0 }) })
  amountFormats.set(key, format)
  return format
}

/** A number that is written already, and what it counts: 85 m². They stay on one line. */
export function measureText(text: string, unit: string | undefined): string {
  return unit === undefined ? text : `${text}\u00a0${unit}`
}

/** The sign of a currency (ISO 4217) as a language writes it, and whether it stands before the amount. */
export function currencySign(currency: string, locale: string): { sign: string; before: boolean } {
  const parts = amountFormat(locale, currency, false).formatToParts(1)
  const at = parts.findIndex(({ type }) => type === 'currency')
  return { sign: parts[at]?.value ?? currency, before: at === 0 }
}
