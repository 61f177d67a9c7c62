import { expect, test } from 'vitest'
import { type Crossing, isHeld } from './navigation-gate.ts'
import { isMoment, type Moment } from './popup-moment.ts'

const stranger: Crossing = {
  ...{ isOtherCountry: true, hasPopup: true, isOpen: false, wasHeld: false },
  ...{ isSubscribed: false, isFormBegun: false, isAsked: false },
}

test.each<[string, Partial<Crossing>, boolean]>([
  ['from another country', {}, true],
  ['from here', { isOtherCountry: false }, false],
  ['on the way to the imprint or the privacy policy', { isOpen: true }, false],
  ['who was held before in this visit', { wasHeld: true }, false],
  ['who has subscribed', { isSubscribed: true }, false],
  ['with a form begun', { isFormBegun: true }, false],
  ['who is asked about cookies', { isAsked: true }, false],
  ['on a page without a popup', { hasPopup: false }, false],
])('a visitor %s', (_, change, held) => {
  expect(isHeld({ ...stranger, ...change })).toBe(held)
})

const reader: Moment = {
  ...{ sinceFirst: 20_000, sinceLast: 2_000 },
  ...{ isArrival: false, isOpen: false, isFormBegun: false, isCovered: false },
}

test.each<[string, Partial<Moment>, boolean]>([
  ['has read for 20 s and pauses', {}, true],
  ['has not read yet', { sinceFirst: 19_999 }, false],
  ['is in the middle of something', { sinceLast: 1_999 }, false],
  ['has come from a search engine just now', { isArrival: true }, false],
  ['reads the imprint', { isOpen: true }, false],
  ['fills in a form', { isFormBegun: true }, false],
  ['has something else open', { isCovered: true }, false],
])('the popup and who %s', (_, change, opens) => {
  expect(isMoment({ ...reader, ...change })).toBe(opens)
})
