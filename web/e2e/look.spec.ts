// What the look promises of forms: the first question in sight, and each brand readable in light and in dark.
import { axe, expect, test } from './fixture.ts'
import { goOn, path } from './questionnaire.ts'

for (const [width, height, lowest] of [
  [1280, 800, 230],
  [360, 740, 310],
] as const)
  test(`the first question stands above the fold at ${width} px, whatever the promise says`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(path.en)
    const question = await page.locator('.lw-label').first().boundingBox()
    expect(question?.y).toBeLessThanOrEqual(lowest)
    const promise = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(promise?.y).toBeLessThan(question?.y ?? 0)
  })

test('the promise stays in sight beside the questions', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path.en)
  await page.locator('button[name=go][value=on]').scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test.describe('brands', () => {
  test.use({ expectedStatuses: [422] })

  test('each is readable in light and in dark, with and without mistakes', async ({ page, site }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const inks: string[] = []
    for (const brand of ['default', 'prussian-blue', 'lapis-lazuli']) {
      await page.goto(site.origin.replace('127.0.0.1', `${brand}.localhost`) + path.en)
      inks.push(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-ink')))
      for (const state of ['asked', 'wrong']) {
        if (state === 'wrong') {
          await goOn(page)
          await expect(page.getByRole('alert')).toBeVisible()
        }
        for (const scheme of ['light', 'dark']) {
          await page.evaluate((value) => {
            document.documentElement.dataset.scheme = value
          }, scheme)
          await axe(page)
          await page.screenshot({ path: `web/e2e/results/look-${brand}-${state}-${scheme}.png` })
        }
      }
    }
    expect(new Set(inks).size).toBe(3)
  })
})
