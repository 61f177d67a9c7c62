import { type Kind, line } from '../../kind.ts'

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * An address as HTML's input type=email defines it, with a dot in the domain, because a lead must be reachable.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const address = `^[A-Za-z0-9_.!#$%&'*+/=?^\`{|}~-]{1,64}@${label}(?:\\.${label})+$`
const pattern = new RegExp(address)

/** 254 characters is the longest address a mail server takes (RFC 5321, erratum 1690). */
export const email: Kind = {
  schema: () => line(254, { format: 'email' }),
  format: {
    name: 'email',
    isRight: (text) => pattern.test(text),
    words: () => 'an e-mail address',
    samples: ['example@example.com'],
    // The format "email" of JSON Schema is another: it refuses addresses that browsers take.
    standard: () => ({ pattern: address }),
  },
  ui: { 'ui:autocomplete': 'email', 'ui:options': { inputType: 'email' } },
  isContact: true,
}
