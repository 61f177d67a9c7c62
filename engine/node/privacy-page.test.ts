import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { loadSite } from './load.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

async function sectionsOf({ definitions, locales }: Sandbox, locale: string, id = 'privacy') {
  const loaded = await loadSite({ definitions, locales })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const page = loaded.site.pages.all.find((at) => at.id === id && at.locale === locale)
  return page ? pageView(loaded.site, page, loaded.site.brands.byId('default')).sections : []
}

async function periodsOf(box: Sandbox, locale: string): Promise<Record<string, readonly string[]>> {
  const section = (await sectionsOf(box, locale)).find(({ kind }) => kind === 'retention')
  return section?.kind === 'retention'
    ? Object.fromEntries(section.periods.map(({ period, forms }) => [period, forms]))
    : {}
}

test('the privacy page tells the periods that the forms say, and of which nothing is erased', async () => {
  const box = await sandbox()
  const before = await periodsOf(box, 'de')
  expect(Object.keys(before)).toEqual(['7\u00a0Tage', '90\u00a0Tage', '180\u00a0Tage', '2\u00a0Jahre', '3\u00a0Jahre'])
  expect(before['180\u00a0Tage']).toContain('Ratenkredit')
  const { saved } = JSON.parse(await box.read('locales/de/pages/general/privacy.json')).sections.periods
  expect(saved).toMatch(/^Antworten, die Sie für später speichern/)
  expect(before['7\u00a0Tage']).toEqual([saved])
  await box.edit('definitions/forms/loan.json', '"retentionDays": 180', '"retentionDays": 1')
  await box.edit('definitions/forms/call-back.json', '"retentionDays": 90,', '')
  const after = await periodsOf(box, 'de')
  expect(Object.keys(after)).toEqual([
    '1\u00a0Tag',
    '7\u00a0Tage',
    '180\u00a0Tage',
    '2\u00a0Jahre',
    '3\u00a0Jahre',
    'Bis Sie sie löschen lassen',
  ])
  // Variants of the loan's form have its period.
  expect(after['1\u00a0Tag']).toEqual(['Kredit in zwei Schritten', 'Ratenkredit', 'Solarkredit'])
  await box.remove()
})

test('a page asks all forms how long answers are kept only where it says so', async () => {
  const box = await sandbox()
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const asked = (page: string) => {
    const ids = new Set<string>()
    const version: typeof site.forms.version = (id, ...at) => {
      ids.add(id)
      return site.forms.version(id, ...at)
    }
    const found = site.pages.all.find(({ id, locale }) => id === page && locale === 'en')
    if (found) pageView({ ...site, forms: { ...site.forms, version } }, found, site.brands.byId('default'))
    return [...ids]
  }
  expect(asked('loan').length).toBeLessThan(5)
  expect(asked('privacy')).toEqual(expect.arrayContaining([...site.forms.ids]))
  await box.remove()
})

test('it lists the sponsors of its language, in its words; where there are none, it says nothing of them', async () => {
  const box = await sandbox()
  await box.edit('definitions/sponsors/example-energy.json', '["en", "es", "de", "fr", "it", "nl"]', '["en", "fr"]')
  await rm(join(box.locales, 'es/sponsors/example-energy.json'))
  for (const locale of ['de', 'it', 'nl']) await rm(join(box.locales, `${locale}/sponsors/example-energy.json`))
  const sponsors = async (locale: string) => {
    const section = (await sectionsOf(box, locale)).find(({ kind }) => kind === 'sponsors')
    return section?.kind === 'sponsors' ? section.sponsors.map(({ name, offers }) => `${name}: ${offers}`) : null
  }
  expect(await sponsors('fr')).toEqual(['Example Energy Ltd: Électricité et gaz', 'Example Insurance Ltd: Assurance'])
  expect(await sponsors('es')).toEqual(['Example Insurance Ltd: Seguros'])
  await box.edit('definitions/sponsors/example-insurance.json', '"es", ', '')
  await rm(join(box.locales, 'es/sponsors/example-insurance.json'))
  expect(await sponsors('es')).toBeNull()
  await box.remove()
})

test('who wants to reach the company finds links to write and to call, each market its own company', async () => {
  const box = await sandbox()
  const contact = { kind: 'contact', title: 'Ask us', labels: { email: 'E-mail', phone: 'Telephone', address: 'Post' } }
  const page = { locales: ['en', 'es'], path: '/ask', title: 'Ask', description: 'Ask us.', sections: { contact } }
  await box.edit('definitions/pages/ask.json', null, JSON.stringify(page))
  const words = { title: 'P', description: 'P', sections: { contact: { title: 'P', labels: contact.labels } } }
  await box.edit('locales/es/pages/ask.json', null, JSON.stringify(words))
  const ways = async (locale: string) => {
    const section = (await sectionsOf(box, locale, 'ask')).find(({ kind }) => kind === 'contact')
    return section?.kind === 'contact' ? section.ways.map(({ href, said }) => href ?? said[0]) : null
  }
  expect(await ways('en')).toEqual(['mailto:post@leadwright.example', 'tel:+493023125000', 'Leadwright GmbH'])
  await box.edit('definitions/site.json', '"phone": "+34 750 12 34 56",', '')
  expect(await ways('es')).toEqual(['mailto:correo@leadwright.example', 'Leadwright España, S.L.'])
  await box.remove()
})
