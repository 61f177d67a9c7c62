// A mistake of ours in drawing a page: Chromium logs it, so this is the one test that listens to no complaints.
import { expect, type Page, test } from '@playwright/test'
import { axe } from './axe.ts'
import { answersByItself } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

/** Has the browser get pages as no server sends them. */
async function changePages(page: Page, change: (view: Record<string, unknown>) => void): Promise<void> {
  await page.route('**/api/page*', async (route) => {
    const reply = await route.fetch()
    const data = await reply.json()
    change(data.view)
    await route.fulfill({ response: reply, json: data })
  })
}

/** Follows the link to the page on privacy. */
async function leave(page: Page): Promise<void> {
  await page.goto(`${site.origin}/de/insurance/home-insurance`)
  await answersByItself(page)
  await page
    .locator('main a')
    .filter({ hasText: 'Datenschutz' })
    .first()
    .evaluate((link: HTMLElement) => link.click())
}

/** How many errors of pages browsers have reported. */
async function reported(): Promise<number> {
  const metrics = await (await fetch(`${site.origin}/metrics`)).text()
  return Number(/^leadwright_client_errors_total\{kind="page"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

test('a page that cannot be drawn is apologised for in its language, and can be loaded again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const before = await reported()
  await changePages(page, (view) => {
    for (const section of view.sections as { title: unknown }[]) section.title = { not: 'a text' }
  })
  await leave(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Auf dieser Seite ist ein Fehler aufgetreten')
  await expect(heading).toBeFocused()
  await expect(page.locator('body')).not.toContainText(/Unexpected|Error|Objects are not valid|at .*\.js/)
  await expect(page.getByText('Fehler 500')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/de')
  await expect(page.locator('header svg')).toBeVisible()
  await expect.poll(reported).toBe(before + 1)
  await axe(page)
  await page.screenshot({ path: 'web/e2e/results/broken-360.png' })
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(heading).toContainText('Datenschutz')
})

test('where the error screen cannot be drawn either, one sentence and a link home remain', async ({ page }) => {
  await changePages(page, (view) => {
    view.brand = { ...(view.brand as object), name: { not: 'a text' } }
  })
  await leave(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Beim Anzeigen der Fehlerseite ist ein Fehler aufgetreten',
  )
  await expect(page.getByRole('link')).toHaveText('Zur Startseite')
  await expect(page.getByRole('link')).toHaveAttribute('href', '/de')
  await expect(page).toHaveTitle('Beim Anzeigen der Fehlerseite ist ein Fehler aufgetreten')
  await axe(page)
})

for (const [part, change] of [
  ['guard', { guards: ['moon'] }],
  ['section', { sections: [{ id: 'moon', kind: 'moon' }] }],
] as const)
  test(`a page with a ${part} that this code does not know is gone to, and a minute later not yet again`, async ({
    page,
  }) => {
    await changePages(page, (view) => Object.assign(view, change))
    await leave(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText('Datenschutz')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    await leave(page)
    await expect(heading).toHaveText('Auf dieser Seite ist ein Fehler aufgetreten')
    await expect(page.getByText('Fehler 500: Unbekannte Middleware')).toBeVisible()
  })

test('a page whose words did not come keeps those of the page before', async ({ page }) => {
  const said = page.waitForEvent('console', (message) => message.text() === 'The words of /de/privacy did not come')
  await changePages(page, (view) => {
    view.words = null
  })
  await leave(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Datenschutz')
  expect((await said).type()).toBe('error')
  await expect(page.locator('footer')).toContainText('Farben')
})
