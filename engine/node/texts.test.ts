import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { skeletons, textTasks } from '../authoring/text-report/text-report.ts'
import { isTyped } from '../form/testing/wrong-answers.ts'
import { pageView } from '../site/page-view.ts'
import type { Site } from '../site/site.ts'
import { confirmedIn } from './confirmed-files.ts'
import { loadGood } from './good-site.ts'
import { loadSite, parseSources } from './load.ts'
import { readSchemas } from './schemas.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'
import { contentHash } from './validators.ts'

let box: Sandbox
beforeEach(async () => {
  box = await sandbox()
})
afterEach(() => box.remove())

const tasks = async () =>
  textTasks((await parseSources(box)).sources, readSchemas(), contentHash, confirmedIn(box.locales))

test('nothing is left to do in the repository’s own translations', async () => {
  expect(await tasks()).toEqual([])
})

test('a source that changed makes its translation stale; a new one is missing, a removed one unused', async () => {
  await box.edit(
    'definitions/forms/home-insurance.json',
    '"title": "Your home"',
    '"title": "Your house", "description": "New"',
  )
  await box.edit(
    'definitions/consents/privacy.json',
    '"missing": "Tick the box so that we may send your answers to insurers"',
    '"optional": false',
  )
  const file = 'locales/de/forms/home-insurance.json'
  const german = (await tasks())?.filter(({ locale }) => locale === 'de')
  expect(german).toEqual([
    { locale: 'de', file, state: 'stale', path: 'steps.housing.title', text: 'Your house' },
    { locale: 'de', file, state: 'missing', path: 'steps.housing.description', text: 'New' },
    {
      locale: 'de',
      file: 'locales/de/consents/privacy.json',
      state: 'unused',
      path: 'missing',
      text: 'Setzen Sie das Häkchen, damit wir Ihre Antworten an Versicherer weitergeben dürfen',
    },
  ])
})

/** Sentences that are the same in two languages and right in both. */
const sameInEnglish: Readonly<Record<string, readonly string[]>> = {}

test('no text of three words or more is the English one in another language', async () => {
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  const { site } = loaded
  const kinds = new Map<string, object>()
  for (const locale of Object.keys(site.definition.locales))
    kinds.set(locale, JSON.parse(await box.read(`locales/${locale}/kinds.json`)))
  const textsIn = (locale: string) => [...textsOf(site, locale), ...sentences(kinds.get(locale))]
  const english = new Set(textsIn('en'))
  expect(english.size).toBeGreaterThan(200)
  const same = Object.keys(site.definition.locales).flatMap((locale) =>
    locale === 'en' ? [] : textsIn(locale).flatMap((text) => (english.has(text) ? [`${locale}: ${text}`] : [])),
  )
  const allowed = Object.entries(sameInEnglish).flatMap(([locale, texts]) => texts.map((text) => `${locale}: ${text}`))
  expect([...new Set(same)].sort()).toEqual(allowed.sort())
})

/** Every text of three words or more that visitors can read in a language: forms, pages and the product's own words. */
function textsOf(site: Site, locale: string): string[] {
  const forms = site.forms.ids.map((id) => site.forms.version(id, locale)?.form)
  const pages = site.pages.all.filter((page) => page.locale === locale)
  // What a company is called and where it is registered is no text.
  const views = pages.map((page) =>
    pageView(site, page, site.brands.byId('default')).sections.filter(({ kind }) => kind !== 'company'),
  )
  const all = [
    forms,
    views,
    pages.map(({ page }) => [page.title, page.description]),
    site.texts.words(locale),
    site.texts.errors(locale),
  ]
  return sentences(all)
}

/** Three words or more: figures and telephone numbers are of no language. */
function sentences(value: unknown): string[] {
  return texts(value).filter((text) => {
    const words = text.replaceAll(/\{\{.*?\}\}/g, '')
    return words.split(/\s+/).length >= 3 && /\p{L}/u.test(words)
  })
}

const notWords = ['schema', 'ui', 'when', 'market', 'purpose', 'name', 'provider', 'recipients', 'address']

/** The texts in a value, except what schemas, names and addresses say. */
function texts(value: unknown, key = ''): string[] {
  if (notWords.includes(key)) return []
  if (typeof value === 'string') return [value]
  // What says its language is meant to be in it.
  if (typeof value !== 'object' || value === null || 'lang' in value) return []
  return Object.entries(value).flatMap(([inner, each]) => texts(each, inner))
}

test('what is typed has a hint with an example, in every form and language; names need none', async () => {
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  const { site } = loaded
  const bare = site.forms.ids.flatMap((id) =>
    Object.keys(site.definition.locales).flatMap((locale) => {
      const fields = site.forms.version(id, locale)?.form.steps.flatMap((step) => step.fields) ?? []
      return fields
        .filter(isTyped)
        .filter(({ kind, words }) => !['given-name', 'family-name'].includes(kind ?? '') && words.hint === undefined)
        .map((field) => `${id} ${locale}: ${field.id}`)
    }),
  )
  expect(bare).toEqual([])
})

test('a translation that nobody has confirmed is told from one whose source has changed', async () => {
  await rm(join(box.locales, 'de/confirmed/forms/home-insurance.json'))
  const german = (await tasks())?.filter(({ locale }) => locale === 'de') ?? []
  expect(new Set(german.map(({ state }) => state))).toEqual(new Set(['unconfirmed']))
  expect(german.length).toBeGreaterThan(20)
})

test('the skeleton of a translation holds the missing texts, marked; what is there stays, and no visitor reads a mark', async () => {
  const form = 'definitions/forms/home-insurance.json'
  const file = 'locales/de/forms/home-insurance.json'
  await box.edit(form, '"title": "Your home"', '"title": "Your home", "description": "Where you live."')
  await box.edit(file, '"title": "Ihr Zuhause",', '"odd": "bleibt", "title": "Ihr Zuhause",')
  const before = JSON.parse(await box.read(file))
  const { sources } = await parseSources(box)
  const [german] = skeletons(sources, readSchemas())?.filter(({ locale }) => locale === 'de') ?? []
  expect(german).toMatchObject({ place: 'forms/home-insurance', missing: 1 })
  const value = german?.value as typeof before
  expect(value.steps.housing.description).toBe('TODO: Where you live.')
  expect(Object.keys(value.steps.housing)).toEqual(['title', 'description', 'fields', 'odd'])
  delete value.steps.housing.description
  expect(value).toEqual(before)

  delete value.steps.housing.odd
  value.steps.housing.description = 'TODO: Where you live.'
  await box.edit(file, null, JSON.stringify(value))
  const loaded = await loadSite(box)
  expect(loaded.ok ? [] : loaded.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('The text "Where you live." has no translation into "es", "de"'),
  ])
  expect((await tasks())?.filter(({ locale }) => locale === 'de')).toMatchObject([{ state: 'missing' }])
  // A second time there is nothing to write.
  const again = skeletons((await parseSources(box)).sources, readSchemas())
  expect(again?.filter(({ locale }) => locale === 'de')).toEqual([])

  await box.edit(form, '"title": "Home insurance",', '"title": "Home insurance", "draft": true,')
  await box.edit('definitions/pages/insurance/home-insurance.json', '"path"', '"draft": true, "path"')
  const good = await loadGood(box)
  const draft = good.ok ? good.value.authoring.withDrafts().forms.version('home-insurance', 'de')?.form : null
  expect(draft?.steps[0]?.description).toBe('Where you live.')
})
