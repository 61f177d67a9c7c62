// A mistake of ours in drawing a page: Chromium logs it, so this is the one test that listens to no complaints.
import { expect, test } from '@playwright/test'
import { axe } from './axe.ts'
import { type Site, startSite } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

test('a page that cannot be drawn is apologised for in its language, and can be loaded again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`${site.origin}/de/insurance/home-insurance`)
  await page.waitForLoadState('networkidle')
  // The page's data as no server sends them.
  await page.route('**/api/page*', async (route) => {
    const reply = await route.fetch()
    const data = await reply.json()
    for (const section of data.view.sections) section.title = { not: 'a text' }
    await route.fulfill({ response: reply, json: data })
  })
  await page
    .locator('main a')
    .filter({ hasText: 'Datenschutz' })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Auf dieser Seite ist ein Fehler aufgetreten')
  await expect(heading).toBeFocused()
  await expect(page.locator('body')).not.toContainText(/Unexpected|Error|Objects are not valid|at .*\.js/)
  await axe(page)
  await page.screenshot({ path: 'web/e2e/results/broken-360.png' })
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(heading).toContainText('Datenschutz')
})
