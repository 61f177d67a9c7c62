import { smallTree, type Tree } from '../../small-tree.ts'
import { form, type Mistake } from '../mistake.ts'

const list = 'definitions/lists/roofers.json'
const written = '"optionList": "roofers", "optionsBy": "residence"'

/** The small tree, with a question whose options depend on another answer. */
export const optionsTree: Tree = {
  ...smallTree,
  [form]: (smallTree[form] ?? '').replace(
    '"kind": "long-text", "title": "Anything else?", "optional": true',
    `"title": "Anything else?", ${written}`,
  ),
  'definitions/lists/trades.json': JSON.stringify({
    names: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`trade${at}`, `Trade ${at}`])),
  }),
  [list]: '{ "names": { "owned": { "smith": "Smith" }, "rented": { "jones": "Jones" }, "moss": "Moss" } }',
}

/** Options that depend on other answers. */
export const ofOptions: readonly Mistake[] = [
  [
    'a condition of no option',
    form,
    written,
    `${written}, "optionsWhen": { ¦"mos": { "residence": "rented" } }`,
    '"mos" is none of the options. Did you mean "moss"?',
  ],
  [
    'a condition of an option in a group',
    form,
    written,
    `${written}, "optionsWhen": { ¦"smith": { "insulated": true } }`,
    '"smith" is in a group of the list, which says when it is offered. Remove it here.',
  ],
  [
    'a condition on an answer that there is not',
    form,
    written,
    `${written}, "optionsWhen": { "moss": { "residence": ¦"rent" } }`,
    '"residence" is never "rent". Did you mean "rented"?',
  ],
  [
    'a condition on a later answer',
    form,
    '"title": "Supplier", "optionList": "suppliers"',
    '"title": "Supplier", "optionList": "suppliers", "optionsWhen": { "ovo": { ¦"note": "moss" } }',
    'The condition reads "note", which is asked later. Conditions read only fields above them: move "note" up, or this down.',
  ],
  [
    'conditions of options where there are none',
    form,
    `"title": "Anything else?", ${written}`,
    '"kind": "long-text", "title": "Anything else?", "optionsWhen": ¦{ "moss": { "residence": "rented" } }',
    '"optionsWhen" is about options, which this is not. Remove it.',
  ],
  [
    'a group without a list',
    form,
    `"title": "Anything else?", ${written}`,
    '"kind": "gender", "title": "Anything else?", "optionsBy": ¦"residence"',
    '"optionsBy" chooses a group of a list, and this field has none. Add "optionList", or use "optionsWhen".',
  ],
  [
    'a list in groups that no answer chooses',
    form,
    written,
    '"optionList": ¦"roofers"',
    'The options of the list "roofers" are in groups. Add "optionsBy" with the field above whose answer chooses one.',
  ],
  [
    'a list without groups',
    list,
    '"names": { "owned": { "smith": "Smith" }, "rented": { "jones": "Jones" }, "moss": "Moss" }',
    '"names": { "smith": "Smith", "jones": "Jones" }',
    'The options of the list "roofers" are in no groups. Group them, or remove "optionsBy".',
    [form, '"residence" }'],
  ],
  [
    'a group chosen by no field',
    form,
    written,
    '"optionList": "roofers", "optionsBy": ¦"residense"',
    'The list reads "residense", but no field has this id. Did you mean "residence"?',
  ],
  [
    'a group chosen by a number',
    form,
    written,
    '"optionList": "roofers", "optionsBy": ¦"bill"',
    '"bill" has no options that could choose a group. Name a field with options.',
  ],
  [
    'a group for an answer that there is not',
    list,
    '"rented": {',
    '"rentd": { "hill": "Hill" }, "rented": {',
    '"rentd" is no answer to "residence", so nobody sees these options. Did you mean "rented"?',
    [list, '"rentd"'],
  ],
  [
    'one option with two texts',
    list,
    '"jones": "Jones"',
    '"jones": "Jones", ¦"smith": "Smith & Co"',
    '"smith" is “Smith” in another group. Write the same text, or choose another id.',
  ],
  [
    'an answer that leaves no option',
    list,
    ', "rented": { "jones": "Jones" }, "moss": "Moss"',
    '',
    'Where "residence" is "rented", no option is offered. Add one, or take the answer out with "when".',
    [form, '"optionsBy"'],
  ],
  [
    'an option that nobody sees',
    form,
    written,
    `${written}, "when": { "residence": "owned" }, "optionsWhen": { ¦"moss": { "residence": "rented" } }`,
    'Nobody sees the option "moss": the question is not asked for the answers to "residence" that offer it. Change its condition, or remove the option.',
  ],
  [
    'tiles that depend on answers',
    form,
    written,
    `${written}, "ui": { "ui:options": { ¦"tiles": 2 } }`,
    'Options that depend on answers have no tiles. Remove "tiles".',
  ],
  [
    'an order of text',
    form,
    `"title": "Anything else?", ${written}`,
    '"kind": "long-text", "title": "Anything else?", "order": ¦"random"',
    '"order" is about options, which this is not. Remove it.',
  ],
  [
    'last options of no order',
    form,
    written,
    `${written}, ¦"keepLast": ["moss"]`,
    'Options stay as they are written without "order". Add it, or remove "keepLast".',
  ],
  [
    'a last option that there is not',
    form,
    written,
    `${written}, "order": "random", "keepLast": [¦"mos"]`,
    '"mos" is none of the options. Did you mean "moss"?',
  ],
  [
    'too many options in random order',
    form,
    `"title": "Anything else?", ${written}`,
    `"title": "Anything else?", "optionList": "trades", ¦"order": "random"`,
    'Nobody finds an answer among 31 options in random order. It takes 30 at most: write "alphabetical".',
  ],
  [
    'an order by its former key',
    form,
    written,
    `${written}, "ui": { "ui:options": { ¦"sorted": true } }`,
    'Unknown key "sorted". Not possible; nearest: "order" of the field.',
  ],
  [
    'the name of the answer that holds the order',
    form,
    '"moved": { "kind": "date"',
    '¦"optionOrder": { "kind": "date"',
    '"optionOrder" is reserved. Choose another id.',
  ],
  [
    'a list with names and options by language',
    list,
    '"names": {',
    '"options": { "en": { "moss": "Moss" } }, ¦"names": {',
    'A list has "options" by language, or "names" for all. Remove one of the two.',
  ],
]
