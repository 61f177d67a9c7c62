import { expect, test } from 'vitest'
import { resolved } from '../form/testing/forms.ts'
import { compiledStep, judgesOf } from './validators.ts'

const fields = (length: number) =>
  resolved({
    locales: ['en'],
    title: 'Text',
    steps: { all: { title: 'Text', fields: { text: { title: 'Text', maxLength: length } } } },
  }).steps[0]?.fields ?? []

test('a schema is compiled once, for the server and for browsers, whoever asks and however often', () => {
  const first = compiledStep(fields(7))
  expect(compiledStep(fields(7))).toBe(first)
  expect(compiledStep(fields(8))).not.toBe(first)
  const form = resolved()
  for (const { id, fields: own } of form.steps) {
    const { judge } = compiledStep(own)
    const answers = { phone: 'x' }
    expect(judgesOf(form, '2026-11-20')(id)(answers)).toEqual(judge(answers))
  }
})
