// What the address of a page says of its form: hidden fields, and answers given beforehand.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { hydrated } from './hydrated.ts'
import { lastLead } from './stored-leads.ts'

const form = {
  locales: ['en'],
  title: 'Solar panels',
  hidden: { source: { parameter: 'src', values: ['radio', 'tv'], default: 'direct' } },
  steps: {
    roof: {
      title: 'Your roof',
      fields: {
        area: { type: 'integer', title: 'How large is it?', unit: 'm²', maximum: 900, prefill: 'area' },
        heard: { type: 'string', title: 'What did you hear?', when: { source: 'radio' } },
        note: { type: 'string', title: 'Anything else?', optional: true },
      },
    },
    you: { title: 'Who are you?', fields: { type: { title: 'Type', options: { a: 'A', b: 'B' }, prefill: 'type' } } },
  },
}

const { site } = fixtureSite({
  'definitions/forms/landing.json': JSON.stringify(form),
})
test.use({ baseURL: '' })

const goOn = (page: Page) => page.locator('main .lw-buttons button[name=go][value=on]').click()
const control = (page: Page, field: string) => page.locator(`main [name="root[${field}]"]`)

for (const runs of [true, false])
  test.describe(runs ? 'on a page that runs' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: runs })

    test('fills what nobody is asked, and asks what that opens', async ({ page }) => {
      await page.goto(`${site().origin}/forms/landing?src=radio&area=85&type=b`)
      if (runs) await hydrated(page)
      await expect(control(page, 'area')).toHaveValue('85')
      await expect(page.locator('main .lw-unit')).toHaveText('m²')
      await control(page, 'area').fill('90 m²')
      await goOn(page)
      await control(page, 'heard').fill('A song')
      await goOn(page)
      await expect(page.locator('input[type=radio][value=b]')).toBeChecked()
      await expect(page.locator('dd').first()).toHaveText('90\u00a0m²')
      await page.locator('input[type=radio][value=a]').check()
      await goOn(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(lastLead(site())?.answers).toEqual({ source: 'radio', area: 90, heard: 'A song', type: 'a' })
    })

    test('takes nothing that it does not name', async ({ page }) => {
      await page.goto(`${site().origin}/forms/landing?src=%3Cscript%3E&area=9000&type=c&note=x`)
      if (runs) await hydrated(page)
      await expect(control(page, 'area')).toHaveValue('')
      await expect(control(page, 'note')).toHaveValue('')
      await control(page, 'area').fill('10')
      await goOn(page)
      await page.locator('input[type=radio][value=b]').check()
      await goOn(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(lastLead(site())?.answers).toEqual({ source: 'direct', area: 10, type: 'b' })
    })
  })

test('remembers the first address in the draft', async ({ page }) => {
  await page.goto(`${site().origin}/forms/landing?src=tv&area=20`)
  await hydrated(page)
  await axe(page)
  await control(page, 'area').fill('30')
  await page.goto(`${site().origin}/forms/landing?src=radio&area=40`)
  await hydrated(page)
  await expect(control(page, 'area')).toHaveValue('30')
  await goOn(page)
  await page.locator('input[type=radio][value=a]').check()
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(lastLead(site())?.answers).toEqual({ source: 'tv', area: 30, type: 'a' })
})
