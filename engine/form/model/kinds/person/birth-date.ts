import { calendarKind } from '../../calendar-kind.ts'
import type { Kind } from '../../kind.ts'

/** The birthday of an adult, unless the field's `latest` says otherwise. */
export const birthDate: Kind = {
  ...calendarKind('day'),
  ui: { 'ui:autocomplete': 'bday' },
  bounds: { earliest: '-120y', latest: '-18y' },
}
