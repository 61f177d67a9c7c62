import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readingTasks } from '../authoring/text-report/reading-tasks.ts'
import { textsAllowedIn } from './confirmed-files.ts'
import { loadSite, parseSources } from './load.ts'
import { readSchemas } from './schemas.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

let box: Sandbox
beforeEach(async () => {
  box = await sandbox()
})
afterEach(() => box.remove())

async function tasks() {
  const { sources } = await parseSources(box)
  return readingTasks(sources, readSchemas(), textsAllowedIn(box.locales))
}

const exceptions = 'locales/allowed/texts.json'

test('the repository’s own texts read as they should', async () => {
  expect(await tasks()).toEqual([])
})

test('a French question mark without its no-break space is told at its place', async () => {
  await box.edit('locales/fr/forms/call-back.json', 'Quel jour vous convient\u00a0?', 'Quel jour vous convient ?')
  expect(await tasks()).toEqual([
    {
      locale: 'fr',
      state: 'typography',
      file: expect.stringContaining('locales/fr/forms/call-back.json'),
      path: 'steps.call.fields.callDay.title',
      text: 'Quel jour vous convient ?',
      advice: 'Use a no-break space (U+00A0) before ? ; and :.',
    },
  ])
})

test('typography is judged in definitions, in their rules for a language, in lists and in the product’s words', async () => {
  const form = 'definitions/forms/call-back.json'
  await box.edit(form, 'Which day suits you?', 'Which day suits you ?')
  await box.edit(form, '"title"', '"localeRules": { "de": { "submitLabel": "Jetzt!" } }, "title"')
  await box.edit('definitions/lists/operators.json', '"movistar": "Movistar"', '"movistar": "“Movistar”"')
  await box.edit('locales/nl/chrome.json', '"Terug"', '"Terug!"')
  expect(await tasks()).toMatchObject([
    { locale: 'de', path: 'localeRules.de.submitLabel' },
    { locale: 'en', path: 'steps.call.fields.callDay.title' },
    { locale: 'es', path: 'options.es.movistar' },
    { locale: 'nl', path: 'back' },
  ])
})

test('a second translation of one sentence is told where it stands, with the usual one', async () => {
  const file = 'locales/de/forms/telecom.json'
  await box.edit(file, 'Danke, wir haben Ihre Antworten erhalten', 'Danke, Ihre Antworten sind da')
  expect(await tasks()).toEqual([
    {
      locale: 'de',
      state: 'differs',
      file: expect.stringContaining(file),
      path: 'thankYou.title',
      text: 'Danke, Ihre Antworten sind da',
      advice: expect.stringMatching(
        /^Elsewhere “Thank you, we have your answers” is “Danke, wir haben Ihre Antworten erhalten”, as in .*\.json\.$/,
      ),
    },
  ])
})

test('an exception lets two translations be, and no third', async () => {
  const file = 'locales/de/forms/energy.json'
  await box.edit(file, '"Ein anderer"', '"Andere"')
  expect(await tasks()).toEqual([
    {
      locale: 'de',
      state: 'differs',
      file: expect.stringContaining(file),
      path: 'steps.supply.fields.currentSupplier.options.other',
      text: 'Andere',
      advice: 'Elsewhere “Another one” is “Eine andere” or “Ein anderer” or “Ein anderes”.',
    },
  ])
})

test('an exception that nothing needs any more is told, and what else a text has wrong is no part of it', async () => {
  await box.edit('definitions/lists/banks.json', '"Hello bank!"', '"Hello bank"')
  await box.edit('locales/nl/forms/loan.json', 'Let op! Geld lenen kost geld', '‘Let op! Geld lenen kost geld’')
  expect(await tasks()).toMatchObject([
    { locale: 'nl', state: 'typography', path: 'description', advice: 'The apostrophe is ’.' },
    { locale: 'fr', state: 'unused', path: 'typography.4', text: 'Hello bank!' },
  ])
})

test('a mistake in the exceptions is told at its place, and the server does not mind it', async () => {
  await box.edit(exceptions, '"reason": "Agrees', '"because": "Agrees')
  const lines = (await readFile(join(box.locales, 'allowed/texts.json'), 'utf8')).split('\n')
  const [unknown, lacking] = textsAllowedIn(box.locales).mistakes
  expect(unknown?.message).toBe('Unknown key "because". Known: reason.')
  expect(lines[(unknown?.line ?? 0) - 1]).toContain('"because"')
  expect(lacking?.message).toBe('"reason" is missing. Add it here.')
  expect(lines[(lacking?.line ?? 0) - 1]).toContain('{')
  expect(await loadSite(box)).toMatchObject({ ok: true })
  await box.edit(exceptions, null, '{')
  expect(textsAllowedIn(box.locales).mistakes).toHaveLength(1)
})
