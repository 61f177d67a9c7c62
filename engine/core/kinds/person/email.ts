import { type Kind, line } from '../../definition/kind.ts'

/** 254 characters is the longest address a mail server takes (RFC 5321, erratum 1690). */
export const email: Kind = {
  schema: () => line(254, { format: 'email' }),
  ui: { 'ui:autocomplete': 'email', 'ui:options': { inputType: 'email' } },
}
