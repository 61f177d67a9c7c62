import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isTree } from '#engine/form/model'
import { type MigratedFile, migratedFolders, migratedSources } from './migrate.ts'
import { readSchemas } from './schemas.ts'
import { filesOf } from './testing/check-tree.ts'
import type { Tree } from './testing/small-tree.ts'
import { writeTree } from './testing/write-tree.ts'

/** Files with every key and value that has another name since the first version, each as ‹before|now›. */
const files: Tree = {
  'definitions/site.json': `{
  "facts": { "wait": { "unit": "duration", "value": 2, ‹"measure"|"durationUnit"›: "day", ‹"planned"|"reserved"›: true, "markets": { "DE": { "value": 3, ‹"measure"|"durationUnit"›: "day" } } } },
  ‹"outsideHosts"|"allowedHosts"›: ["shop.example"]
}`,
  'definitions/brands/sun.json': `{
  ‹"mark"|"logo"›: { "viewBox": "0 0 9 9", "paths": [] },
  "scripts": { "talk": { ‹"what"|"purpose"›: "chat", ‹"source"|"src"›: "https://chat.example/a.js" } }
}`,
  'definitions/forms/pets.json': `{
  "locales": ["en", "de"], ‹"send"|"submitLabel"›: "Go",
  "hidden": { "campaign": { ‹"from"|"parameter"›: "source", "default": "none" } },
  "computed": {
    "age": { "age": "born", ‹"at"|"asOf"›: "start" },
    "risk": { "sum": [1, { "field": "cats", ‹"times"|"factor"›: 2 }, { "product": [{ "field": "dogs", ‹"times"|"factor"›: 3 }] }] }
  },
  "steps": {
    "you": {
      "fields": {
        "send": { "title": "send", ‹"why"|"explanation"›: "To   call you",   ‹"many"|"multiple"›: true, ‹"list"|"optionList"›: "breeds" },
        "price": { "kind": "amount", "maximum": [{ "field": "worth", ‹"times"|"factor"›: 0.7 }, 9] },
        "to": { "kind": "date", "earliest": { "field": "from", ‹"plus"|"offset"›: "1d" } }
      }
    }
  },
  ‹"ends"|"screenOuts"›: { "none": { "when": { "send": "held" }, "text": "No", "lead": ‹"held"|"awaitReview"› } },
  ‹"thanks"|"thankYou"›: { ‹"shows"|"echoField"›: "email", "text": "thanks" },
  ‹"goOnLater"|"saveAndResume"›: { "mail": "go-on", "days": 3 },
  "localeRules": { "de": { ‹"send"|"submitLabel"›: "Los", "steps": { "you": { "fields": { "send": { ‹"many"|"multiple"›: false } } } } } }
}`,
  'definitions/forms/pets_2.json': `{ "variantOf": "pets", ‹"send"|"submitLabel"›: null, ‹"ends"|"screenOuts"›: { "none": null } }`,
  'definitions/layouts/main.json': `{ ‹"popupElsewhere"|"popupAbroad"›: "Hello", "header": { ‹"line"|"tagline"›: "With {partner}" } }`,
  'definitions/pages/general/pets.json': `{
  "languageMenu": { ‹"elsewhere"|"fallbackPage"›: "home", ‹"without"|"exclude"›: ["de"] },
  "sections": {
    "line": { "kind": "retention", ‹"kept"|"unlimited"›: "Until you ask" },
    "save": { "kind": "savings-check", "maximum": [{ ‹"times"|"factor"›: 0.1 }] }
  }
}`,
  'definitions/partners/vet.json': `{
  ‹"public"|"disclosure"›: { "name": "Vet" }, ‹"takes"|"filters"›: [{ "form": "pets" }], ‹"share": "exclusive"|"maxPartners": 1›,
  "map": { "id": { ‹"lead"|"leadProperty"›: "id" }, "agreed": { "consent": "privacy", ‹"is"|"consentProperty"›: "granted" } },
  "deliveries": {
    "api": {
      "kind": "http", "authorization": { "oauth2": { ‹"clientIn": "body"|"clientAuthentication": "post"› } },
      "accepted": { ‹"begins"|"startsWith"›: "OK" }, "reference": { ‹"after"|"prefix"›: "OK|" }
    }
  }
}`,
  'locales/de/forms/pets.json': `{ ‹"send"|"submitLabel"›: "Los", "steps": { "you": { "fields": { "send": { "title": "senden", ‹"why"|"explanation"›: "Damit" } } } }, ‹"thanks"|"thankYou"›: { "text": "Danke" } }`,
  'locales/de/pages/general/pets.json': `{ "sections": { "line": { ‹"kept"|"unlimited"›: "Bis Sie fragen" } } }`,
  'locales/de/confirmed/forms/pets.json': `{ ‹"send"|"submitLabel"›: "1a", ‹"steps.you.fields.send.why"|"steps.you.fields.send.explanation"›: "2b", "steps.you.fields.send.title": "3c" }`,
  'locales/allowed/figures.json': `{ "forms/pets": { ‹"thanks.text"|"thankYou.text"›: "No claim." }, "send": "Elsewhere." }`,
}

const written = (version: 0 | 1): Tree =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      text.replace(/‹(.*?)\|(.*?)›/g, (_, before, now) => [before, now][version]),
    ]),
  )
const [before, now] = [written(0), written(1)]

const folder = mkdtempSync(join(tmpdir(), 'leadwright-migrate-'))
const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }

afterAll(() => rmSync(folder, { recursive: true }))

test('files of the first version are written as this one reads them, and nothing else in them changes', async () => {
  writeTree(folder, before)
  const migrated = await migratedFolders(folders)
  writeTree('.', Object.fromEntries(migrated.map(({ file, text }) => [file, text])))
  for (const [file, text] of Object.entries(now)) expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
  expect(await migratedFolders(folders)).toEqual([])
  expect(renamedIn(migrated)).toEqual(formerIn(Object.values(readSchemas())))
})

test('files that are kept elsewhere are read in the words of today', async () => {
  const kept = migratedSources(await filesOf(before))
  for (const { file, text, value } of kept.filter(({ file }) => Object.hasOwn(now, file))) {
    expect(text).toBe(now[file])
    expect(value).toEqual(JSON.parse(now[file] ?? ''))
  }
})

/** Every former key and value that a run renamed, the last key of those with dots. */
function renamedIn(migrated: readonly MigratedFile[]): Set<string> {
  const keys = migrated.flatMap(({ renamed }) => renamed.map((each) => /^"([^"]*)"/.exec(each)?.[1] ?? ''))
  return new Set(keys.filter((key) => !key.includes('.')))
}

/** All that the schemas know. */
function formerIn(schemas: unknown): Set<string> {
  if (typeof schemas !== 'object' || schemas === null) return new Set()
  const { formerKeys, formerValues } = schemas as Record<string, unknown>
  const own = [formerKeys, formerValues].filter(isTree).flatMap((names) => Object.keys(names))
  return new Set([...own, ...Object.values(schemas).flatMap((each) => [...formerIn(each)])])
}
