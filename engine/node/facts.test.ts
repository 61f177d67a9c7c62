import { expect, test } from 'vitest'
import { textTasks } from '../authoring/text-report/text-report.ts'
import { typedFigures } from '../authoring/text-report/typed-figures.ts'
import { allFields } from '../form/model/form.ts'
import type { Site } from '../site/site.ts'
import { confirmedIn, figuresAllowedIn } from './confirmed-files.ts'
import { goodSite } from './good-site.ts'
import { loadSite, parseSources } from './load.ts'
import { readSources } from './read-sources.ts'
import { readSchemas } from './schemas.ts'
import { SourceCache } from './source-cache.ts'
import { sharedSandbox } from './testing/shared-sandbox.ts'
import { contentHash } from './validators.ts'

const { box, cache } = await sharedSandbox()

const site = 'definitions/site.json'
const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']

async function loadedSite(): Promise<Site> {
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  return loaded.site
}

/** All that a form says in a language. */
function said({ forms: { version: form } }: Site, id: string, locale: string): string {
  return JSON.stringify(form(id, locale)?.form).replaceAll('\u00a0', ' ')
}

function maximum({ forms: { version: form } }: Site, id: string, field: string, locale: string): unknown {
  const found = form(id, locale)?.form
  return found && allFields(found).find((each) => each.id === field)?.schema.maximum
}

test('a figure that changes is another in words and limits, in every language, and no translation goes stale', async () => {
  await box.edit(site, '"value": 325', '"value": 1400')
  await box.edit(
    site,
    '"carLoanLimit": { "unit": "money", "value": 6000',
    '"carLoanLimit": { "unit": "money", "value": 7000',
  )
  await box.edit('definitions/consents/privacy.json', '"text": "', '"text": "For {fact:lookBack}: ')
  const now = await loadedSite()
  expect(said(now, 'energy_aff', 'de')).toContain('bis zu 1.400 € sparen')
  expect(said(now, 'energy_2', 'fr')).toContain('jusqu’à 1 400 € par')
  expect(said(now, 'loan', 'nl')).toContain('tot en met € 7.000.')
  expect(maximum(now, 'loan', 'carLoanAmount', 'nl')).toBe(7000)
  expect(now.forms.version('home-insurance', 'en')?.form.consents.find(({ id }) => id === 'privacy')?.text).toMatch(
    /^For 36\u00a0months: /,
  )
  const stale = textTasks((await parseSources(box)).sources, readSchemas(), contentHash, confirmedIn(box.locales))
  expect(stale?.map(({ path }) => path)).toEqual(Array(5).fill('text'))
})

test('where a market has no figure of its own, none is told', async () => {
  const now = await loadedSite()
  for (const [form, tells] of Object.entries({ energy: 'nl', energy_2: 'fr', energy_aff: 'it' })) {
    expect(said(now, form, 'en')).not.toMatch(/325|€|\beuros?\b/i)
    expect(said(now, form, tells)).toMatch(/325\s€|€\s325/)
  }
  expect(said(now, 'energy', 'es')).toContain('de 1 a 20 días laborables')
  expect(maximum(now, 'credit', 'credit.amount', 'es')).toBe(20_000)
  expect(maximum(now, 'loan', 'amount', 'es')).toBe(20_000)
})

test('conditions compare answers with the figure of the market', async () => {
  const when = '"when": { "carAsSecurity": true, "carLoanAmount": { "exclusiveMaximum": { "fact": "carLoanLimit" } } }'
  await box.edit('definitions/forms/loan.json', '"when": {\n        "carAsSecurity": true\n      }', when)
  await box.edit(
    site,
    '"carLoanLimit": { "unit": "money", "value": 6000, "currency": "EUR", "markets": { "GB": null } }',
    '"carLoanLimit": { "unit": "money", "value": 6000, "currency": "EUR", "markets": { "GB": { "value": 5000, "currency": "GBP" } } }',
  )
  const {
    forms: { version: form },
  } = await loadedSite()
  const most = (locale: string) => form('loan', locale)?.form.steps.find(({ id }) => id === 'car')?.when
  expect([most('en'), most('de')]).toEqual(
    [5000, 6000].map((limit) => ({ carAsSecurity: true, carLoanAmount: { exclusiveMaximum: limit } })),
  )
})

test('a form with a market of its own is filled in it, whatever the language', async () => {
  const now = await loadedSite()
  const {
    forms: { version: form },
  } = now
  for (const locale of languages) {
    const lso = form('lso', locale)?.form
    expect(lso?.market).toMatchObject({ country: 'ES', currency: 'EUR', timeZone: 'Europe/Madrid' })
    expect(lso && allFields(lso).find(({ id }) => id === 'phone')?.schema.format).toBe('phone-ES')
    expect(form('lso_aff', locale)?.form.market.country).toBe('ES')
  }
  expect(said(now, 'lso', 'en')).toContain('Up to €20,000 of it')
  expect(said(now, 'lso', 'en')).not.toMatch(/£|pound/)
})

test('a form’s own market is nearer than that of the page that shows it', async () => {
  const page = (form: string) =>
    JSON.stringify({
      locales: ['en'],
      path: `/${form}`,
      title: 'T',
      description: 'D',
      market: { country: 'IE', currency: 'EUR' },
      sections: { form: { kind: 'form', form } },
    })
  await box.edit('definitions/pages/irish.json', null, page('home-insurance'))
  await box.edit('definitions/pages/spanish.json', null, page('lso'))
  const {
    forms: { version: form },
  } = await loadedSite()
  expect(form('home-insurance', 'en', 'irish')?.form.market.country).toBe('IE')
  expect(form('lso', 'en', 'spanish')?.form.market.country).toBe('ES')
})

test('figures that are typed into words are told, in each language', async () => {
  const typed = async () =>
    typedFigures((await parseSources(box)).sources, readSchemas(), figuresAllowedIn(box.locales))
      ?.filter(({ state }) => state === 'figure')
      .map(({ locale, text }) => `${locale}: ${text}`)
  expect(await typed()).toEqual([])
  const titles: Record<string, [find: string, typed: string]> = {
    en: ['"title": "Personal loan"', 'Save 325, or £5,000, in two minutes'],
    es: ['"title": "', 'En 3 años ahorre 325 euros'],
    de: ['"title": "', 'Bis zu 80 % in zwei Minuten, ab 08:00 Uhr'],
    fr: ['"title": "', 'Ces 36 derniers mois, 20 000 €'],
    it: ['"title": "', 'Fino al 10% in cinque giorni'],
    nl: ['"title": "', 'Tot € 6.000, bijvoorbeeld in 1 uur'],
  }
  for (const [locale, [find, title]] of Object.entries(titles)) {
    const file = locale === 'en' ? 'definitions/forms/loan.json' : `locales/${locale}/forms/loan.json`
    await box.edit(file, find, `"title": "${title}${find === '"title": "' ? ' ' : '"'}`)
  }
  expect(await typed()).toEqual([
    'en: £5,000”, “two minutes”, “325',
    'de: 80 %”, “zwei Minuten”, “08:00',
    'es: 3 años”, “325 euros',
    'fr: 36 derniers mois”, “20 000 €',
    'it: 10%”, “cinque giorni',
    'nl: € 6.000”, “1 uur',
  ])
  await box.edit(
    'locales/allowed/figures.json',
    '{',
    '{ "forms/loan": { "title": "A test." }, "forms/odd": { "title": "Idle." },',
  )
  expect(await typed()).toEqual([])
  const all = typedFigures((await parseSources(box)).sources, readSchemas(), figuresAllowedIn(box.locales))
  expect(all).toMatchObject([{ state: 'unused', path: 'forms/odd.title', text: 'Idle.' }])
})

test('a fact that nothing uses keeps nothing from going live; without one that is used, the site stays as it was', async () => {
  const read = () => readSources(box, new SourceCache())
  const good = await read()
  await box.edit(site, '"facts": {', '"facts": { "idle": { "unit": "count", "value": 1 },')
  const idle = await goodSite(await read(), good)
  expect(idle).toMatchObject({
    ok: true,
    quarantined: [],
    value: { authoring: { remarks: [{ path: ['facts', 'idle'] }] } },
  })
  await box.edit(site, '"lookBack":', '"backLook":')
  const without = await goodSite(await read(), good)
  expect(without.ok && without.quarantined.map(({ definition, live }) => `${definition} ${live}`)).toEqual([
    'site last good',
  ])
})
