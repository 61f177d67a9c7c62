import { type Kind, line } from '../definition/kind.ts'

/** At most 34 characters (ISO 13616), and the spaces people write between groups of four. Stored without them. */
export const iban: Kind = {
  schema: () => line(42, { format: 'iban' }),
  store: (answer) => String(answer).replaceAll(/\s/g, '').toUpperCase(),
}
