import { expect, test } from 'vitest'
import { resolved } from '../../engine/form/testing/forms.ts'
import { helpOf, isOneOf } from './place-help.ts'

test.each([
  ['Frankfurt', 'Frankfurt am Main'],
  ['frankfurt a. m.', 'Frankfurt'],
  ['San Sebastian', 'Donostia-San Sebastián'],
  ['Hospitalet de Llobregat, L’', "L'Hospitalet de Llobregat"],
  ['Düsseldorf', 'DUSSELDORF'],
  ['St. Ives', 'Saint Ives'],
  ['Sainte-Marie', 'Ste Marie'],
  ['Großenhain', 'Grossenhain'],
  ['Y', 'Y'],
  ['Αθήνα', 'ΑΘΗΝΑ'],
])('%s may be said for %s', (town, name) => {
  expect(isOneOf(town, ['Elsewhere', name])).toBe(true)
})

test.each([
  ['Berlin', 'Bernau'],
  ['Madrid', 'Barcelona'],
  ['Neustadt', 'Altstadt'],
  ['', 'Madrid'],
  ['!!!', 'Madrid'],
])('%j is not %s', (town, name) => {
  expect(isOneOf(town, [name])).toBe(false)
})

const form = resolved({
  locales: ['en'],
  title: 'Move',
  steps: {
    homes: {
      title: 'Homes',
      as: 'homes',
      repeat: { min: 1, max: 2, title: 'Home', add: 'Add' },
      fields: {
        code: { kind: 'postal-code' },
        town: { kind: 'city', lookUp: 'code' },
        street: { kind: 'street', lookUp: 'code' },
      },
    },
  },
})

test('each item of a group is looked up by its own code', async () => {
  const places = async (_: string, code: string) => ({
    towns: code.startsWith('LS') ? ['Leeds'] : ['Reinbek', 'Wentorf'],
    alsoKnown: ['West Yorkshire'],
    streets: [`Street of ${code}`],
  })
  const answers = { homes: 2, 'homes.0.code': 'ls1 4ap', 'homes.1.code': 'SW1A 1AA', 'homes.1.town': 'Leeds' }
  expect(await helpOf(form, 'homes', answers, places)).toEqual({
    filled: { 'homes.0.town': 'Leeds' },
    notes: {
      'homes.0.town': { kind: 'filled', postalCode: 'LS1 4AP', towns: ['Leeds'] },
      'homes.1.town': { kind: 'other', postalCode: 'SW1A 1AA', towns: ['Reinbek', 'Wentorf'] },
    },
    suggestions: {
      'homes.0.town': ['Leeds'],
      'homes.0.street': ['Street of LS1 4AP'],
      'homes.1.town': ['Reinbek', 'Wentorf'],
      'homes.1.street': ['Street of SW1A 1AA'],
    },
  })
  expect(await helpOf(form, 'homes', { homes: 1, 'homes.0.code': 'nonsense' }, places)).toEqual({
    ...{ filled: {}, notes: {}, suggestions: {} },
  })
})
