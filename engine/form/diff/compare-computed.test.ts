import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { mergePatch } from '../model/merge-patch.ts'
import { definition, resolved } from '../testing/forms.ts'
import { compareComputed, sameRules } from './compare-forms.ts'

const values = { cat: 1, dog: 5, none: 0 }
const form: FormDefinition = { ...definition, computed: { risk: { sum: [{ field: 'species', values }] } } }

function afterPatch(computed: object): string[] {
  const [before, after] = [form, mergePatch(form, { computed }) as FormDefinition].map((each) => resolved(each))
  if (!before || !after) return []
  expect(sameRules(before, after)).toBe(false)
  return compareComputed(before, after).map(({ effect, on, place, change }) => `${effect} ${on} ${place}: ${change}`)
}

test('nothing is said of values that stayed', () => {
  expect(compareComputed(resolved(form), resolved(form))).toEqual([])
})

const planted: Record<string, [patch: object, ...said: string[]]> = {
  'a value that is gone': [{ risk: null }, 'breaking lead computed/risk: Leads no longer hold the computed "risk".'],
  'a value with another id': [
    { risk: null, danger: form.computed?.risk },
    'breaking lead computed/risk: Leads no longer hold the computed "risk" (renamed? "danger" is new and computed alike).',
    'safe lead computed/danger: Leads hold the computed "danger" as well: a whole number.',
  ],
  'a value that is no whole number any more': [
    { risk: { sum: [{ field: 'species', values: { ...values, dog: 4.5 } }] } },
    'breaking lead computed/risk: The computed "risk" is a number instead of a whole number.',
  ],
  'a value between other bounds': [
    { risk: { sum: [{ field: 'species', values: { ...values, dog: 6 } }] } },
    'breaking lead computed/risk: The computed "risk" is from 0 to 6 instead of from 0 to 5: who reads it meets other values.',
  ],
  'another table within the same bounds': [
    { risk: { sum: [{ field: 'species', values: { ...values, cat: 2 } }] } },
    'safe lead computed/risk: The computed "risk" is made of answers in another way.',
  ],
}

test.each(Object.entries(planted))('%s', (_, [patch, ...said]) => {
  expect(afterPatch(patch)).toEqual(said)
})
