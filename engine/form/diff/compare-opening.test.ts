import { expect, test } from 'vitest'
import { definition, resolved } from '../testing/forms.ts'
import { sameRules } from './compare-forms.ts'
import { compareOpening } from './compare-opening.ts'

const open = { opens: '2027-01-01', closes: '2027-01-31', maxLeads: 100 }

const planted: Record<string, [before: object, after: object, ...said: string[]]> = {
  'nothing for what stays': [open, { ...open, closes: '2027-01-31T23:59+00:00', opens: '2027-01-01T00:00' }],
  'drafts, where it opens later': [
    {},
    { opens: '2027-01-01' },
    'breaking drafts opens: The form opens later: a draft cannot be sent before that.',
  ],
  'drafts and who reads leads, where it closes earlier': [
    open,
    { ...open, closes: '2027-01-30T18:00' },
    'breaking drafts closes: The form closes earlier: a draft that is not sent by then is refused.',
    'breaking lead closes: The form closes earlier: no leads come of it after that.',
  ],
  'both, where it takes fewer leads': [
    open,
    { ...open, maxLeads: 50 },
    'breaking drafts maxLeads: The form takes 50 leads instead of 100: once it has them, a draft is refused.',
    'breaking lead maxLeads: The form takes 50 leads instead of 100: no more come of it.',
  ],
  'nobody, where it is open for longer and to more': [
    open,
    {},
    'safe lead opens: The form opens earlier.',
    'safe lead closes: The form closes later: leads come for longer.',
    'safe lead maxLeads: The form takes any number of leads instead of 100: more may come.',
  ],
}

test.each(Object.entries(planted))('breaks for %s', (_, [before, after, ...said]) => {
  const [was, is] = [resolved({ ...definition, ...before }), resolved({ ...definition, ...after })]
  const told = compareOpening(was, is).map(({ effect, on, place, change }) => `${effect} ${on} ${place}: ${change}`)
  if (said.length > 0) expect([sameRules(was, is), told]).toEqual([false, said])
  else expect(told.filter((each) => !each.includes('closes'))).toEqual([])
})

test('another waiting list is seen by visitors alone', () => {
  const [was, is] = ['one', 'other'].map((waitingList) =>
    resolved({ ...definition, ...open, whenClosed: { full: { waitingList } } }),
  )
  if (!was || !is) throw new Error('There are two.')
  expect(compareOpening(was, is)).toEqual([])
  expect(sameRules(was, is)).toBe(false)
})
