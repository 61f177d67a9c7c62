import { expect, test } from 'vitest'
import { shownOffers } from './shown-offers.ts'

const phones = [
  ['+442079460018', 'GB', '020 7946 0018'],
  ['+442079460018', 'ES', '+44 20 7946 0018'],
  ['+34612345678', 'ES', '612 34 56 78'],
  ['+493023125123', 'DE', '030 23125123'],
  ['+493023125123', 'AT', '+49 30 23125123'],
  ['+33199001234', 'FR', '01 99 00 12 34'],
  ['+390212345678', 'IT', '02 1234 5678'],
  ['+31201234567', 'NL', '020 123 4567'],
  ['+999123456', 'GB', '+999123456'],
]

test.each(phones)('%s is written in %s as %s', (phone, country, phoneText) => {
  const offer = { id: 'a', product: 'Comfort', currency: 'EUR', phone }
  const stored = { partner: 'acme', delivery: 'quotes', offer, receivedAt: 0, isChosen: false, chosenAt: null }
  const shown = shownOffers({ offers: [stored] }, {}, { now: 0, market: { timeZone: 'UTC', country } })
  expect(shown).toMatchObject([{ phone, phoneText }])
})
