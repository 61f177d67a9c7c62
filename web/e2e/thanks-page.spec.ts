// A form whose thanks are a page: everybody gets there, with and without JavaScript, but for whom an alert is about.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'

const { site } = fixtureSite()
test.use({ baseURL: '' })

async function send(page: Page, address: string, home: string, hasScript: boolean): Promise<void> {
  await page.goto(site().origin + address)
  if (hasScript) await answersByItself(page)
  await page.locator(`main [name="root[home]"][value="${home}"]`).check()
  await page.locator('main [name="root[email]"]').fill('ada@example.com')
  await page.locator('main [name="root[privacy]"]').check()
  await page.locator('main button[name=go][value=on]').click()
}

for (const hasScript of [true, false])
  test.describe(hasScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })

    test('who has sent the form is led to the page in their language, and Back begins anew', async ({ page }) => {
      for (const [address, path, title] of [
        ['/forms/brochure', '/brochure/sent', 'The brochure is on its way'],
        ['/de/forms/brochure', '/de/broschuere/unterwegs', 'Die Broschüre ist unterwegs'],
      ] as const) {
        await send(page, address, 'house', hasScript)
        await expect(page).toHaveURL(site().origin + path)
        await expect(page.locator('h1')).toHaveText(title)
        await expect(page).toHaveTitle(new RegExp(`^${title}`))
      }
      if (hasScript) await axe(page)
      await page.goBack()
      await expect(page.locator('main button[name=go][value=on]')).toBeVisible()
    })

    test('an alert is said in the form’s own place', async ({ page }) => {
      await send(page, '/forms/brochure', 'boat', hasScript)
      await expect(page.locator('h1')).toHaveText('Nothing for boats yet')
      expect(new URL(page.url()).pathname).toBe('/forms/brochure')
    })
  })
