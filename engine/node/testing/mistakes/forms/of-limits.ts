import { form, type Mistake, variant } from '../mistake.ts'

const note = '"kind": "long-text", "title": "Anything else?", "optional": true'
const amount = (limit: string) => `"kind": "amount", "title": "How much?", ${limit}`
const day = (limit: string) => `"kind": "date", "title": "When?", ${limit}`

/** Limits that the answers to other fields set. */
export const ofLimits: readonly Mistake[] = [
  [
    'of no field',
    form,
    note,
    amount('"maximum": { "field": ¦"bil", "factor": 0.7 }'),
    'The limit reads "bil", but no field has this id. Did you mean "bill"?',
  ],
  [
    'of a later field',
    form,
    '"title": "Yearly bill", "type": "integer", "minimum": 100',
    '"title": "Yearly bill", "type": "integer", "minimum": { "field": ¦"note" }',
    'The limit reads "note", which is asked later. Limits read only fields above them: move "note" up, or this down.',
  ],
  [
    'of itself',
    form,
    note,
    amount('"maximum": { "field": ¦"note" }'),
    'The limit of "note" reads its own answer. Let it read a field above.',
  ],
  [
    'of a field that is asked several times',
    form,
    note,
    amount('"maximum": [5000, { "field": ¦"roofs.area" }]'),
    '"roofs" is asked several times, so no limit can read "roofs.area". It can read how many there are: "roofs".',
  ],
  [
    'of a number by what is none',
    form,
    note,
    amount('"minimum": { "field": ¦"residence" }'),
    '"minimum" is about a number, which the answer to "residence" is not. Name a field that is answered with a number.',
  ],
  [
    'of a day by a number',
    form,
    note,
    day('"earliest": { "field": ¦"bill", "offset": "1d" }'),
    '"earliest" is about a date, which the answer to "bill" is not. Name a field that is answered with a date.',
  ],
  [
    'of a day by a month',
    form,
    '"note": { "kind": "long-text", "title": "Anything else?", "optional": true }',
    '"since": { "kind": "month-year", "title": "Since?" }, "note": { "kind": "date", "title": "When?", "latest": { "field": ¦"since" } }',
    '"since" is answered with a month, which leaves the day open. Name a field that is answered with a day.',
  ],
  [
    'of a text',
    form,
    note,
    '"kind": "long-text", "title": "Anything else?", "optional": true, "maximum": ¦{ "field": "bill" }',
    '"maximum" is about a number, which this is not. Remove it.',
  ],
  [
    'that take nothing of the answer',
    form,
    note,
    amount('"maximum": { "field": "bill", "factor": ¦0 }'),
    '0 is too small: it must be more than 0.',
  ],
  [
    'of a number by a span',
    form,
    note,
    amount('"maximum": { "field": "bill", ¦"offset": "1d" }'),
    'Unknown key "offset". Known: factor.',
  ],
  [
    'that are no span',
    form,
    note,
    day('"latest": { "field": "moved", "offset": ¦"1 day" }'),
    '"1 day" does not have the form this needs. The offset from that answer: 1d, 6m, 1y. With a minus, before it. The same day by default.',
  ],
  ['without a field', form, note, amount('¦"maximum": { "factor": 0.7 }'), '"field" is missing. Add it here.'],
  [
    'of which two are fixed',
    form,
    note,
    amount('"maximum": ¦[5000, { "field": "bill" }, 6000]'),
    'Of several limits at most one may be fixed; the others must depend on answers. Keep one of 5000, 6000.',
  ],
  [
    'that cross next to one of an answer',
    form,
    note,
    amount('"minimum": 700, "maximum": ¦[600, { "field": "bill" }]'),
    '"maximum" (600) is less than "minimum" (700), so no answer is taken. Raise one or lower the other.',
  ],
  [
    'of a field that a variant takes away',
    variant,
    '"supplier": null',
    '"supplier": null, "insulated": null, "uses": null, "moved": null, "bill": { "maximum": { "field": ¦"moved" } }',
    'The limit reads "moved", but no field has this id. Known: residence, permission.',
  ],
]
