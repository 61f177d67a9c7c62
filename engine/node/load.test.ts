import { expect, test } from 'vitest'
import { loadSite, problemLine } from './load.ts'
import { sharedSandbox } from './testing/shared-sandbox.ts'

const form = 'definitions/forms/home-insurance.json'

const { box, cache } = await sharedSandbox()

test('the repository’s own definitions have no problem', async () => {
  expect(await loadSite(box, cache)).toMatchObject({ ok: true })
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
  const loaded = await loadSite(box, cache)
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
  const loaded = await loadSite(box, cache)
  expect(loaded.ok ? [] : loaded.problems).toHaveLength(1)
})

test('every place that a site needs is checked before it is frozen', async () => {
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error('unexpected')
  const { site } = loaded
  expect(site.pages.at(site.definition.brand, '/de/insurance/home-insurance')?.locale).toBe('de')
  expect(site.pages.at(site.definition.brand, '/de/forms/home-insurance')?.page.title).toBe(
    'Hausrat- und Wohngebäudeversicherung',
  )
  expect(site.forms.version('home-insurance', 'pt')).toBeNull()
  expect(site.forms.version('constructor', 'en')).toBeNull()
})

test('a variant holds only what differs, in every language', async () => {
  await box.edit(
    'definitions/forms/home_2.json',
    null,
    '{ "variantOf": "home-insurance", "locales": ["en", "de"], "title": "Save now", "steps": { "profile": { "fields": { "claims": null } }, "contact": { "fields": { "phone": null, "callTime": null } } } }',
  )
  await box.edit('locales/de/forms/home_2.json', null, '{ "title": "Jetzt sparen" }')
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const [base, variant] = ['home-insurance', 'home_2'].map((id) => loaded.site.forms.version(id, 'de')?.form)
  const fields = (form: typeof base) => form?.steps.flatMap((step) => step.fields.map(({ id }) => id))
  expect(variant?.title).toBe('Jetzt sparen')
  expect(variant?.steps[0]?.title).toBe('Ihr Zuhause')
  // The phone, and when to call, stand in the group that the base's step uses.
  expect(fields(variant)).toEqual(fields(base)?.filter((id) => !['claims', 'phone', 'callTime'].includes(id)))
  expect(loaded.site.pages.at(loaded.site.definition.brand, '/de/forms/home_2')?.page.title).toBe('Jetzt sparen')
})

test('a draft is not on the public site', async () => {
  await box.edit(
    'definitions/forms/pets.json',
    null,
    '{ "locales": ["en"], "draft": true, "title": "Pets", "steps": { "you": { "title": "You", "fields": { "name": { "kind": "given-name" } } } } }',
  )
  await box.edit(
    'definitions/pages/pets.json',
    null,
    '{ "locales": ["en"], "path": "/x", "draft": true, "title": "A", "description": "B", "sections": { "form": { "kind": "form", "form": "pets" } } }',
  )
  const loaded = await loadSite(box, cache)
  expect(loaded.ok && loaded.site.forms.version('pets', 'en')).toBeNull()
  expect(loaded.ok && loaded.site.pages.at(loaded.site.definition.brand, '/forms/pets')).toBeNull()
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
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  expect(site.authoring.untranslated).toBe(4)
  expect([
    site.forms.version('pets', 'en'),
    site.pages.at(site.definition.brand, '/pets'),
    site.pages.at(site.definition.brand, '/forms/pets'),
  ]).toEqual([null, null, null])
  const drafts = site.authoring.withDrafts()
  expect(drafts.hash).not.toBe(site.hash)
  for (const id of ['pets', 'pets-too'])
    expect(drafts.forms.version(id, 'de')?.form.steps[0]?.fields[0]?.words.title).toBe('Its name')
  for (const path of ['/de/pets', '/forms/pets', '/forms/pets-too'])
    expect(drafts.pages.at(drafts.definition.brand, path)?.page.noindex).toBe(true)
  expect(drafts.pages.pathOf('pets', 'de')).toBe('/de/pets')

  await box.edit('definitions/forms/pets.json', null, form({ draft: false }))
  const after = await loadSite(box, cache)
  const messages = after.ok ? [] : after.problems.map(problemLine)
  expect(messages.map((message) => /(\w+\/[\w-]+\.json)/.exec(message)?.[1])).toEqual([
    'forms/pets-too.json',
    'forms/pets.json',
    'groups/pet.json',
  ])
})

test.each([
  ['pets.jsonc', 'Rename it to pets.json, or remove it.'],
  ['pets.JSON', 'Rename it to pets.json, or remove it.'],
  ['pets.yaml', 'Write it as JSON, in pets.json, or remove it.'],
])('a file that is not read is named: %s', async (name, advice) => {
  await box.edit(`definitions/forms/${name}`, null, '{}')
  await box.edit('definitions/forms/README.md', null, '# Forms')
  const loaded = await loadSite(box, cache)
  expect(loaded.ok ? [] : loaded.problems).toEqual([
    {
      file: expect.stringMatching(`definitions/forms/${name}$`),
      line: 1,
      column: 1,
      message: `Only .json files are read, so this one has no effect. ${advice}`,
    },
  ])
})

test('mistakes of every stage are said at once, and what refers to one of them says nothing', async () => {
  await box.edit('definitions/lists/operators.json', null, '{ "options":')
  await box.edit('definitions/groups/contact.json', '"title"', '"titel"')
  await box.edit(
    'definitions/forms/loan.json',
    '"purpose": {',
    '"aim": { "kind": "purpos", "title": "A" }, "purpose": {',
  )
  await box.edit('definitions/pages/general/privacy.json', '"path": "/privacy"', '"path": "/api"')
  await box.edit('definitions/partners/demo.json', '"home-insurance"', '"home-insuranc"')
  await box.edit('locales/de/forms/energy.json', '"title": "', '"titel": "')
  await box.edit('locales/fr/forms/call-back.json', null, '[')
  await box.edit('locales/it/chrome.json', null, '{')
  const loaded = await loadSite(box, cache)
  const places = loaded.ok
    ? []
    : loaded.problems.map(
        ({ file, message }) => `${file.replace(/.*leadwright-definitions-\w+\//, '')} ${message.split('.')[0]}`,
      )
  expect(places).toEqual([
    'definitions/forms/loan.json There is no kind "purpos"',
    'definitions/groups/contact.json Unknown key "titel"',
    'definitions/lists/operators.json A value is expected here',
    "definitions/pages/general/privacy.json Addresses under /api are the server's own",
    'definitions/partners/demo.json There is no form "home-insuranc"',
    'locales/de/forms/energy.json Nothing uses the text titel',
    'locales/fr/forms/call-back.json A closing ] is missing',
    'locales/it/chrome.json A closing } is missing',
  ])
})

test('the folders that pages are sorted into mean nothing else, and an id stands in one of them', async () => {
  const page = (path: string) =>
    JSON.stringify({
      locales: ['en', 'de'],
      path,
      title: 'A',
      description: 'D',
      sections: { a: { kind: 'hero', title: 'C' } },
    })
  await box.edit('definitions/pages/autumn/leaves.json', null, page('/leaves'))
  await box.edit(
    'locales/de/pages/autumn/leaves.json',
    null,
    '{ "title": "Laub", "description": "E", "sections": { "a": { "title": "B" } } }',
  )
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(loaded.problems.map(problemLine).join('\n'))
  expect(loaded.site.pages.pathOf('leaves', 'de')).toBe('/de/leaves')
  await box.edit('definitions/pages/leaves.json', null, page('/more-leaves'))
  const after = await loadSite(box, cache)
  expect(after.ok ? [] : after.problems.map(({ message }) => message.replace(/^.*definitions/, ''))).toEqual([
    '/pages/autumn/leaves.json has the id "leaves" already: a file\'s name is its id, regardless of its folder. Rename or remove one of the two.',
  ])
})
