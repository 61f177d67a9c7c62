import fc from 'fast-check'
import { expect, test } from 'vitest'
import { definition, lenient, resolved } from '../testing/forms.ts'
import { readAnswers, writeAnswers } from './form-data.ts'
import { everyField, journey } from './journey.ts'
import { landed, prefilled, withLanding } from './landing.ts'
import { turn } from './turn.ts'

const form = resolved({
  ...definition,
  hidden: {
    source: { parameter: 'src', values: ['radio', 'post'], default: 'direct' },
    ref: { parameter: 'ref', pattern: '^[a-z0-9-]+$', maxLength: 8, default: '-' },
  },
})
const nothing = { source: 'direct', ref: '-' }

test.each([
  ['src=radio&ref=ab-1', { source: 'radio', ref: 'ab-1' }],
  ['src=radio&src=post', { source: 'radio', ref: '-' }],
  ['', nothing],
  ['src=Radio&ref=', nothing],
  ['src=constructor&ref=123456789', nothing],
  ['src=%3Cscript%3E&ref=%3Cb%3E', nothing],
  ['ref=a%0Ab', nothing],
])('the address ?%s says %j', (search, answers) => {
  expect(landed(form, new URLSearchParams(search))).toEqual(answers)
})

test('any address leads to answers that the form takes, and to no mistake', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (src, ref) => {
      const answers = landed(form, new URLSearchParams({ src, ref }))
      expect(['radio', 'post', 'direct']).toContain(answers.source)
      expect(answers.ref).toMatch(/^[a-z0-9-]{1,8}$/)
      expect(journey(form, answers).answers).toEqual(answers)
    }),
  )
})

test('what a client makes up becomes the default', () => {
  expect(journey(form, { source: 'tv', ref: 7 }).answers).toEqual(nothing)
  expect(journey(form, {}).answers).toEqual(nothing)
})

const asked = resolved({
  locales: ['en'],
  title: 'Energy',
  steps: {
    home: {
      title: 'Home',
      fields: {
        type: { title: 'Type', options: { gas: 'Gas', both: 'Both' }, prefill: 'type' },
        known: { kind: 'yes-no', title: 'Known?', prefill: 'known' },
        bill: { kind: 'amount', title: 'Bill', minimum: 10, maximum: 900, prefill: 'bill' },
        rooms: { kind: 'integer', title: 'Rooms', prefill: 'rooms' },
        name: { type: 'string', title: 'Name' },
      },
    },
  },
})

test.each([
  ['type=gas&known=false&bill=12.50&rooms=3', { type: 'gas', known: false, bill: 12.5, rooms: 3 }],
  ['type=oil&known=1&bill=9&rooms=2.5&name=Ada', {}],
  ['type=__proto__&known=&bill=1e2&rooms=-1', {}],
  ['bill=900.01&rooms=0x10&type=gas%00', {}],
  ['', {}],
])('the address ?%s answers beforehand %j', (search, answers) => {
  expect(prefilled(asked, new URLSearchParams(search))).toEqual(answers)
})

test('what the first address said is carried from step to step, and later ones change nothing', () => {
  const search = new URLSearchParams('src=post&step=you')
  const first = turn(form, 'animal', withLanding(form, [['root[species]', 'none']], search), lenient)
  const answers = first.kind === 'show' ? first.answers : {}
  expect(answers).toEqual({ species: 'none', source: 'post', ref: '-' })
  const carried = writeAnswers(everyField(form, answers), answers, 'en')
  const later = withLanding(form, carried, new URLSearchParams('src=radio&ref=x'))
  expect(readAnswers(form, later)).toEqual(answers)
  // A draft knows what the address said when it was begun.
  expect(readAnswers(form, withLanding(form, [], search, { source: 'radio' }))).toEqual({ source: 'radio', ref: '-' })
})
