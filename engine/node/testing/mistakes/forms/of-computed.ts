import { smallTree, type Tree } from '../../small-tree.ts'
import { form, type Mistake, partner } from '../mistake.ts'

/** The small tree, with values that its form computes. */
export const computedTree: Tree = {
  ...smallTree,
  [form]: String(smallTree[form]).replace(
    '"steps": {',
    `"computed": {
    "size": { "count": "roofs" },
    "score": { "sum": [5, { "field": "residence", "values": { "owned": 2, "rented": 1 } }] }
  },
  "steps": {`,
  ),
}

const size = '"size": { "count": "roofs" }'

/** Values that are made of answers. */
export const ofComputed: readonly Mistake[] = [
  [
    'a computed value of no field',
    form,
    size,
    '"value": { "sum": [{ "field": ¦"bil", "factor": 2 }] }',
    'The value reads "bil", but no field has this id. Did you mean "bill"?',
  ],
  [
    'a computed value that does not say how',
    form,
    size,
    '¦"value": {}',
    'Say how the value is computed: one of "sum", "count", "age", "payment" and "table".',
  ],
  [
    'a computed value that says it twice',
    form,
    size,
    '"value": { "sum": [{ "field": "bill" }], ¦"count": "roofs" }',
    '"sum" already says how the value is computed. Remove "count".',
  ],
  [
    'a count that is rounded',
    form,
    size,
    '"value": { "count": "roofs", ¦"round": 2 }',
    'A count is a whole number. Remove "round".',
  ],
  [
    'a sum until a date',
    form,
    size,
    '"value": { "sum": [1], ¦"asOf": "moved" }',
    '"asOf" says until when an age is counted. Remove it, or write an "age".',
  ],
  [
    'a term of nothing',
    form,
    size,
    '"value": { "sum": [¦{ "factor": 2 }] }',
    'Say what is added: a "field", or a "product".',
  ],
  [
    'a product with a field next to it',
    form,
    size,
    '"value": { "sum": [{ ¦"field": "bill", "product": [{ "field": "bill" }, 2] }] }',
    'A product is made of its own list. Remove "field".',
  ],
  [
    'a square',
    form,
    size,
    '"value": { "sum": [{ ¦"product": [{ "field": "bill" }, { "field": "bill" }] }] }',
    '"bill" is multiplied with itself here. Let a product read it once.',
  ],
  [
    'a choice that is added as a number',
    form,
    size,
    '"value": { "sum": [{ "field": ¦"insulated" }] }',
    'Say what the answers to "insulated" count: "values": { "true": 1, … }.',
  ],
  [
    'a text that is added',
    form,
    size,
    '"value": { "sum": [{ "field": ¦"note" }] }',
    'The answer to "note" is no number. Name a field with a number, or one with options and what they count in "values".',
  ],
  [
    'a table of numbers',
    form,
    size,
    '"value": { "sum": [{ "field": "bill", ¦"values": { "100": 1 } }] }',
    '"bill" has no options that a table could name. Remove "values".',
  ],
  [
    'a table with an option that there is not',
    form,
    size,
    '"value": { "sum": [{ "field": "residence", "values": { "owned": 2, ¦"rent": 1 } }] }',
    '"residence" is never "rent". Did you mean "rented"?',
  ],
  [
    'a table that lacks an option',
    form,
    size,
    '"value": { "sum": [{ "field": "residence", ¦"values": { "owned": 2 } }] }',
    'The table does not say what "rented" counts. Add it, or a "default".',
  ],
  [
    'a default without a table',
    form,
    size,
    '"value": { "sum": [{ "field": "bill", ¦"default": 2 }] }',
    '"default" completes "values". Add them, or remove it.',
  ],
  [
    'a count of what cannot be counted',
    form,
    size,
    '"value": { "count": ["roofs", ¦"bill"] }',
    '"bill" cannot be counted. Name a repeated group, a field with "multiple", or one that is answered with yes or no.',
  ],
  [
    'a count of a computed value',
    form,
    size,
    '"value": { "count": ¦"score" }',
    '"score" is computed itself. Counts and ages are of answers: name a field.',
  ],
  [
    'an age of no day',
    form,
    size,
    '"value": { "age": ¦"bill" }',
    '"bill" is no day, so no years can be counted. Name a field of the kind "date" or "birth-date".',
  ],
  [
    'a computed value of itself',
    form,
    size,
    '"more": { "sum": [{ "field": "one" }, 1] }, ¦"one": { "sum": [{ "field": "two" }] }, "two": { "sum": [{ "product": [2, { "field": "one" }] }] }',
    '"one" is computed of itself: "one" reads "two" reads "one". Let one of them read answers alone.',
  ],
  [
    'a computed value with the id of a field',
    form,
    size,
    '¦"bill": { "count": "roofs" }',
    'The id "bill" is taken by definitions/forms/solar.json (steps.home.fields.bill). Answers are stored by id: give one of the two another.',
  ],
  [
    'a condition above what its value is made of',
    form,
    '"title": "Your home",',
    '"title": "Your home", "when": { ¦"score": { "minimum": 7 } },',
    'The condition reads "score", which is computed of "residence" and known only below it. Move "residence" up, or this down.',
  ],
  [
    'a condition within the items that its value is made of',
    form,
    '"minimum": 5, "maximum": 500 }',
    '"minimum": 5, "maximum": 500, "when": { ¦"size": { "minimum": 2 } } }',
    'The condition reads "size", which is computed of "roofs" and known only below it. Move "roofs" up, or this down.',
  ],
  [
    'a limit set by a computed value',
    form,
    '"kind": "long-text", "title": "Anything else?", "optional": true',
    '"kind": "integer", "title": "How many?", "maximum": { "field": ¦"size" }',
    '"size" is computed, and visitors could not read what limits them. Let the limit read a field.',
  ],
  [
    'an alert on a computed value that is never as large',
    form,
    '"when": { "permission": false }',
    '"when": { "score": { "minimum": ¦8 } }',
    '"score" is never 8 or more: it is 7 at most.',
  ],
  [
    'a partner that takes leads by a computed value that there is not',
    partner,
    '"when": { "residence": "owned" }',
    '"when": { ¦"skore": { "minimum": 6 } }',
    'The condition reads "skore", but no field has this id. Did you mean "score"?',
  ],
  [
    'a value that is computed and read back',
    form,
    '"echoField": "email"',
    '"echoField": ¦"score"',
    'The form has no field "score".',
  ],
]
