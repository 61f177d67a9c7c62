// The example of the documentation, filled in as visitors do, on a phone, in two of its languages.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'docs/examples/pet-insurance')

let site: Site
test.beforeAll(async () => {
  const env = {
    LOCALES_DIR: join(example, 'locales'),
    GEO_POSTCODES: join(root, 'server/geo/testing/postal-codes'),
  }
  site = await startSite({ definitions: join(example, 'definitions'), env })
})
test.afterAll(() => site.stop())

test.use({ baseURL: '', viewport: { width: 360, height: 740 } })

const field = (page: Page, id: string) => page.locator(`main [name="root[${id}]"]`)
const choose = (page: Page, id: string, option: string) =>
  page.locator(`main [name="root[${id}]"][value="${option}"]`).check()
const goOn = (page: Page) => page.locator('main button.lw-button-on').click()

async function date(page: Page, id: string, day: Date): Promise<void> {
  const parts = { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() }
  for (const [part, value] of Object.entries(parts))
    await page.locator(`main [name="root[${id}][${part}]"]`).fill(String(value))
}

for (const [locale, hasScript] of [
  ['de', true],
  ['es', false],
] as const)
  test.describe(`in ${locale} ${hasScript ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled: hasScript, expectedStatuses: [422] })

    test('two pets are insured, with the question of the country, and the answers can be printed', async ({ page }) => {
      const look = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        if (hasScript) await axe(page)
      }
      await page.goto(`${site.origin}/${locale}/forms/pet-insurance`)
      if (hasScript) await answersByItself(page)
      await look()
      await choose(page, 'keeping', 'business')
      await goOn(page)
      await expect(page.locator('main h1')).toHaveText(/Versicherer|aseguradoras/)
      await look()
      await page.locator('main button[value^=to-]').click()
      await choose(page, 'keeping', 'private')
      await goOn(page)

      await choose(page, 'pets.0.animal', 'dog')
      await field(page, 'pets.0.name').fill('Rex')
      await date(page, 'pets.0.born', new Date('2022-05-01'))
      await choose(page, 'pets.0.treated', 'true')
      await page.locator('main button[name=go][value=add]').click()
      await choose(page, 'pets.1.animal', 'cat')
      await field(page, 'pets.1.name').fill('Mia')
      await date(page, 'pets.1.born', new Date('2023-01-31'))
      await choose(page, 'pets.1.treated', 'false')
      // Without a script the questions that answers reveal come with the reply.
      if (!hasScript) await goOn(page)
      await choose(page, 'pets.0.breed', 'bulldog')
      await choose(page, 'pets.1.breed', 'maineCoon')
      const own = page.locator(
        locale === 'de' ? 'main [name="root[pets.0.liability]"]' : 'main [name="root[pets.0.licence]"]',
      )
      await expect(own.first()).toBeAttached()
      await own.first().check()
      await field(page, 'pets.0.treatment').fill('1 < 2')
      await expect(
        page.locator('main [name="root[pets.1.liability]"], main [name="root[pets.1.licence]"]'),
      ).toHaveCount(0)
      await look()
      await goOn(page)

      await field(page, 'cover').fill('3000')
      await date(page, 'start', new Date(Date.now() + 7 * 24 * 60 * 60 * 1000))
      await look()
      await goOn(page)

      await field(page, 'firstName').fill('Ada')
      await field(page, 'lastName').fill('Lovelace')
      await field(page, 'postcode').fill(locale === 'de' ? '10115' : '28013')
      await field(page, 'email').fill('ada@example.com')
      const town = locale === 'de' ? 'Berlin' : 'Madrid'
      if (hasScript) await expect(field(page, 'town')).toHaveValue(town)
      await field(page, 'privacy').check()
      await look()
      await goOn(page)
      // Without a script the town comes filled in with the reply.
      if (!hasScript) {
        await expect(field(page, 'town')).toHaveValue(town)
        await goOn(page)
      }
      const copy = page.getByRole('region', { name: locale === 'de' ? 'Ihre Angaben' : 'Sus respuestas' })
      await expect(copy.getByText('1 < 2')).toBeVisible()
      await expect(copy.getByText(town)).toBeVisible()
      await look()
    })
  })
