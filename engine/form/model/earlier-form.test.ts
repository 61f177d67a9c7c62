import { expect, test } from 'vitest'
import { everyField } from '../journey/repeat.ts'
import { resolved } from '../testing/forms.ts'
import { broughtUp } from './earlier-form.ts'

const form = resolved({
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
})

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
})
