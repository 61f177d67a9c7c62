import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageView, type SectionView } from '#engine/catalog/portal/page-view.ts'
import { loadCatalog } from './load.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

async function sectionsOf({ definitions, locales }: Sandbox, locale: string): Promise<readonly SectionView[]> {
  const loaded = await loadCatalog({ definitions, locales })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const page = loaded.catalog.pages.find((at) => at.id === 'privacy' && at.locale === locale)
  return page ? pageView(loaded.catalog, page, loaded.catalog.brand('default')).sections : []
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
  expect(Object.keys(before)).toEqual(['90\u00a0Tage', '180\u00a0Tage', '3\u00a0Jahre'])
  expect(before['180\u00a0Tage']).toContain('Ratenkredit')
  await box.edit('definitions/forms/loan.json', '"retentionDays": 180', '"retentionDays": 1')
  await box.edit('definitions/forms/call-back.json', '"retentionDays": 90,', '')
  const after = await periodsOf(box, 'de')
  expect(Object.keys(after)).toEqual(['1\u00a0Tag', '180\u00a0Tage', '3\u00a0Jahre', 'Bis Sie sie löschen lassen'])
  expect(after['1\u00a0Tag']).toEqual(['Ratenkredit'])
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
