// The colours of pages: as the device has them, as the visitor chose in any tab, or as a page forces.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'

/** Two pages that lead to each other; one of them is always dark. */
const page = (path: string, more: object) => ({
  ...{ locales: ['en'], path, title: 'Colours', description: 'Of a page.', ...more },
  sections: {
    hero: { kind: 'hero', title: `Colours of ${path}` },
    ways: { kind: 'text', paragraphs: { first: 'See the [day](page:day) or the [night](page:night).' } },
  },
})

const { site } = fixtureSite({
  'definitions/pages/day.json': JSON.stringify(page('/day', {})),
  'definitions/pages/night.json': JSON.stringify(page('/night', { scheme: 'dark' })),
})
test.use({ baseURL: '', colorScheme: 'light' })

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check()
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('colour-theme'))

/** Has the app loaded, by going to a link: from then on links change the page without loading it anew. */
async function lively(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link').first().hover()
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps')))
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
}

/** What a page's background is in either scheme. */
async function schemes(page: Page): Promise<{ light: string; dark: string }> {
  const light = await background(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(light)
  return { light, dark }
}

for (const runs of [true, false])
  test.describe(runs ? 'with the boot script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: runs })

    test('a page follows the device, at once when it changes, unless it forces its own', async ({ page }) => {
      await page.goto(`${site().origin}/day`)
      const { light, dark } = await schemes(page)
      expect(light).not.toBe(dark)
      await page.goto(`${site().origin}/night`)
      expect(await background(page)).toBe(dark)
      await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark')
      if (!runs) await expect(page.getByRole('radio')).toHaveCount(0)
    })
  })

test('a choice is kept, wins over the device, and holds in every tab at once', async ({ page, context }) => {
  await page.goto(`${site().origin}/day`)
  const { light, dark } = await schemes(page)
  const other = await context.newPage()
  await other.goto(`${site().origin}/day`)
  await expect(other.getByRole('radio', { name: 'Same as device' })).toBeChecked()
  await choose(page, 'Dark')
  expect([await background(page), await kept(page)]).toEqual([dark, 'dark'])
  await expect.poll(() => background(other)).toBe(dark)
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await other.reload()
  expect(await background(other)).toBe(dark)
  await choose(other, 'Same as device')
  await expect.poll(() => background(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => background(page)).toBe(dark)
  await choose(other, 'Dark')
  await other.evaluate(() => localStorage.clear())
  await expect(page.getByRole('radio', { name: 'Same as device' })).toBeChecked()
})

test('a page that forces a scheme keeps it whatever is chosen, also when it is gone to', async ({ page, context }) => {
  await page.goto(`${site().origin}/day`)
  const { light, dark } = await schemes(page)
  await choose(page, 'Light')
  await lively(page)
  await page.getByRole('main').getByRole('link', { name: 'night' }).click()
  await expect(page.getByRole('heading', { name: 'Colours of /night' })).toBeVisible()
  await expect.poll(() => background(page)).toBe(dark)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await axe(page)
  const other = await context.newPage()
  await other.goto(`${site().origin}/day`)
  await choose(other, 'Same as device')
  await choose(other, 'Light')
  expect(await background(page)).toBe(dark)
  await page.getByRole('main').getByRole('link', { name: 'day' }).click()
  await expect.poll(() => background(page)).toBe(light)
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  await page.goBack()
  await expect.poll(() => background(page)).toBe(dark)
  expect(await page.evaluate(() => Object.hasOwn(window, 'sameDocument'))).toBe(true)
  await page.reload()
  expect(await background(page)).toBe(dark)
})

test('what is no preference counts as none', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('colour-theme', '"><script>'))
  await page.goto(`${site().origin}/day`)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'system')
  await expect(page.getByRole('radio', { name: 'Same as device' })).toBeChecked()
})
