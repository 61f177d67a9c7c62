import { form, type Mistake, page } from '../mistake.ts'

const note = '"kind": "long-text", "title": "Anything else?", "optional": true'
const rows = '"rows": { "price": "Price", "service": "Service" }'
const options = '"options": { "good": "Good", "bad": "Bad" }'
const table = `"kind": "matrix", "title": "How is it?", ${rows}, ${options}, "locales": ["en"]`
const residence = '"options": { "owned": "Owned", "rented": "Rented" }'

/** Tables of choices, and options with drawings. */
export const ofChoices: readonly Mistake[] = [
  [
    'rows of what is no table',
    form,
    note,
    `"title": "How is it?", ${rows.replace('{', '¦{')}, ${options}, "locales": ["en"]`,
    'Only the kind "matrix" has rows. Add "kind": "matrix" or remove "rows".',
  ],
  [
    'a table without rows',
    form,
    note,
    `"kind": "matrix", "title": "How is it?", ${options}, "locales": ["en"]`,
    'The table "note" has no rows. Add "rows", each as id → text.',
    [form, '"note"'],
  ],
  [
    'a table without options',
    form,
    note,
    `"kind": "matrix", "title": "How is it?", ${rows}, "locales": ["en"]`,
    'The table "note" has no options. Add "options", which all rows share.',
    [form, '"note"'],
  ],
  [
    'more options than a table takes',
    form,
    note,
    table.replace(options, `¦"options": { ${[...'abcdefgh'].map((id) => `"${id}": "Grade ${id}"`).join(', ')} }`),
    'A table takes 7 options at most, and this has 8. Offer fewer, or ask each row as a question of its own.',
  ],
  [
    'a table that takes several answers',
    form,
    note,
    `${table}, ¦"multiple": true`,
    'A table of choices does not take "multiple". Known: kind, title, hint, explanation, rows, options, optionList, optional, when, newScreen, errors, locales, after. Remove it.',
  ],
  [
    'a table in a step with a group',
    form,
    '"area": { "title": "Area in m²", "type": "integer", "minimum": 5, "maximum": 500 }',
    `"area": { "title": "Area in m²", "type": "integer", "minimum": 5, "maximum": 500 }, "sides": { ${table} }`,
    'The answers of a table are a group of their own, so "sides" is not possible in a step with "as". Move it to another step.',
    [form, '"sides"'],
  ],
  [
    'a row with a reserved id',
    form,
    note,
    table.replace('"price"', '¦"constructor"'),
    '"constructor" is reserved. Choose another id.',
  ],
  [
    'a table with the id of a group',
    form,
    note,
    `${table} }, ¦"roofs": { ${table}`,
    'The id "roofs.price" is taken by definitions/forms/solar.json (steps.roofs.as). Answers are stored by id: give one of the two another.',
  ],
  [
    'a condition on a whole table',
    form,
    `"note": { ${note} }`,
    `"note": { ${table} }, "why": { "kind": "text", "title": "Why?", "locales": ["en"], "when": { ¦"note": "bad" } }`,
    '"note" is a table of choices, with an answer for each row. Let the condition read one, such as "note.price".',
  ],
  [
    'a condition on an option that no row has',
    form,
    `"note": { ${note} }`,
    `"note": { ${table} }, "why": { "kind": "text", "title": "Why?", "locales": ["en"], "when": { "note.price": ¦"dear" } }`,
    '"note.price" is never "dear". Known: good, bad.',
  ],
  [
    'a drawing that there is not',
    form,
    residence,
    `${residence}, "pictures": { "owned": ¦"castle" }`,
    'There is no drawing "castle". There is none yet: write media/castle.json.',
  ],
  [
    'a drawing on no option',
    form,
    residence,
    `${residence}, "pictures": { ¦"leased": "castle" }`,
    'There is no option "leased". Known: owned, rented.',
  ],
  [
    'a drawing on what has no options',
    form,
    note,
    `${note}, ¦"pictures": { "owned": "castle" }`,
    'Only options have drawings. Add "options" or remove "pictures".',
  ],
  [
    'drawings on a drop-down list',
    form,
    residence,
    `${residence}, "ui": { "ui:widget": "select" }, ¦"pictures": { "owned": "castle" }`,
    'A drop-down list shows no drawings. Remove "pictures", or "ui:widget".',
  ],
  [
    'a way to show screens that there is not',
    form,
    '"title": "Solar panels"',
    '"title": "Solar panels", "screens": ¦"pages"',
    '"pages" is not possible here. Known: steps, questions.',
  ],
  [
    'one form on a page in two ways',
    page,
    '"form": { "kind": "form", "form": "solar" }',
    '"form": { "kind": "form", "form": "solar", "screens": ¦"questions" }, "again": { "kind": "form", "form": "solar", "main": false }',
    'This page shows the form "solar" twice, and in two ways. Give both sections the same "screens".',
  ],
]
