import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCatalog, problemLine } from './load.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

const form = 'definitions/forms/home-insurance.json'
const partner = 'definitions/partners/demo.json'
const page = 'definitions/pages/home-insurance.json'
const german = 'locales/de/forms/home-insurance.json'

let box: Sandbox
beforeEach(async () => {
  box = await sandbox()
})
afterEach(() => box.remove())

test('the repository’s own definitions have no problem', async () => {
  expect(await loadCatalog(box)).toMatchObject({ ok: true })
})

/** file, what to find, what stands there instead, the place that must be named (a text in the changed file), the sentence */
const mistakes: [name: string, file: string, find: string | null, replace: string, place: string, sentence: string][] =
  [
    [
      'a comma too many',
      form,
      '"secondary": "No, a second home" }',
      '"secondary": "No, a second home", }',
      '}\n        },\n        "rentalAvailability"',
      'A key in double quotes is expected here.',
    ],
    [
      'a comma missing',
      form,
      '"title": "Home insurance",',
      '"title": "Home insurance"',
      '"description": "Answer',
      'A comma is missing before this.',
    ],
    [
      'a comment',
      form,
      '"locales"',
      '// the languages\n  "locales"',
      '// the languages',
      'Comments are not possible in definitions.',
    ],
    [
      'a key twice',
      form,
      '"professionalUse": {',
      '"residence": {',
      '"residence": {\n          "kind"',
      '"residence" stands twice in this object.',
    ],
    [
      'an unknown key',
      form,
      '"exclusive": "none"',
      '"exclusiv": "none"',
      '"exclusiv"',
      'Unknown key "exclusiv". Did you mean "exclusive"?',
    ],
    [
      'a value of the wrong type',
      form,
      '"many": true',
      '"many": "yes"',
      '"yes"',
      'This must be true or false, not text in quotes.',
    ],
    [
      'a list that does not exist',
      'definitions/forms/telecom.json',
      '"list": "operators"',
      '"list": "operator"',
      '"operator",',
      'There is no list "operator". Did you mean "operators"?',
    ],
    [
      'a list without a language',
      'definitions/lists/operators.json',
      '"nl": {',
      '"pl": {',
      '"options"',
      'The list "operators" has no options for "nl", where a form asks for them. Add them here.',
    ],
    [
      'thanks that read back no field',
      'definitions/forms/newsletter-popup.json',
      '"shows": "email"',
      '"shows": "mail"',
      '"mail"',
      'The form has no field "mail". Did you mean "email"?',
    ],
    [
      'an alert for an answer there is not',
      'definitions/forms/internet-survey.json',
      '"userType": "business"',
      '"userType": "busines"',
      '"busines"',
      '"userType" is never "busines". Did you mean "business"?',
    ],
    [
      'a message that nobody can see',
      'definitions/forms/newsletter-popup.json',
      '"format": "This email',
      '"pattrn": "This email',
      '"pattrn"',
      'No answer to this is refused for "pattrn", so the message is never shown. Did you mean "pattern"? Remove it.',
    ],
    [
      'a field to take out that no group has',
      'definitions/forms/telecom.json',
      '"address": null',
      '"adress": null',
      '"adress"',
      'There is no field "adress" to take out of a group. Did you mean "address"?',
    ],
    ['a missing key', page, '  "path": "/insurance/home-insurance",\n', '', '{', '"path" is missing. Add it here.'],
    ['an id like a number', form, '"claims": {', '"36months": {', '"36months"', '"36months" cannot be an id.'],
    [
      'a condition on a later field',
      form,
      '"when": { "residence": "secondary" }',
      '"when": { "professionalUse": true }',
      '"professionalUse": true',
      'The condition reads "professionalUse", which is asked later.',
    ],
    [
      'a condition on itself',
      form,
      '"when": { "residence": "secondary" }',
      '"when": { "rentalAvailability": "long" }',
      '"rentalAvailability": "long"',
      'The condition of "rentalAvailability" reads its own answer.',
    ],
    [
      'a condition on no field',
      form,
      '"when": { "residence": "secondary" }',
      '"when": { "residense": "secondary" }',
      '"residense"',
      'The condition reads "residense", but no field has this id. Did you mean "residence"?',
    ],
    [
      'a condition that never holds',
      form,
      '"when": { "residence": "secondary" }',
      '"when": { "residence": "second" }',
      '"second" }',
      '"residence" is never "second".',
    ],
    [
      'a missing text',
      german,
      '"title": "Ihr Zuhause",\n',
      '',
      '',
      'The text "Your home" has no translation into "de". Add steps.housing.title to locales/de/forms/home-insurance.json.',
    ],
    [
      'an unused text',
      german,
      '"housing": {',
      '"husing": { "title": "x" },\n    "housing": {',
      '"title": "x"',
      'Nothing uses the text steps.husing.title.',
    ],
    [
      'a field without title',
      form,
      '"title": "Do you already live there?"',
      '"optional": true',
      '"alreadyLivingThere"',
      'The field "alreadyLivingThere" has no title.',
    ],
    [
      'a field id in two steps',
      form,
      '"claims": {',
      '"residence": {',
      '"residence": {\n          "title": "How many',
      'The id "residence" is taken by',
    ],
    [
      'a field id that a consent has',
      form,
      '"claims": {',
      '"privacy": {',
      '"privacy": {}',
      'The id "privacy" is taken by a field',
    ],
    [
      'an unknown group',
      form,
      '"use": "contact"',
      '"use": "contakt"',
      '"contakt"',
      'There is no group "contakt". Did you mean "contact"?',
    ],
    [
      'an unknown kind',
      form,
      '"kind": "gender"',
      '"kind": "gendre"',
      '"gendre"',
      'There is no kind "gendre". Did you mean "gender"?',
    ],
    [
      'an unknown consent',
      form,
      '"consents": { "privacy"',
      '"consents": { "privcy"',
      '"privcy"',
      'There is no consent "privcy". Did you mean "privacy"?',
    ],
    [
      'an exclusive option that is none',
      form,
      '"exclusive": "none"',
      '"exclusive": "nothing"',
      '"nothing"',
      '"nothing" is none of the options.',
    ],
    ['exclusive without many', form, '"many": true,', '', '"none",', '"exclusive" needs "many": true.'],
    [
      'two ways to answer',
      form,
      '"kind": "yes-no", "title": "Is the home',
      '"kind": "yes-no", "type": "string", "title": "Is the home',
      '"string"',
      '"kind" already says what the answer is. Remove "type".',
    ],
    [
      'no way to answer',
      form,
      '"kind": "yes-no", "title": "Is the home',
      '"optional": true, "title": "Is the home',
      '"insured"',
      'The field "insured" does not say what its answer is.',
    ],
    [
      'an unknown language',
      form,
      '["en", "es", "de", "fr", "it", "nl"]',
      '["en", "pt", "es", "de", "fr", "it", "nl"]',
      '"pt"',
      'The site has no language "pt".',
    ],
    [
      'a page for an unknown form',
      page,
      '"form": "home-insurance"',
      '"form": "homes"',
      '"homes"',
      'There is no form "homes".',
    ],
    [
      'an address twice',
      'definitions/pages/z-again.json',
      null,
      '{ "locales": ["en"], "path": "/insurance/home-insurance", "title": "A", "description": "B", "sections": { "form": { "kind": "form", "form": "home-insurance" } } }',
      '"/insurance/home-insurance", "title"',
      'The address /insurance/home-insurance is taken by',
    ],
    [
      'an address of the server',
      page,
      '"/insurance/home-insurance"',
      '"/api/home-insurance"',
      '"/api/home-insurance"',
      'Addresses under /api are the server’s own.',
    ],
    [
      'a partner of an unknown form',
      partner,
      '"form": "home-insurance"',
      '"form": "home-insurace"',
      '"home-insurace"',
      'There is no form "home-insurace". Did you mean "home-insurance"?',
    ],
    [
      'a partner in an unknown language',
      partner,
      '"form": "home-insurance"',
      '"form": "home-insurance", "locales": ["pt"]',
      '"pt"',
      'The form "home-insurance" is not offered in "pt".',
    ],
    [
      'an unknown partner field',
      partner,
      '"mail": "email"',
      '"mail": "emial"',
      '"emial"',
      'The forms of this partner have no field "emial". Did you mean "email"?',
    ],
    [
      'a webhook without address',
      partner,
      '{ "kind": "pull" }',
      '{ "kind": "webhook", "secretVariable": "X" }',
      '"feed"',
      '"url" is missing.',
    ],
    [
      'an unknown brand',
      'definitions/site.json',
      '"brand": "default"',
      '"brand": "defalt"',
      '"defalt"',
      'There is no brand "defalt". Did you mean "default"?',
    ],
    [
      'after nothing',
      form,
      '"title": "About you",',
      '"title": "About you",\n      "after": "hosing",',
      '"hosing"',
      'There is nothing "hosing" beside "profile" to stand after. Did you mean "housing"?',
    ],
    [
      'after itself in a circle',
      form,
      '"title": "Your home",',
      '"title": "Your home",\n      "after": "housing",',
      '"housing",',
      'There is nothing "housing" beside "housing"',
    ],
    [
      'rules for a language that is not offered',
      form,
      '"consents": {',
      '"localeRules": { "pt": {} },\n  "consents": {',
      '"pt"',
      'The form is not offered in "pt".',
    ],
    [
      'a rule that breaks a condition',
      form,
      '"consents": {',
      '"localeRules": { "de": { "steps": { "profile": { "fields": { "uninsuredDuration": { "when": { "insured": "no" } } } } } } },\n  "consents": {',
      '"no"',
      '"insured" is never "no".',
    ],
    [
      'a rule for an unknown step',
      form,
      '"consents": {',
      '"localeRules": { "de": { "steps": { "profil": {} } } },\n  "consents": {',
      '"profil": {}',
      'The step "profil" asks nothing.',
    ],
    [
      'a variant of nothing',
      'definitions/forms/home_2.json',
      null,
      '{ "variantOf": "hom-insurance" }',
      '"hom-insurance"',
      'There is no form "hom-insurance". Did you mean "home-insurance"?',
    ],
    [
      'an unknown key in a variant',
      'definitions/forms/home_2.json',
      null,
      '{ "variantOf": "home-insurance", "titel": "x" }',
      '"titel"',
      'Unknown key "titel". Did you mean "title"?',
    ],
    [
      'a rule that removes a field another reads',
      form,
      '"consents": {',
      '"localeRules": { "de": { "steps": { "profile": { "fields": { "insured": null } } } } },\n  "consents": {',
      '"fields": { "insured": null',
      'The condition reads "insured", but no field has this id.',
    ],
    [
      'a group nested under a name that a field has',
      form,
      '"use": "contact",',
      '"use": "contact", "as": "claims",',
      '"claims",\n',
      'The name "claims" is taken by the field',
    ],
    [
      'a list without a name',
      form,
      '"use": "contact",',
      '"use": "contact", "repeat": { "min": 1, "max": 3, "title": "Person", "add": "Add" },',
      '{ "min": 1',
      'A step that repeats needs "as"',
    ],
    [
      'a list with more at least than at most',
      form,
      '"use": "contact",',
      '"use": "contact", "as": "people", "repeat": { "min": 4, "max": 3, "title": "Person", "add": "Add" },',
      '4, "max"',
      '"min" is more than "max".',
    ],
    [
      'a former address that is a present one',
      page,
      '"path": "/insurance/home-insurance",',
      '"path": "/insurance/home-insurance", "formerPaths": ["/privacy"],',
      '"/privacy"',
      'The address /privacy is taken by',
    ],
    [
      'an unknown layout',
      page,
      '"path": "/insurance/home-insurance",',
      '"path": "/insurance/home-insurance", "layout": "affiliaton",',
      '"affiliaton"',
      '"affiliaton" is not possible here. Did you mean "affiliation"?',
    ],
    [
      'a page variant that removes what a page needs',
      'definitions/pages/home_2.json',
      null,
      '{ "variantOf": "home-insurance", "path": "/home-2", "sections": { "form": { "kind": null } } }',
      '"form"',
      '"kind" is missing.',
    ],
    [
      'a keyword that cannot mean anything',
      form,
      '"kind": "gender",',
      '"kind": "gender", "minLength": 2,',
      '2,',
      '"minLength" is about text, which this is not.',
    ],
    [
      'a mistake in a group that no form uses',
      'definitions/groups/spare.json',
      null,
      '{ "fields": { "country": { "kind": "contry" } } }',
      '"contry"',
      'There is no kind "contry". Did you mean "country"?',
    ],
    [
      'a renamed field whose translations kept the old name',
      form,
      '"alreadyLivingThere": {',
      '"livingThere": {',
      '',
      'Nothing uses the text steps.housing.fields.alreadyLivingThere.title in "es", "de", "fr", "it", "nl". Did you mean "steps.housing.fields.livingThere"?',
    ],
    [
      'words that no language has yet',
      form,
      '"kind": "gender",',
      '"kind": "gender", "hint": "As in your passport.",',
      '"As in',
      'The text "As in your passport." has no translation into "es", "de", "fr", "it", "nl".',
    ],
    ['a file in no folder', 'definitions/questionnaire.json', null, '{}', '{}', 'No definition belongs here.'],
    [
      'a translation of nothing',
      'locales/de/forms/house.json',
      null,
      '{ "title": "x" }',
      '{',
      'There is no definition for this translation.',
    ],
  ]

test.each(mistakes)('%s', async (_, file, find, replace, place, sentence) => {
  await box.edit(file, find, replace)
  const loaded = await loadCatalog(box)
  if (loaded.ok) throw new Error('The mistake was not found')
  const told = loaded.problems.map((problem) => ({ ...problem, message: problem.message.replaceAll("'", '’') }))
  expect(told, JSON.stringify(told, null, 1)).toHaveLength(1)
  expect(told[0]?.message).toContain(sentence)
  if (place === '') return
  const text = await box.read(file)
  const before = text.slice(0, text.indexOf(place))
  expect(told[0]).toMatchObject({ line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') })
  expect(told[0]?.file.endsWith(file)).toBe(true)
})

// web/build/slim.ts leaves out of rjsf whatever draws these.
test.each([
  ['$ref', '"#/definitions/x"'],
  ['allOf', '[{ "minLength": 2 }]'],
  ['anyOf', '[{ "minLength": 2 }]'],
  ['oneOf', '[{ "const": "a" }]'],
  ['if', '{ "const": "a" }'],
  ['dependencies', '{}'],
  ['dependentSchemas', '{}'],
  ['items', '{ "type": "object" }'],
  ['properties', '{}'],
  ['additionalProperties', 'true'],
  ['default', '"a"'],
  ['description', '"**bold**"'],
])('what the browser cannot render is refused: %s', async (keyword, value) => {
  await box.edit(form, '"kind": "gender",', `"kind": "gender", "${keyword}": ${value},`)
  const loaded = await loadCatalog(box)
  expect(loaded.ok ? [] : loaded.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining(`Unknown key "${keyword}".`),
  ])
})

test.each([
  ['ui:field', '"Markdown"'],
  ['ui:widget', '"color"'],
  ['ui:widget', '"textarea"'],
  ['ui:enableMarkdownInDescription', 'true'],
  ['items', '{}'],
])('what the browser cannot draw is refused: %s', async (key, value) => {
  await box.edit(form, '"kind": "gender",', `"kind": "gender", "ui": { "${key}": ${value} },`)
  const loaded = await loadCatalog(box)
  expect(loaded.ok ? [] : loaded.problems).toHaveLength(1)
})

test('every place that a catalog needs is checked before it is frozen', async () => {
  const loaded = await loadCatalog(box)
  if (!loaded.ok) throw new Error('unexpected')
  const { catalog } = loaded
  expect(catalog.pageAt('/de/insurance/home-insurance')?.locale).toBe('de')
  expect(catalog.pageAt('/de/forms/home-insurance')?.page.title).toBe('Wohnversicherung')
  expect(catalog.form('home-insurance', 'pt')).toBeNull()
  expect(catalog.form('constructor', 'en')).toBeNull()
})

test('a variant holds only what differs, in every language', async () => {
  await box.edit(
    'definitions/forms/home_2.json',
    null,
    '{ "variantOf": "home-insurance", "locales": ["en", "de"], "title": "Save now", "steps": { "profile": { "fields": { "claims": null } }, "contact": { "fields": { "phone": null } } } }',
  )
  await box.edit('locales/de/forms/home_2.json', null, '{ "title": "Jetzt sparen" }')
  const loaded = await loadCatalog(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const [base, variant] = ['home-insurance', 'home_2'].map((id) => loaded.catalog.form(id, 'de')?.form)
  const fields = (form: typeof base) => form?.steps.flatMap((step) => step.fields.map(({ id }) => id))
  expect(variant?.title).toBe('Jetzt sparen')
  expect(variant?.steps[0]?.title).toBe('Ihr Zuhause')
  // The phone stands in the group that the base's step uses.
  expect(fields(variant)).toEqual(fields(base)?.filter((id) => id !== 'claims' && id !== 'phone'))
  expect(loaded.catalog.pageAt('/de/forms/home_2')?.page.title).toBe('Jetzt sparen')
})

test('a draft is not on the public site', async () => {
  await box.edit(form, '"title": "Home insurance",', '"title": "Home insurance", "draft": true,')
  await box.edit(
    page,
    null,
    '{ "locales": ["en"], "path": "/x", "title": "A", "description": "B", "sections": { "form": { "kind": "form", "form": "home-insurance" } } }',
  )
  const loaded = await loadCatalog(box)
  expect(loaded.ok && loaded.catalog.form('home-insurance', 'en')).toBeNull()
  expect(loaded.ok && loaded.catalog.pageAt('/forms/home-insurance')).toBeNull()
})

test('a draft may lack its translations, and only those who write it see it', async () => {
  await box.edit(
    'definitions/groups/pet.json',
    null,
    '{ "title": "Pet", "fields": { "pet": { "title": "Its name", "type": "string" } } }',
  )
  const form = (more: object) =>
    JSON.stringify({ locales: ['en', 'de'], title: 'Pets', draft: true, steps: { you: { use: 'pet' } }, ...more })
  await box.edit('definitions/forms/pets.json', null, form({}))
  await box.edit('definitions/forms/pets-too.json', null, '{ "variantOf": "pets", "title": "More pets" }')
  const page = { locales: ['en', 'de'], path: '/pets', title: 'Pets', description: 'Pets', draft: true }
  const sections = { form: { kind: 'form', form: 'pets' } }
  await box.edit('definitions/pages/pets.json', null, JSON.stringify({ ...page, sections }))
  const loaded = await loadCatalog(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { catalog } = loaded
  expect(catalog.untranslated).toBe(4)
  expect([catalog.form('pets', 'en'), catalog.pageAt('/pets'), catalog.pageAt('/forms/pets')]).toEqual([
    null,
    null,
    null,
  ])
  const drafts = catalog.withDrafts()
  expect(drafts.hash).not.toBe(catalog.hash)
  for (const id of ['pets', 'pets-too'])
    expect(drafts.form(id, 'de')?.form.steps[0]?.fields[0]?.words.title).toBe('Its name')
  for (const path of ['/de/pets', '/forms/pets', '/forms/pets-too'])
    expect(drafts.pageAt(path)?.page.noindex).toBe(true)
  expect(drafts.pathOf('pets', 'de')).toBe('/de/pets')

  await box.edit('definitions/forms/pets.json', null, form({ draft: false }))
  const after = await loadCatalog(box)
  const messages = after.ok ? [] : after.problems.map(problemLine)
  expect(messages.map((message) => /(\w+\/[\w-]+\.json)/.exec(message)?.[1])).toEqual([
    'forms/pets-too.json',
    'forms/pets.json',
    'groups/pet.json',
  ])
})
