// Deals on pages: what holds now, page by page, of a shop or found by a word; with and without a script.
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'

// One server for them all.

const hour = 3_600_000
/** The deals end one after the other, the first in five hours and a half. */
const endOf = (index: number) => new Date(Date.now() + (5.5 + index * 24) * hour).toISOString()
const shops = ['Papyra', 'Halden & Moss', 'Tonwerk']
const titles = Array.from({ length: 19 }, (_, index) => (index % 4 === 0 ? `Café cup ${index}` : `Wool coat ${index}`))

const deal = (title: string, index: number) => ({
  ...{ shop: shops[index % 3], category: index === 18 ? 'games' : 'fashion', title },
  ...(index % 3 === 0 && { picture: 'coat' }),
  ...{ start: '2026-01-01T00:00:00Z', end: endOf(index) },
  ...(index === 4 && { condition: 'Delivery costs £4.90, and returning it £5.90, unless you collect it yourself.' }),
  markets: {
    GB: {
      price: 60 + index,
      url: `https://shop.example/${index}?own=1`,
      ...(index !== 1 && { oldPrice: { amount: 100 + index * index, basis: 'lowest-30-days' } }),
    },
  },
})

const { site } = fixtureSite({
  'definitions/deals.json': JSON.stringify({
    locales: ['en'],
    deals: Object.fromEntries(titles.map((title, index) => [`deal-${index}`, deal(title, index)])),
  }),
  'locales/es/deals.json': '{}',
})

const address = '/shopping/fashion'
const say = textsOf('en', 'deal-cards')
const cards = (page: Page) => page.locator('#list li').filter({ has: page.getByRole('heading') })
const shown = (page: Page) => page.locator('#list li :is(h2, h3)').allTextContents()
const open = (page: Page, path = address) => page.goto(site().origin + path)

/** Resolves once the page is React's, after a first sign of interest. */
async function lively(page: Page): Promise<void> {
  await page.getByRole('searchbox').focus()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main search form') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('pages, shops and a search lead to the deals they name, at addresses of their own', async ({ page }) => {
      await open(page)
      if (javaScriptEnabled) await lively(page)
      const document = await page.evaluateHandle(() => window.document)
      expect(await shown(page)).toEqual(titles.slice(0, 8))

      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(page).toHaveURL(`${site().origin}${address}?page=2#list`)
      await expect(page.getByText('Page 2 of 3')).toBeVisible()
      expect(await shown(page)).toEqual(titles.slice(8, 16))
      await page.getByRole('link', { name: 'Page 3' }).click()
      await expect(page.getByText('Page 3 of 3')).toBeVisible()
      expect(await shown(page)).toEqual(titles.slice(16, 18))
      await page.goBack()
      await expect(page.getByText('Page 2 of 3')).toBeVisible()
      expect(await shown(page)).toEqual(titles.slice(8, 16))

      await page.getByRole('link', { name: 'Halden & Moss', exact: true }).click()
      await expect(page).toHaveURL(`${site().origin}${address}?shop=Halden%20%26%20Moss#list`)
      await expect(page.getByRole('link', { name: 'Halden & Moss', exact: true })).toHaveAttribute('aria-current')
      await expect(page.locator('#list li :is(h2, h3)')).toHaveText(
        titles.slice(0, 18).filter((_, index) => index % 3 === 1),
      )

      await page.getByRole('searchbox', { name: 'What are you looking for?' }).fill('CAFE')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(`${site().origin}${address}?term=CAFE#list`)
      await expect(page.getByText('5 deals for “CAFE”')).toBeVisible()
      expect(await shown(page)).toEqual(titles.slice(0, 18).filter((_, index) => index % 4 === 0))
      await page.getByRole('searchbox').fill('<b>&')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page.getByText(say.notFound.replace('{{term}}', '<b>&'))).toBeVisible()
      await page.getByRole('link', { name: 'Show all deals' }).click()
      await expect(page.getByText('Page 1 of 3')).toBeVisible()
      // With a script the same document shows them all.
      if (javaScriptEnabled) expect(await document.evaluate((before) => before === window.document)).toBe(true)
    })
  })

test('whatever an address says, there is an answer', async ({ page }) => {
  for (const [query, said] of [
    ['?page=99', 'Page 1 of 3'],
    ['?page=0', 'Page 1 of 3'],
    ['?page=-1&page=2', 'Page 1 of 3'],
    ['?page=2%0d%0ax', 'Page 1 of 3'],
    ['?shop=Nobody', say.noneOfShop],
    ['?shop=HALDEN%20%26%20moss', 'Wool coat 1'],
    [`?term=${'x'.repeat(5000)}`, 'Page 1 of 3'],
    ['?term=%20', 'Page 1 of 3'],
    ['?term=%00%ff', 'No deals for'],
    ['?term=wool&page=9', '13 deals for “wool” – Page 1 of 2'],
  ] as const) {
    const reply = await page.request.get(site().origin + address + query)
    expect(reply.status(), query).toBe(200)
    expect((await reply.text()).replaceAll(/<!-- -->|&[^;]{2,4};/g, ''), query).toContain(said.replace('&', ''))
  }
})

test('a card says when it ends, as time goes by, and what it saves; its button is a marked advertisement', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, `${address}?click_id=abc`)
  const first = cards(page).first()
  await expect(first.getByRole('time')).toHaveText('Ends in 5\u00a0hours')
  await page.clock.fastForward('01:00:00')
  await expect(first.getByRole('time')).toHaveText('Ends in 4\u00a0hours')
  await expect(cards(page).nth(4).getByRole('time')).toHaveText(/^Ends in\s\d\sdays \(\d+\s\w+\s\d{4}\)$/)
  await lively(page)
  await expect(first.getByRole('time')).toHaveText('Ends in 4\u00a0hours')
  await page.clock.fastForward('05:00:00')
  await expect(first.getByRole('time')).toHaveText('This deal has ended')

  await expect(first).toContainText(`${say.price} £60 ${say.before} £100`)
  // What most are saved against is said once, above them all.
  await expect(page.getByText(say.less['lowest-30-days'])).toHaveCount(1)
  // No earlier price is known of the second.
  await expect(cards(page).nth(1).locator('s')).toHaveCount(0)
  const button = first.getByRole('link', { name: 'See it at Papyra – Café cup 0' })
  await expect(button).toHaveAttribute('rel', 'sponsored noopener')
  await button.dispatchEvent('contextmenu')
  await expect(button).toHaveAttribute(
    'href',
    'https://shop.example/0?own=1&utm_source=leadwright&utm_medium=deals&utm_campaign=fashion&click_id=abc',
  )
})

test.describe('while the server is away', () => {
  test.use({ losesConnection: true })

  test('the page keeps the deals it has, says nothing, and gets the others once it is back', async ({ page }) => {
    await open(page)
    await lively(page)
    await page.waitForLoadState('networkidle')
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('The deals did not come'))
    await site().away()
    await page.getByRole('link', { name: 'Next page' }).click()
    await logged
    expect(await shown(page)).toEqual(titles.slice(0, 8))
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await site().back()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByText('Page 2 of 3')).toBeVisible()
    await expect(page.getByText('Page 2 of 3')).toBeFocused()
  })
})

test('a wait that is long enough to be seen is said', async ({ page }) => {
  await open(page)
  await lively(page)
  const answered = Promise.withResolvers<void>()
  await page.route('**/shopping-deals?**', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(say.loading)).toBeVisible()
  expect(await shown(page)).toEqual(titles.slice(0, 8))
  answered.resolve()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
})

test('where there are no deals the page says so', async ({ page }) => {
  await open(page, '/shopping/tech')
  await expect(page.getByText('Promotion list is being updated')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await open(page, '/de/results')
  await expect(page.getByText(textsOf('de', 'deal-cards').updating, { exact: true })).toBeVisible()
  await axe(page)
})

for (const [brand, width, colorScheme] of [
  ['default', 360, 'light'],
  ['prussian-blue', 1280, 'dark'],
] as const)
  test.describe(`${brand} at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('pages with deals are clean for axe, fit, and nothing on them moves', async ({ page }) => {
      test.slow()
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]
          const sum = shifts.reduce((all, { value }) => all + value, Number(sessionStorage.getItem('shift')))
          sessionStorage.setItem('shift', String(sum))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const { port } = new URL(site().origin)
      for (const path of ['/shopping/exclusive-deal', '/shopping/results?term=wool', '/results', '/gaming']) {
        await page.goto(`http://${brand}.localhost:${port}${path}`)
        await expect(cards(page).first().getByRole('time')).toHaveText(/^Ends /)
        // Titles of a row start on one line, and on a phone nothing stretches.
        const boxes = await cards(page).evaluateAll((all) =>
          all.map((card) => {
            const [box, title] = [card, card.querySelector('h2, h3') ?? card].map((of) => of.getBoundingClientRect())
            const { top = 0, height = 0, width = 0 } = box ?? {}
            return { top: Math.round(top), height, width: Math.round(width), title: Math.round(title?.top ?? 0) }
          }),
        )
        if (width < 576)
          for (const [index, { height }] of boxes.entries()) expect(height).toBeLessThan(index === 0 ? 480 : 290)
        else expect(new Set(boxes.map(({ height }) => Math.round(height)))).toEqual(new Set([580]))
        if (width >= 576)
          for (const box of boxes)
            expect(box.title).toBe(boxes.find(({ top, width }) => top === box.top && width === box.width)?.title)
        const isCut = await cards(page).evaluateAll((all) => all.some((card) => card.scrollHeight > card.clientHeight))
        expect(isCut, path).toBe(false)
        await axe(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, path).toBeLessThanOrEqual(0)
        await page.screenshot({ path: `web/e2e/results/deals-${brand}-${width}-${path.replaceAll(/\W/g, '-')}.png` })
      }
      expect(await page.evaluate(() => Number(sessionStorage.getItem('shift')))).toBeLessThan(0.01)
    })
  })
