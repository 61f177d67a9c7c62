import { expect, test } from 'vitest'
import { definition, resolved } from '../testing/forms.ts'
import { momentIn } from '../values/moment.ts'
import { closedAt, closedSentence, closedWords } from './opening.ts'

const iso = (written: string, zone: string) => {
  const moment = momentIn(written, zone)
  return moment === null ? null : new Date(moment).toISOString()
}

test.each([
  ['2027-01-31', 'Europe/Berlin', '2027-01-30T23:00:00.000Z'],
  ['2027-01-31T18:00', 'Europe/London', '2027-01-31T18:00:00.000Z'],
  ['2027-07-31T18:00', 'Europe/London', '2027-07-31T17:00:00.000Z'],
  ['2027-01-31T18:00Z', 'Europe/Berlin', '2027-01-31T18:00:00.000Z'],
  ['2027-01-31T18:00+05:30', 'Europe/Berlin', '2027-01-31T12:30:00.000Z'],
  // Clocks skip this hour, and tell that one twice.
  ['2027-03-28T02:30', 'Europe/Berlin', null],
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', null],
  // A day may begin at one o'clock.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-04-24T00:30', 'Africa/Cairo', null],
  ['2027-02-30', 'Europe/Berlin', null],
  ['2027-01-31T24:00', 'Europe/Berlin', null],
  ['2027-01-31T18:00+25:00', 'Europe/Berlin', null],
])('%s in %s is %s', (written, zone, moment) => expect(iso(written, zone)).toBe(moment))

test('a form is open from its first moment to the last one of its last day, while there are places', () => {
  const form = resolved({ ...definition, opens: '2027-01-01T09:00', closes: '2027-01-31', maxLeads: 2 })
  expect(form).toMatchObject({ opens: '2027-01-01T09:00:00.000Z', closes: '2027-02-01T00:00:00.000Z', maxLeads: 2 })
  const at = (moment: string, taken = 0) => closedAt(form, Date.parse(moment), taken)
  expect(at('2027-01-01T08:59:59.999Z')).toBe('before')
  expect(at('2027-01-01T09:00:00Z')).toBe(null)
  expect(at('2027-01-31T23:59:59.999Z', 1)).toBe(null)
  expect(at('2027-01-31T23:59:59.999Z', 2)).toBe('full')
  expect(at('2027-02-01T00:00:00Z', 2)).toBe('after')
  expect(closedAt(resolved(definition), 0, 1e6)).toBe(null)
})

test('what is said names the day, unless the form says it itself', () => {
  const usual = {
    before: { title: 'Not yet', text: 'It opens on {{date}}.' },
    after: { title: 'Closed', text: 'The last day was {{date}}.' },
    full: { title: 'Full', text: 'No places.' },
  }
  const own = { text: 'See [our page](/x).', waitingList: 'list' }
  const form = resolved({
    ...definition,
    ...{ opens: '2027-01-01T09:00', closes: '2027-01-31', maxLeads: 2, whenClosed: { full: own } },
  })
  expect(closedWords(form, 'before', usual).text).toBe('It opens on 1 January 2027 at 09:00.')
  expect(closedWords(form, 'after', usual).text).toBe('The last day was 31 January 2027.')
  expect(closedWords(form, 'full', usual)).toEqual({ title: 'Full', ...own })
  expect(closedSentence(closedWords(form, 'full', usual))).toBe('Full. See our page.')
})
