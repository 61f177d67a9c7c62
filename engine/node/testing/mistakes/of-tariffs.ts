import type { Tree } from '../small-tree.ts'
import type { Mistake } from './mistake.ts'
import { offersTree } from './of-offers.ts'

const tariff = 'definitions/partners/tariff.json'
const table = 'definitions/tariffs/solar.csv'

/** The tree with offers, with a partner that has a tariff table. */
export const tariffTree: Tree = {
  ...offersTree,
  [tariff]: `{
  "name": "Tariff",
  "filters": [{ "form": "solar" }],
  "deliveries": {
    "tariff": {
      "kind": "tariff",
      "table": "solar",
      "date": "2026-07-01",
      "columns": {
        "home": { "field": "residence", "compare": "option" },
        "insulated": { "field": "insulated", "compare": "option" },
        "bill": { "field": "bill", "compare": "band" },
        "name": { "field": "firstName", "compare": "start" },
        "price": { "value": "price" }
      },
      "hosts": ["tariff.example"],
      "offers": [
        {
          "product": "Panels",
          "price": { "amount": { "sum": [{ "field": "price" }] }, "period": "year" },
          "excess": { "sum": [{ "field": "residence", "values": { "owned": 10, "rented": 20 } }] },
          "link": "https://tariff.example/panels"
        }
      ]
    }
  }
}`,
  [table]: `home,insulated,bill,name,price
owned,yes,100-500,*,12.50
owned,yes,501-9000,*,20
owned,no,100-9000,A*,25
rented,*,,,30
`,
}

const bill = '"field": "bill", "compare": "band"'
const first = 'owned,yes,100-500,*,12.50'

/** A partner's tariff table, and the delivery that reads it. */
export const ofTariffs: readonly Mistake[] = [
  [
    'a tariff without its table',
    tariff,
    '"table": "solar"',
    '"table": ¦"solr"',
    'There is no tariff table "solr". Did you mean "solar"?',
  ],
  [
    'a column that is not in the table',
    tariff,
    `"bill": { ${bill} }`,
    `¦"bil": { ${bill} }`,
    'The table "solar" has no column "bil". Did you mean "bill"?',
  ],
  [
    'a column of the table that is not described',
    tariff,
    '"name": { "field": "firstName", "compare": "start" },',
    '',
    'The column "name" is not in "columns" of definitions/partners/tariff.json. Say there what it is, or remove it.',
    [table, 'name'],
  ],
  [
    'a condition on what the form does not ask',
    tariff,
    bill,
    '"field": ¦"bil", "compare": "band"',
    'The form "solar" does not ask "bil". Did you mean "bill"?',
  ],
  [
    'a condition on numbers that is compared like options',
    tariff,
    bill,
    '"field": ¦"bill", "compare": "option"',
    '"bill" is answered with numbers. Write "compare": "band".',
  ],
  [
    'a condition on a day',
    tariff,
    bill,
    '"field": ¦"moved", "compare": "band"',
    '"moved" cannot be compared with a table. Compute an age in "computed" of the form, and name that.',
  ],
  [
    'a condition that does not say how it is compared',
    tariff,
    `"bill": { ${bill} }`,
    '¦"bill": { "field": "bill" }',
    'Say how the cells are compared: "compare" with option, band or start.',
  ],
  [
    'a column that is a condition and a value',
    tariff,
    `"bill": { ${bill} }`,
    `¦"bill": { ${bill}, "value": "bill" }`,
    'Say either "field" and "compare" for a condition, or "value".',
  ],
  [
    'a value with the name of a field',
    tariff,
    '"value": "price" }',
    '"value": ¦"bill" }',
    '"bill" is a field of the form "solar". Give the value another name.',
  ],
  [
    'an amount of what is neither a value nor asked',
    tariff,
    '"sum": [{ "field": "price" }]',
    '"sum": [{ "field": ¦"pric" }]',
    'The value reads "pric", but no field has this id. Did you mean "price"?',
  ],
  [
    'an amount of options without what they count',
    tariff,
    '{ "field": "residence", "values": { "owned": 10, "rented": 20 } }',
    '{ "field": ¦"residence" }',
    'Say what the answers to "residence" count: "values": { "owned": 1, … }.',
  ],
  [
    'an offer without a price or a rate',
    tariff,
    `{
          "product": "Panels",
          "price": { "amount": { "sum": [{ "field": "price" }] }, "period": "year" },`,
    `¦{
          "product": "Panels",`,
    'An offer needs a "price" or a "rate". Add one.',
  ],
  [
    'HTML in an offer of a tariff',
    tariff,
    '"product": "Panels"',
    '"product": ¦"<b>Panels</b>"',
    'Texts of offers are plain. Remove HTML, < and >.',
  ],
  [
    'a link to a host that a tariff does not declare',
    tariff,
    '"link": "https://tariff.example/panels"',
    '"link": ¦"https://other.example/panels"',
    'The host "other.example" is not in "hosts" of this delivery. Add it there, or correct the address.',
  ],
  [
    'an option that a form does not have, in a table',
    table,
    first,
    '¦owed,yes,100-500,*,12.50',
    '"residence" is never "owed". Did you mean "owned"?',
  ],
  [
    'neither yes nor no, in a table',
    table,
    first,
    'owned,¦partly,100-500,*,12.50',
    '"insulated" is never "partly". Write yes or no.',
  ],
  [
    'a band that cannot be read',
    table,
    first,
    'owned,yes,¦500-100,*,12.50',
    '"500-100" cannot be read here. Write a number or a range, as in 18-25 or 66+, or * for any answer.',
  ],
  [
    'a beginning that cannot be read',
    table,
    first,
    'owned,yes,100-500,¦*A,12.50',
    '"*A" cannot be read here. Write how the answer begins, as in SW or 10*, or * for any answer.',
  ],
  [
    'a value that is no number',
    table,
    first,
    'owned,yes,100-500,*,¦"12,50"',
    '"12,50" is not a number. Write it with a point and without thousands separators, as in 1234.50.',
  ],
  [
    'a price of nothing in a table',
    table,
    first,
    'owned,yes,100-500,*,¦0',
    'The price of "Panels" is 0 here. A price is above 0.',
  ],
  [
    'the same row twice',
    table,
    first,
    `${first}\n¦owned,yes,100-500,*,13`,
    'This row never counts: line 2 matches all that it matches. Remove one, or change their order.',
  ],
  [
    'a row that an earlier one covers',
    table,
    'rented,*,,,30',
    'rented,*,,,30\n¦rented,yes,100-200,B,31',
    'This row never counts: line 5 matches all that it matches. Remove one, or change their order.',
  ],
  [
    'bands that overlap',
    table,
    'owned,yes,501-9000,*,20',
    'owned,yes,¦500-9000,*,20',
    '500-9000 overlaps 100-500 of line 2, which counts for what both match. Change one of them.',
  ],
  [
    'a number between bands',
    table,
    `owned,yes,501-9000,*,20
owned,no,100-9000,A*,25
rented,*,,,30`,
    `owned,yes,¦510-9000,*,20
owned,no,100-500,A*,25
rented,*,510-9000,,30`,
    'No row of "bill" is for 501 to 509. Add a row, or widen a band.',
  ],
  [
    'a row with a cell too many',
    table,
    first,
    `¦${first},13`,
    'This row has 6 cells, and the table 5 columns. Correct the row.',
  ],
  [
    'a table that no delivery reads',
    'definitions/tariffs/spare.csv',
    '',
    '¦age,price\n18-25,12\n',
    'Nothing reads the table "spare". Name it in a delivery of the kind "tariff" or in "computed" of a form, or remove this file.',
  ],
  ['an empty row', table, first, '¦,,,,', 'This row is empty. Remove it.'],
  [
    'two columns with one name',
    table,
    'home,insulated,bill,name,price',
    'home,insulated,bill,name,¦name',
    'Two columns have the name "name". Rename one of them.',
  ],
  [
    'a column without a name',
    table,
    'home,insulated,bill,name,price',
    'home,insulated,bill,name,¦',
    'This column has no name. Add one, or remove the column.',
  ],
  [
    'a quote that is not closed, in a table',
    table,
    first,
    '¦owned,yes,100-500,"*,12.50',
    'A double quote is not closed in this line, or has text after it. Close it, or remove it.',
  ],
  ['HTML in a table', table, first, 'owned,yes,100-500,¦<i>,12.50', 'A table holds no HTML. Remove < and >.'],
  [
    'a table in another encoding',
    table,
    first,
    'owned,yes,100-500,¦\uFFFDgnes,12.50',
    'This file is not UTF-8 text: a character here cannot be read. Save it as CSV UTF-8, in Excel “CSV UTF-8 (comma delimited)”.',
  ],
  [
    'a table without rows',
    table,
    `${first}
owned,yes,501-9000,*,20
owned,no,100-9000,A*,25
rented,*,,,30
`,
    '',
    'This table is empty. Write a line with the names of the columns, and a line for each row.',
    [table, 'home'],
  ],
]
