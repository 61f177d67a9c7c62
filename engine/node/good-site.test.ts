import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { goodSite } from './good-site.ts'
import { problemLine } from './load.ts'
import { readSources } from './read-sources.ts'
import type { Sandbox } from './testing/sandbox.ts'
import { sharedSandbox } from './testing/shared-sandbox.ts'

const { box, cache } = await sharedSandbox()
const good = async (lastGood: Parameters<typeof goodSite>[1] = []) => {
  const found = await goodSite(await readSources(box, cache), lastGood)
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  return found
}
const before = await good()
/** The sandbox as problems name it. */
const folderName = relative('.', box.definitions).replace(/definitions$/, '')

type Edit = Parameters<Sandbox['edit']>

const pet = (more: object = {}) =>
  JSON.stringify({
    locales: ['en'],
    title: 'Pets',
    steps: { you: { title: 'You', fields: { name: { kind: 'given-name' } } } },
    ...more,
  })
const page = (path: string) =>
  JSON.stringify({
    locales: ['en'],
    path,
    title: 'T',
    description: 'D',
    sections: { words: { kind: 'text', title: 'T', paragraphs: { a: 'T' } } },
  })

/** What is wrong, the edits that make it so, and what is quarantined then: nothing else. */
const mistakes: [name: string, edits: Edit[], quarantined: string[]][] = [
  [
    'a form with a wrong key',
    [['definitions/forms/energy.json', '"description": "', '"descripton": "']],
    [
      'forms/energy | last good | definitions/forms/energy.json:5:3 Unknown key "descripton". Did you mean "description"?',
    ],
  ],
  [
    'a new form with a mistake',
    [['definitions/forms/pets.json', null, pet({ titel: 'P' })]],
    ['forms/pets | absent | definitions/forms/pets.json:1:106 Unknown key "titel". Remove it.'],
  ],
  [
    'half a file',
    [['definitions/forms/energy.json', null, '{ "title":']],
    [
      'forms/energy | last good | definitions/forms/energy.json:1:11 A value is expected here. Perhaps there is a comma too many.',
    ],
  ],
  [
    'half a translation',
    [['locales/de/forms/energy.json', null, '{']],
    ['forms/energy | last good | locales/de/forms/energy.json:1:2 A closing } is missing.'],
  ],
  [
    'a translation that lacks a text',
    [['locales/de/forms/energy.json', '"title": "', '"titel": "']],
    [
      'forms/energy | last good | locales/de/forms/energy.json:2:3 Nothing uses the text titel. Did you mean "title"? Correct the key or remove it.',
    ],
  ],
  [
    'a group that thirteen forms use',
    [['definitions/groups/contact.json', '"kind": "email"', '"kind": "mail"']],
    [
      'groups/contact | last good | definitions/groups/contact.json:9:43 There is no kind "mail". Did you mean "email"?',
    ],
  ],
  [
    'a group that is right and does not fit a form',
    [
      [
        'definitions/groups/contact.json',
        '"firstName": {',
        '"amount": { "kind": "amount", "title": "How much?" },\n"firstName": {',
      ],
    ],
    [
      'groups/contact | last good | definitions/groups/contact.json:5:5 The id "amount" is taken by definitions/forms/loan-short.json (steps.loan.fields.amount). Answers are stored by id: give one of the two another.',
    ],
  ],
  [
    'a list, a consent and a partner at once',
    [
      ['definitions/lists/operators.json', '"nl": {', '"pl": {'],
      ['definitions/consents/privacy.json', '"purpose"', '"purpos"'],
      ['definitions/partners/demo.json', '"filters"', '"map": { "mail": "e-mail" }, "filters"'],
    ],
    [
      'consents/privacy | last good | definitions/consents/privacy.json:3:3 Unknown key "purpos". Did you mean "purpose"?',
      'lists/operators | last good | definitions/lists/operators.json:3:3 The list "operators" has no options for "nl", where a form asks for them. Add them here.',
      'partners/demo | last good | definitions/partners/demo.json:9:20 The forms of this partner have no field "e-mail". Did you mean "email"?',
    ],
  ],
  [
    'a page that takes the address of another',
    [['definitions/pages/aaa.json', null, page('/privacy')]],
    [
      'pages/aaa | absent | definitions/pages/general/privacy.json:11:11 The address /privacy is taken by definitions/pages/aaa.json. Give one of the two another.',
    ],
  ],
  [
    'a block that pages use',
    [['definitions/blocks/how-it-works.json', '"kind": "steps"', '"kind": "stairs"']],
    ['blocks/how-it-works | last good | definitions/blocks/how-it-works.json:3:11 "stairs" is not possible here.'],
  ],
  [
    'a site with a language too few',
    [['definitions/site.json', '"nl"', '"pl"']],
    ['site | last good | definitions/site.json:22:5 The product has no words in "pl" yet.'],
  ],
  [
    'words of the product',
    [['locales/de/chrome.json', null, '[']],
    ['words | last good | locales/de/chrome.json:1:2 A closing ] is missing.'],
  ],
]

test.each(mistakes)('%s takes nothing else down', async (_, edits, expected) => {
  for (const edit of edits) await box.edit(...edit)
  // A change that is right, beside those that are not.
  await box.edit('definitions/forms/loan.json', '"title": "', '"title": "Another ')
  const { value: now, quarantined } = await good(before.files)
  const told = quarantined.map(({ definition, live, needs, problems: [problem] }) => {
    const reason = problem ? problemLine(problem).replaceAll(folderName, '') : ''
    return [definition, live, needs.join(' ') || reason.replace(/ Copy .*/, '')].join(' | ')
  })
  expect(told).toEqual(expected)
  expect(now.forms.version('loan', 'en')?.form.title).toBe('Another Personal loan')
  const { value: then } = before
  expect(now.forms.ids.filter((id) => now.forms.version(id, 'de') === null)).toEqual(
    then.forms.ids.filter((id) => then.forms.version(id, 'de') === null),
  )
  expect(now.pages.all.map(({ id }) => id)).toEqual(then.pages.all.map(({ id }) => id))
  expect(Object.keys(now.partners.all)).toEqual(Object.keys(then.partners.all))
})
