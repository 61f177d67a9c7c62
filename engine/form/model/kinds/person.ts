import { internationalPhone } from '#engine/form/values'
import { calendarKind } from '../calendar-kind.ts'
import { type Kind, line } from '../kind.ts'

/** A number of any country; without a country code it is one of the market's. Stored as E.164. */
export const phone: Kind = {
  schema: (market) => line(40, { format: `phone-${market.phoneRegion ?? market.country}` }),
  format: {
    name: 'phone',
    byCountry: true,
    isRight: (text, country) => internationalPhone(text, country) !== null,
    // Stored in one way wherever it is from.
    words: () => 'a phone number',
    samples: ['+442079460018'],
    beyond: 'the rules of each country for its numbers',
  },
  ui: { 'ui:autocomplete': 'tel', 'ui:options': { inputType: 'tel' } },
  store: (answer, market) => internationalPhone(String(answer), market.phoneRegion ?? market.country) ?? answer,
  isContact: true,
}

export const givenName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'given-name' }, partOf: 'name' }

export const gender: Kind = {
  schema: () => ({ type: 'string', enum: ['female', 'male', 'other'] }),
  ui: { 'ui:widget': 'radio', 'ui:autocomplete': 'sex' },
}

export const familyName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'family-name' }, partOf: 'name' }

/** The birthday of an adult, unless the field's `latest` says otherwise. */
export const birthDate: Kind = {
  ...calendarKind('day'),
  ui: { 'ui:autocomplete': 'bday' },
  bounds: { earliest: '-120y', latest: '-18y' },
}

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
