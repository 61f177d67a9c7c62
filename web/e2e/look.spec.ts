// What the look promises of forms: the first question in access, and each brand readable in light and in dark.
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { goOn, path } from './questionnaire.ts'

// Where the first question may begin, in px: beneath a promise with its ticks, and on a large screen a banner above that.
for (const [address, width, height, lowest] of [
  ['/telecom', 1280, 800, 190],
  ['/telecom', 360, 740, 420],
  [path.en, 1280, 800, 230],
  [path.en, 360, 740, 400],
] as const)
  test(`the first question of ${address} stands above the fold at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(address)
    const question = await page.locator('main .lw-label').first().boundingBox()
    expect(question?.y).toBeLessThanOrEqual(lowest)
    await expect(page.locator('main .lw-option').first()).toBeInViewport({ ratio: 1 })
    const promise = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(promise?.y).toBeLessThan(question?.y ?? 0)
  })

test('the promise stays in access beside the questions', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path.en)
  const { title } = textsOf('en', 'forms/home-insurance').steps.housing.fields.occupancy
  await page.getByRole('group', { name: title }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test('late styles come with what is shown late, and a first page has none of them', async ({ request }) => {
  const sheets = async (address: string) => {
    const text = await (await request.get(address)).text()
    return [...text.matchAll(/<link rel="stylesheet" href="\/assets\/(\w+)-/g)].map(([, name]) => name)
  }
  expect(await sheets(path.en)).toEqual(['style'])
  expect(await sheets('/shopping/tech')).toEqual(['style', 'late'])
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

  test('each home page is readable at night', async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    for (const brand of ['default', 'prussian-blue', 'lapis-lazuli']) {
      await page.goto(site.origin.replace('127.0.0.1', `${brand}.localhost`))
      await axe(page)
    }
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`campaigns of each are readable, and on a ground of their own: ${colorScheme}`, async ({ page, site }) => {
      test.slow()
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      for (const path of ['/check24/gas', '/adv/bassols']) {
        const grounds: string[] = []
        for (const brand of ['default', 'prussian-blue', 'lapis-lazuli']) {
          await page.goto(site.origin.replace('127.0.0.1', `${brand}.localhost`) + path)
          await axe(page)
          const promise = page.locator('.lw-promise')
          grounds.push(await promise.evaluate((element) => getComputedStyle(element).getPropertyValue('--cover')))
          // Its drawing is on the lower edge, or behind the sheet.
          const [outer, drawing] = [await promise.boundingBox(), await promise.locator('> svg').boundingBox()]
          const foot = (outer?.y ?? 0) + (outer?.height ?? 0)
          if (brand !== 'lapis-lazuli')
            expect(Math.abs(foot - (drawing?.y ?? 0) - (drawing?.height ?? 0))).toBeLessThan(8)
        }
        expect(new Set(grounds).size).toBe(3)
      }
    })

  test('each composes the first screen its own way, with and without a script', async ({ browser, site }) => {
    for (const javaScriptEnabled of [true, false])
      for (const width of [360, 1280]) {
        const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled })
        const page = await context.newPage()
        const found = []
        for (const brand of ['default', 'lapis-lazuli', 'prussian-blue']) {
          await page.goto(site.origin.replace('127.0.0.1', `${brand}.localhost`))
          const promise = await page.locator('[data-opening] .lw-promise').first().boundingBox()
          const choices = page.locator('[data-opening] .lw-slip li')
          const [first, second] = [await choices.nth(0).boundingBox(), await choices.nth(1).boundingBox()]
          if (!promise || !first || !second) throw new Error('A box is missing')
          found.push({
            isBeside: first.x > promise.x + promise.width / 2,
            isRow: second.y === first.y,
            drawings: await page.locator('[data-opening] .lw-slip svg:visible').count(),
          })
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([brand, overflow]).toEqual([brand, 0])
        }
        const [receipt, tiles, columns] = found
        expect(receipt).toMatchObject({ isBeside: width > 360, isRow: false })
        expect(tiles).toMatchObject({ isBeside: false, isRow: true })
        expect(columns).toMatchObject({ isBeside: false, isRow: true, drawings: 0 })
        await context.close()
      }
  })
})
