import { expect, test } from 'vitest'
import { type Crossing, hasPassed, isHeld, isMoment, type Moment } from './arrival.ts'

const stranger: Crossing = {
  ...{ isOtherCountry: true, hasPopup: true, isOpen: false, hasPassed: false },
  ...{ isSubscribed: false, isFormBegun: false, isAsked: false },
}

test.each<[string, Partial<Crossing>, boolean]>([
  ['from another country', {}, true],
  ['from here', { isOtherCountry: false }, false],
  ['on the way to the imprint or the privacy policy', { isOpen: true }, false],
  ['whom the popup lets pass', { hasPassed: true }, false],
  ['who has subscribed', { isSubscribed: true }, false],
  ['with a form begun', { isFormBegun: true }, false],
  ['who is asked about cookies', { isAsked: true }, false],
  ['on a page without a popup', { hasPopup: false }, false],
])('a visitor %s', (_, change, held) => {
  expect(isHeld({ ...stranger, ...change })).toBe(held)
})

test.each<['every' | 'visit', string[], boolean]>([
  ['every', [], false],
  ['every', ['/a'], false],
  ['every', ['/a', '/b'], true],
  ['visit', [], false],
  ['visit', ['/a'], true],
])('where the gate holds %s, who was held before %j passes on the way to /b: %s', (gate, passed, passes) => {
  expect(hasPassed(gate, passed, '/b')).toBe(passes)
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
