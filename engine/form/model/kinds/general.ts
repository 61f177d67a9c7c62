import { amountText, isIban, readAmount } from '#engine/form/values'
import { calendarKind } from '../calendar-kind.ts'
import { referencePattern, uploadedFile } from '../files.ts'
import { type Kind, line } from '../kind.ts'

/** A month of a year, for what nobody remembers to the day. */
export const monthYear = calendarKind('month')

export const date = calendarKind('day')

export const yesNo: Kind = {
  schema: () => ({ type: 'boolean', enum: [true, false] }),
  ui: { 'ui:widget': 'radio', 'ui:options': { inline: true } },
}

/** One to five, in words: people read stars differently. */
export const rating: Kind = {
  schema: () => ({ type: 'integer', enum: [5, 4, 3, 2, 1] }),
  ui: { 'ui:widget': 'radio' },
}

/** Several lines: of the control characters only tab and line ends are text. */
export const longText: Kind = {
  schema: () => ({
    type: 'string',
    maxLength: 2000,
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
  }),
  ui: { 'ui:widget': 'textarea' },
}

/** A whole number, zero or more unless the field says otherwise. */
export const integer: Kind = {
  schema: () => ({ type: 'integer', minimum: 0 }),
  ui: { 'ui:options': { inputMode: 'numeric', width: 'short' } },
}

/** At most 34 characters (ISO 13616), and the spaces people write between groups of four. Stored without them. */
export const iban: Kind = {
  schema: () => line(42, { format: 'iban' }),
  format: {
    name: 'iban',
    isRight: isIban,
    words: () => 'an IBAN',
    samples: ['DE89370400440532013000'],
    standard: () => ({ pattern: '^(\\s*[A-Za-z]){2}(\\s*\\d){2}(\\s*[A-Za-z0-9]){11,30}\\s*$' }),
    beyond: 'the check digits and the length of the country',
  },
  store: (answer) => String(answer).replaceAll(/\s/g, '').toUpperCase(),
}

/** Money in the market's currency: a number with two decimals at most. */
export const amount: Kind = {
  schema: () => ({ type: 'number', minimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 }),
  ui: { 'ui:widget': 'amount' },
  isMoney: true,
  read: (text, { locale, market }) => readAmount(text, locale, market.currency),
  say: (answer, { locale, market }) => amountText(Number(answer), locale, market.currency),
}

export const text: Kind = { schema: () => line(200) }

/**
 * A table: one choice for each of its rows, all of the same options. Each row is a field of its own, in a group that is
 * named as the table (resolve.ts), so that conditions, partners and leads read it like any other.
 */
export const matrix: Kind = { schema: () => ({ type: 'string' }), ui: { 'ui:widget': 'matrix' } }

/** Files: uploaded before the form is sent, and answered by what the server calls them. */
export const file: Kind = {
  schema: () => ({
    type: 'array',
    maxItems: 1,
    uniqueItems: true,
    items: { type: 'string', pattern: referencePattern },
  }),
  ui: { 'ui:widget': 'files' },
  say: (answer) => uploadedFile(String(answer))?.name ?? String(answer),
  samples: () => [[`${'A'.repeat(22)}/1000/example.pdf`]],
  isFile: true,
}
