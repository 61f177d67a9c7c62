// A new kind of field: its file in the form language and its words in each language. A form that uses it is checked, proven, drawn, and
// filled without JavaScript.
import type { NewKind } from './new-kind.ts'

/** Two controls, whose lead value is neither of them: a number of months. */
const duration = `import type { Kind } from '../kind.ts'

/** How long, asked in years and months, held in months. */
export const duration: Kind = {
  schema: () => ({ type: 'integer', minimum: 1, maximum: 1199 }),
  parts: {
    asked: [
      { id: 'years', length: 2 },
      { id: 'months', length: 2 },
    ],
    join: (typed) => typed.map((text) => text || '0').join(':'),
    split: (text) => (/^\\d+$/.test(text) ? inYears(Number(text)) : text.split(':')),
  },
  read: (text) => {
    const [, years, months] = /^(\\d+):(\\d+)$/.exec(text) ?? []
    if (years !== undefined) return 12 * Number(years) + Number(months)
    return /^\\d+$/.test(text) ? Number(text) : null
  },
  say: (answer) => inYears(Number(answer)).join('/'),
}

function inYears(months: number): string[] {
  return [String(Math.floor(months / 12)), String(months % 12)]
}
`

/** Text of a format that no pattern of its schema says. */
const plate = `import { type Kind, line } from '../kind.ts'

/** A number plate whose digits add up to an even number. */
export const evenPlate: Kind = {
  schema: () => line(10, { format: 'even-plate' }),
  format: {
    name: 'even-plate',
    isRight: (text) => [...text].filter((digit) => /[13579]/.test(digit)).length % 2 === 0,
    words: () => 'an even number plate',
    samples: ['AB 11'],
    beyond: 'whether its digits add up',
  },
  store: (answer) => String(answer).replaceAll(' ', ''),
}
`

/** In every language. */
export const kindWords = {
  duration: { parts: { years: 'Years', months: 'Months' } },
  'even-plate': { title: 'Your number plate', errors: { format: 'Enter a plate that adds up' } },
}

const form = JSON.stringify({
  $schema: '../../schemas/form.schema.json',
  locales: ['en'],
  title: 'Your car',
  steps: {
    car: {
      title: 'Your car',
      fields: { owned: { kind: 'duration', title: 'For how long?' }, plate: { kind: 'even-plate' } },
    },
    more: {
      title: 'More',
      fields: {
        why: { type: 'string', title: 'Why so long?', when: { owned: { minimum: 120 } } },
        age: { kind: 'integer', title: 'Your age' },
      },
    },
  },
})

const filled = `import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

test('years and months are asked, judged, read back and stored without a script', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const address = origin + '/forms/your-car'
  const page = await (await fetch(address)).text()
  for (const part of ['Years', 'Months']) expect(page).toContain('<span>' + part + '</span>')
  const post = async (step: string, entries: Record<string, string>) => {
    const body = new URLSearchParams({ ...entries, go: 'on' })
    const headers = { 'sec-fetch-site': 'same-origin' }
    const reply = await fetch(address + '?step=' + step, { method: 'POST', body, headers, redirect: 'manual' })
    return { status: reply.status, text: await reply.text() }
  }
  const wrong = await post('car', { 'root[owned][years]': 'x', 'root[owned][months]': '6', 'root[plate]': 'AB 12' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(/name="root\\[owned\\]\\[years\\]"[^>]* value="x"/)
  expect(wrong.text).toContain('Enter a plate that adds up')
  const right = await post('car', { 'root[owned][years]': '2', 'root[owned][months]': '6', 'root[plate]': 'AB 11' })
  expect(right).toMatchObject({ status: 200, text: expect.stringContaining('<dd>2/6</dd>') })
  expect(right.text).toContain('name="root[owned]" value="30"')
  expect((await post('more', { 'root[owned]': '30', 'root[plate]': 'AB 11', 'root[age]': '40' })).status).toBe(303)
  const [leads = []] = await storage.atomic([{ sql: 'SELECT answers FROM leads', parameters: [] }])
  expect(leads.map(({ answers }) => JSON.parse(String(answers)))).toEqual([{ owned: 30, plate: 'AB11', age: 40 }])
})
`

export const fieldKind: NewKind = {
  planted: {
    'engine/form/model/kinds/duration.ts': duration,
    'engine/form/model/kinds/even-plate.ts': plate,
    'definitions/forms/your-car.json': form,
    'server/submissions/your-car.test.ts': filled,
  },
  made: [
    'engine/form/model/kinds/table.ts',
    'schemas/field-kind.schema.json',
    'schemas/generated/field-kind.ts',
    'schemas/generated/variant.ts',
    'schemas/variant.schema.json',
  ],
}
