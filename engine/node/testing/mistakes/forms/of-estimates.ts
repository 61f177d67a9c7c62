import { smallTree, type Tree } from '../../small-tree.ts'
import { form, german, type Mistake } from '../mistake.ts'

const table = 'definitions/tariffs/roofs.csv'

/** The small tree, with an estimate of a payment, and a value from a table. */
export const estimateTree: Tree = {
  ...smallTree,
  [form]: String(smallTree[form]).replace(
    '"steps": {',
    `"computed": {
    "monthly": { "payment": { "amount": "bill", "months": "bill", "rate": { "fact": "subsidy" } } },
    "price": {
      "table": "roofs",
      "columns": {
        "home": { "field": "residence", "compare": "option" },
        "area": { "field": "roofs.#.area", "compare": "band" }
      },
      "value": "price"
    }
  },
  "estimate": { "title": "Price", "value": "price", "assumption": "As of today." },
  "steps": {`,
  ),
  'definitions/site.json': String(smallTree['definitions/site.json']).replace(
    '"subsidy": { "unit": "percentage", "markets": { "DE": { "value": 20 } } }',
    '"subsidy": { "unit": "percentage", "value": 20 }',
  ),
  [german]: String(smallTree[german]).replace(
    '"steps": {',
    '"estimate": { "title": "Preis", "assumption": "Stand heute." },\n  "steps": {',
  ),
  [table]: `home,area,price
owned,5-50,12.50
owned,51+,20
rented,*,30
`,
}

const monthly = '"payment": { "amount": "bill", "months": "bill", "rate": { "fact": "subsidy" } }'
const estimate = '"estimate": { "title": "Price", "value": "price", "assumption": "As of today." }'
const area = '"area": { "field": "roofs.#.area", "compare": "band" }'

/** Figures beside the questions, payments of loans, and values from tables. */
export const ofEstimates: readonly Mistake[] = [
  [
    'an estimate of nothing',
    form,
    estimate,
    '¦"estimate": { "title": "Price", "assumption": "As of today." }',
    'Say which computed value is shown: either "value", or "from" and "to" of a range.',
  ],
  [
    'an estimate with half a range',
    form,
    estimate,
    '¦"estimate": { "title": "Price", "from": "price", "assumption": "As of today." }',
    'Say which computed value is shown: either "value", or "from" and "to" of a range.',
  ],
  [
    'an estimate of a field',
    form,
    '"value": "price", "assumption"',
    '"value": ¦"bill", "assumption"',
    'There is no computed value "bill". Known: monthly, price. The form computes values in "computed".',
  ],
  [
    'an estimate without its assumption',
    form,
    estimate,
    '¦"estimate": { "title": "Price", "value": "price" }',
    '"assumption" is missing. Add it here.',
  ],
  [
    'the payment of no number',
    form,
    '"amount": "bill", "months"',
    '"amount": ¦"residence", "months"',
    'The answer to "residence" is no number. Name a field with a number.',
  ],
  [
    'the payment of several loans',
    form,
    '"amount": "bill", "months"',
    '"amount": ¦"roofs.#.area", "months"',
    '"roofs.#.area" is asked several times, and a loan has one. Name a field that is asked once.',
  ],
  [
    'months with decimals',
    form,
    '"bill": { "title": "Yearly bill", "type": "integer"',
    '"bill": { "title": "Yearly bill", "type": "number"',
    '"bill" may have decimals, and months are whole. Name a field of the kind "integer".',
    [form, '"bill", "rate"'],
  ],
  [
    'a rate that is no percentage',
    form,
    '"rate": { "fact": "subsidy" }',
    '"rate": { "fact": ¦"wait" }',
    'The fact "wait" is a duration, and "rate" takes a percentage. Name another, or write the limit itself.',
  ],
  [
    'a rate of an unknown fact',
    form,
    '"rate": { "fact": "subsidy" }',
    '"rate": { "fact": ¦"subsidi" }',
    'There is no fact "subsidi" in site.json. Did you mean "subsidy"?',
  ],
  [
    'a condition on a payment',
    form,
    '"when": { "residence": "rented" }',
    '"when": { ¦"price": { "minimum": 10 } }',
    '"price" is made of a table or of a loan’s payment, which conditions cannot read. Let the condition read answers.',
  ],
  [
    'a value of a table that there is not',
    form,
    '"table": "roofs"',
    '"table": ¦"roof"',
    'There is no tariff table "roof". Did you mean "roofs"?',
  ],
  [
    'a value of a table without conditions',
    form,
    `"columns": {
        "home": { "field": "residence", "compare": "option" },
        ${area}
      },
      "value"`,
    '"value"',
    'A value from a table needs "columns", its conditions, and "value", the column that holds it. Add "columns".',
    [form, '"price": {'],
  ],
  [
    'columns without a table',
    form,
    `"monthly": { ${monthly} }`,
    `"monthly": { ${monthly}, ¦"value": "price" }`,
    '"value" is about a "table", which this does not read. Remove it.',
  ],
  [
    'a value from a column that is not in the table',
    form,
    '"value": "price"\n',
    '"value": ¦"prize"\n',
    'The table "roofs" has no column "prize". Did you mean "price"?',
  ],
  [
    'a condition on a column that is not in the table',
    form,
    area,
    '¦"are": { "field": "roofs.#.area", "compare": "band" }',
    'The table "roofs" has no column "are". Did you mean "area"?',
  ],
  [
    'a condition of a table on what the form does not ask',
    form,
    area,
    '"area": { "field": ¦"roofs.#.size", "compare": "band" }',
    'The form "solar" does not ask "roofs.#.size". Did you mean "roofs.#.area"?',
  ],
  [
    'a condition of a table that is compared otherwise',
    form,
    area,
    '"area": { "field": ¦"roofs.#.area", "compare": "start" }',
    '"roofs.#.area" is answered with numbers. Write "compare": "band".',
  ],
  [
    'a column that no value reads',
    form,
    `,
        ${area}`,
    '',
    'No value of definitions/forms/solar.json reads the column "area". Name it there in "columns" or "value", or remove it.',
    [table, 'area'],
  ],
  [
    'an option that the form does not have, in a table of its own',
    table,
    'rented,*,30',
    '¦rent,*,30',
    '"residence" is never "rent". Did you mean "rented"?',
  ],
  [
    'a value of a table that is no number',
    table,
    'owned,51+,20',
    'owned,51+,¦twenty',
    '"twenty" is not a number. Write it with a point and without thousands separators, as in 1234.50.',
  ],
  [
    'a row of a form’s table that never counts',
    table,
    'rented,*,30',
    'rented,*,30\n¦rented,5-10,31',
    'This row never counts: line 4 matches all that it matches. Remove one, or change their order.',
  ],
]
