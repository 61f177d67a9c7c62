import { expect, test } from 'vitest'
import { everyField } from '../journey/journey.ts'
import { resolved } from '../testing/forms.ts'
import { broughtUp } from './earlier-form.ts'
import type { ResolvedField } from './form.ts'
import { withNeeds } from './resolve.ts'

const form = withNeeds(
  resolved({
    locales: ['en'],
    title: 'Car',
    steps: {
      you: { title: 'You', fields: { born: { kind: 'birth-date' } } },
      partner: { title: 'Partner', as: 'partner', fields: { name: { kind: 'given-name' } } },
      drivers: {
        title: 'Drivers',
        as: 'drivers',
        repeat: { min: 1, max: 3, title: 'Driver', add: 'Add a driver' },
        fields: {
          name: { kind: 'given-name' },
          fault: { kind: 'yes-no', title: 'At fault?', when: { name: 'Ada' } },
        },
      },
    },
  }),
)

/** As the version before wrote it down: ids alone said where answers stand, and dates had a widget of their own. */
const earlier = JSON.parse(
  JSON.stringify(form, (key, value) => (key === 'place' ? undefined : value))
    .replace(/("drivers\.#\.name".*?"ui:autocomplete":")/, '$1section-drivers-# ')
    .replace('"parts"', '"date"'),
)

test('a form that an earlier version wrote down is the one it was', () => {
  const answers = { drivers: 2 }
  expect(broughtUp(earlier)).toEqual(form)
  expect(everyField(broughtUp(earlier), answers).map(({ id, ui }) => [id, ui['ui:autocomplete']])).toEqual([
    ['born', 'bday'],
    ['partner.name', 'section-partner given-name'],
    ['drivers', undefined],
    ['drivers.0.name', 'section-drivers-0 given-name'],
    ['drivers.0.fault', undefined],
    ['drivers.1.name', 'section-drivers-1 given-name'],
    ['drivers.1.fault', undefined],
  ])
  expect(broughtUp(JSON.parse(JSON.stringify(form)))).toEqual(form)
  expect(form.needs).toEqual(['repeat'])
})

test('keys that had another name are read, wherever they stand', () => {
  const { submitLabel: _, ...rest } = form
  const field = rest.steps[0]?.fields[0] as ResolvedField
  const before = {
    ...rest,
    send: 'Go',
    thanks: { shows: 'email', text: 'Thank you' },
    ends: { none: { when: { born: 1 }, title: 'No', text: 'Sorry', lead: 'held' } },
    goOnLater: { mail: 'go-on', days: 7 },
    computed: [
      { ...field, computed: { age: 'born', at: 'start' } },
      { ...field, computed: { sum: [1, { field: 'a', times: 2 }, { product: [{ field: 'b', times: 3 }] }] } },
    ],
    steps: [
      {
        ...rest.steps[0],
        fields: [
          {
            ...field,
            words: { title: 'Born', why: 'Because' },
            limits: [
              { code: 'maximum', field: 'a', times: 0.7 },
              { code: 'earliest', field: 'b', plus: '1d' },
            ],
          },
        ],
      },
    ],
  }
  const now = broughtUp(JSON.parse(JSON.stringify(before)))
  expect(now).toMatchObject({
    submitLabel: 'Go',
    thankYou: { echoField: 'email', text: 'Thank you' },
    screenOuts: { none: { lead: 'awaitReview' } },
    saveAndResume: { mail: 'go-on', days: 7 },
    computed: [
      { computed: { age: 'born', asOf: 'start' } },
      { computed: { sum: [1, { field: 'a', factor: 2 }, { product: [{ field: 'b', factor: 3 }] }] } },
    ],
    steps: [
      {
        fields: [
          {
            words: { title: 'Born', explanation: 'Because' },
            limits: [
              { code: 'maximum', field: 'a', factor: 0.7 },
              { code: 'earliest', field: 'b', offset: '1d' },
            ],
          },
        ],
      },
    ],
  })
  for (const former of ['send', 'thanks', 'ends', 'goOnLater']) expect(now).not.toHaveProperty(former)
})
