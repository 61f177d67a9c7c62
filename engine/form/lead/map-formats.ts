import type { MapWriting } from '#schemas/generated/partner.ts'

/** How a map may write a value. */
export type MapFormat = NonNullable<MapWriting['format']>

/** What a format is for: days are YYYY-MM-DD, months YYYY-MM, times ISO 8601 in UTC. */
export type Formatted = 'day' | 'month' | 'time' | 'number' | 'text'

interface FormatRule {
  of: readonly Formatted[]
  /** What it becomes in JSON. */
  gives: 'text' | 'whole number'
  write: (value: string) => string | number
}

const ofDays = (write: (year: string, month: string, day: string[]) => string[], between: string): FormatRule => ({
  of: ['day', 'month', 'time'],
  gives: 'text',
  write: (value) => {
    const [year = '', month = '', ...day] = value.slice(0, 10).split('-')
    return write(year, month, day).join(between)
  },
})
const ofTimes = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({ of: ['time'], gives, write })
const ofNumbers = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({
  of: ['number'],
  gives,
  write,
})
const ofText = (write: (value: string) => string): FormatRule => ({ of: ['text'], gives: 'text', write })

/** Each format by its name. A month goes without the day. */
export const mapFormats: Readonly<Record<MapFormat, FormatRule>> = {
  'DD.MM.YYYY': ofDays((year, month, day) => [...day, month, year], '.'),
  'DD/MM/YYYY': ofDays((year, month, day) => [...day, month, year], '/'),
  'MM/DD/YYYY': ofDays((year, month, day) => [month, ...day, year], '/'),
  'YYYY-MM-DD': ofDays((year, month, day) => [year, month, ...day], '-'),
  YYYYMMDD: ofDays((year, month, day) => [year, month, ...day], ''),
  'YYYY-MM-DD hh:mm:ss': ofTimes('text', (time) => time.slice(0, 19).replace('T', ' ')),
  'YYYY-MM-DDThh:mm:ssZ': ofTimes('text', (time) => `${time.slice(0, 19)}Z`),
  'unix-seconds': ofTimes('whole number', (time) => Math.floor(Date.parse(time) / 1000)),
  'unix-milliseconds': ofTimes('whole number', (time) => Date.parse(time)),
  comma: ofNumbers('text', (number) => number.replace('.', ',')),
  '0.00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2)),
  '0,00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2).replace('.', ',')),
  cents: ofNumbers('whole number', hundredths),
  digits: ofText((text) => text.replaceAll(/\D/g, '')),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
}

/** A value in a format; as it is where the format is for something else. */
export function formatted(value: string | number | boolean, format: MapFormat): string | number | boolean {
  const { of, write } = mapFormats[format]
  const isMeant =
    typeof value === 'number' ? of.includes('number') : typeof value === 'string' && !of.includes('number')
  return isMeant ? write(String(value)) : value
}

/** Moved by its figures: 1.005 × 100 is 100.49999999999999 to a computer, and 100.5 to people. */
function hundredths(number: string): number {
  const [figures = '', exponent = '0'] = number.split('e')
  return Math.round(Number(`${figures}e${Number(exponent) + 2}`))
}
