import { isIban } from '#engine/form/values'
import { type Kind, line } from '../kind.ts'

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
