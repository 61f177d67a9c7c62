// The page of a visitor's offers: three companies are asked, of which one answers at once, one later and one never.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { holdApp, toLastStep } from './hydrated.ts'
import { fillContact, goOn } from './questionnaire.ts'
import { insurer, oneOffer, type QuotingSite, startQuotingSite } from './quoting-site.ts'

const later = textsOf('en', 'go-on-later')

test.use({ viewport: { width: 360, height: 740 }, baseURL: '' })

const cards = (page: Page) => page.locator('[data-offer]')
const products = (page: Page) => cards(page).locator('h3').allTextContents()

/** Opens the page again until it comes with a card: without the app it does not change. */
const openWith = (card: Locator, address: string) =>
  expect(async () => {
    await card.page().goto(address, { waitUntil: 'commit' })
    await expect(card).toBeVisible({ timeout: 5000 })
  }).toPass()

/** Answers in place of the insurer, which no test asks: with the address that a press leads to as the title. */
const answerForInsurer = (context: BrowserContext) =>
  context.route('**/results/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
    const reply = await route.fetch({ headers, maxRedirects: 0 })
    const { location = '' } = reply.headers()
    if (!location.startsWith(insurer)) return route.fulfill({ response: reply })
    return route.fulfill({ contentType: 'text/html', body: `<html lang="en"><title>${location}</title></html>` })
  })

/** Notes what moves in the page's main part without a press of the visitor, as browsers measure it. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] }
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
        for (const { node } of hadRecentInput ? [] : sources)
          if (document.querySelector('main')?.contains(node)) moved.push(`${node?.nodeName} ${node?.textContent}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function expectSteady(page: Page): Promise<void> {
  // What was painted last is reported with the frame after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
}

async function expectNoOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBeLessThanOrEqual(0)
}

test.describe('offers as they arrive', () => {
  let site: QuotingSite
  test.beforeAll(async () => {
    site = await startQuotingSite({ seconds: 8 })
  })
  test.afterAll(() => site.stop())

  for (const width of [360, 1280])
    test(`the first are there at once, others are announced, and nothing moves by itself at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 })
      await watchShifts(page)
      site.hold()
      await page.goto(site.origin + (await site.ask()))
      const progress = page.getByRole('progressbar')
      await expect(cards(page)).toHaveCount(1)
      await expect(page.getByText('£178.80 a year')).toBeVisible()
      await expect(page.getByText('1 of 3 companies have answered')).toBeVisible()
      await expect(page.getByText('We wait up to 8 seconds.')).toBeVisible()
      await expect(progress).toHaveAttribute('value', '1')
      await expect(page).toHaveTitle('Your quotes (1) – Home insurance – Leadwright')
      await axe(page)
      site.release()
      const news = page.getByRole('button', { name: '2 new quotes – show' })
      await expect(news).toBeVisible()
      await expect(page).toHaveTitle(/^Your quotes \(3\)/)
      await expect(cards(page)).toHaveCount(1)
      await axe(page)
      await expectSteady(page)
      await news.click()
      await expect(cards(page)).toHaveCount(3)
      expect(await products(page)).toEqual([
        expect.stringContaining('Basic'),
        expect.stringContaining('Comfort'),
        expect.stringContaining('Plus'),
      ])
      await expect(page.getByRole('heading', { name: '3 quotes' })).toBeFocused()
      await expect(cards(page).first().getByText('Lowest price', { exact: true })).toBeVisible()
      await expect(page.getByText('Lowest price', { exact: true })).toHaveCount(1)
      await expect(page.getByText('Sort and filter')).toHaveCount(0)
      await expect(page.getByText('No answer in time')).toBeVisible()
      await expect(page.getByText('2 of 3 companies have answered')).toBeVisible()
      await axe(page)
      await expectNoOverflow(page)
    })

  for (const scrolled of [false, true])
    test(`when the wait ends the rest is put in ${scrolled ? 'around what is read' : 'before the visitor’s eyes'}, and nothing jumps`, async ({
      page,
    }) => {
      await watchShifts(page)
      site.hold()
      await page.goto(site.origin + (await site.ask()))
      await expect(cards(page)).toHaveCount(1)
      const read = cards(page).filter({ hasText: 'Home Comfort' }).getByText('24-hour helpline')
      if (scrolled) await read.evaluate((each) => each.scrollIntoView({ block: 'start' }))
      const place = () => read.evaluate((each) => each.getBoundingClientRect().top)
      const before = await place()
      site.release()
      await expect(page.getByRole('button', { name: '2 new quotes – show' })).toBeVisible()
      await expect(cards(page)).toHaveCount(3)
      await expect(page.getByRole('button', { name: /new quote/ })).toHaveCount(0)
      await expectSteady(page)
      if (scrolled) expect(Math.abs((await place()) - before)).toBeLessThan(2)
    })

  test('the first price and its button are in the first screen of a phone', async ({ page }) => {
    site.release()
    const path = await site.ask()
    await page.goto(site.origin + path)
    await expect(page.getByText('No answer in time')).toBeVisible()
    await page.reload()
    const top = async (selector: string) => (await cards(page).first().locator(selector).boundingBox())?.y
    expect(await top('b >> nth=0')).toBeLessThan(450)
    // As high as it is, 48 px.
    expect(await top('.lw-button >> nth=0')).toBeLessThan(740 - 48)
  })

  test('an offer that is chosen before the app is there opens in its place', async ({ page, context }) => {
    await answerForInsurer(context)
    await holdApp(page)
    site.hold()
    const path = await site.ask()
    const card = cards(page).filter({ hasText: 'Comfort' })
    await openWith(card, site.origin + path)
    await card.getByRole('button', { name: 'Choose this quote' }).click()
    await expect(page).toHaveTitle(`${insurer}/take?q=comfort`)
    await expect.poll(() => site.chosen).toContainEqual({ offer: 'comfort' })
  })

  test('a chosen offer opens beside the page, which says so', async ({ page, context }) => {
    await answerForInsurer(context)
    site.hold()
    const reply = await page.goto(site.origin + (await site.ask()))
    // Also for offers that are still to come.
    expect(reply?.headers()['content-security-policy']).toContain(`form-action 'self' ${insurer}`)
    const card = cards(page).filter({ hasText: 'Comfort' })
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('[data-offer] form') ?? {}).some((key) => key.startsWith('__reactProps')),
    )
    const opened = context.waitForEvent('page')
    await card.getByRole('button', { name: 'Choose this quote' }).click()
    await expect(await opened).toHaveTitle(`${insurer}/take?q=comfort`)
    await expect(card.getByText(/^You chose this quote on/)).toBeVisible()
    await expect.poll(() => site.chosen).toContainEqual({ offer: 'comfort' })
  })

  test('where the stream is refused the page asks from time to time', async ({ page }) => {
    await page.route('**/events', (route) => route.fulfill({ status: 204 }))
    site.hold()
    await page.goto(site.origin + (await site.ask()))
    await expect(cards(page)).toHaveCount(1)
    site.release()
    await expect(cards(page)).toHaveCount(3)
  })

  test('who sent the form goes back to the answers and may print them, and nobody else', async ({ page, browser }) => {
    await toLastStep(page, site.origin)
    await fillContact(page, 'en', 'ada@example.com')
    await goOn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Your quotes' })).toBeVisible()
    const link = page.getByRole('link', { name: 'Change my answers' })
    await expect(link).toBeVisible()
    const copy = page.getByRole('region', { name: 'Your answers' })
    await expect(copy.getByText('ada@example.com')).toBeHidden()
    await copy.getByText('Your answers').click()
    await expect(copy.getByText('ada@example.com')).toBeVisible()
    await expect(copy.getByText(/^Home insurance – Sent on /)).toBeVisible()
    await axe(page)
    await expectNoOverflow(page)
    await copy.getByText('Your answers').click()
    await page.emulateMedia({ media: 'print' })
    for (const part of ['header', 'footer', 'main button'])
      await expect(page.locator(`${part} >> visible=true`)).toHaveCount(0)
    await expect(copy.getByText('ada@example.com')).toBeVisible()
    await expect(page.getByText(/Your reference: /)).toBeVisible()
    await page.emulateMedia({ media: null })
    const other = await browser.newPage()
    await other.goto(page.url())
    await expect(other.getByRole('button', { name: 'Change my answers' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Change my answers' })).toHaveCount(0)
    await expect(other.getByText('ada@example.com')).toHaveCount(0)
    await other.close()
    await link.click()
    await expect(page.locator('main [name="root[email]"], main [name="root[propertyType]"]').first()).toBeAttached()
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(`on another device, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, expectedStatuses: [403] })

      test('answers are changed by whoever knows the last name, and the page before is one press away', async ({
        page,
      }) => {
        site.release()
        const first = await site.ask()
        await page.goto(site.origin + first)
        await page.getByRole('button', { name: 'Change my answers' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(later.askTitle)
        expect(await page.content()).not.toContain('Lovelace')
        const name = page.getByLabel(later.lastName)
        await name.fill('Byron')
        await page.getByRole('button', { name: later.openButton }).click()
        await expect(page.getByText(later.wrongName)).toBeVisible()
        if (javaScriptEnabled) await axe(page)
        await name.fill('lovelace')
        await page.getByRole('button', { name: later.openButton }).click()
        await expect(page.locator('main input[name="root[lastName]"]')).toHaveValue('Lovelace')
        const consent = page.locator('main input[name="root[privacy]"]')
        await expect(consent).not.toBeChecked()
        await consent.check()
        await page.waitForTimeout(2000)
        await goOn(page)
        await expect(page.getByRole('heading', { level: 1, name: 'Your quotes' })).toBeVisible()
        expect(new URL(page.url()).pathname).not.toBe(first)
        await expect(page.getByRole('link', { name: 'See your earlier quotes' })).toHaveAttribute('href', first)
      })
    })
})

test.describe('with four offers and a consent', () => {
  let site: QuotingSite
  test.beforeAll(async () => {
    const essential = { id: 'essential', product: 'Essential', price: { amount: 12.5, period: 'month' }, excess: 500 }
    site = await startQuotingSite({ seconds: 6, consent: 'data-transfer', first: [...oneOffer, essential] })
  })
  test.afterAll(() => site.stop())

  test('sorted, filtered and compared, with the address to come back to', async ({ page }) => {
    site.release()
    const path = await site.ask()
    await page.goto(site.origin + path)
    await expect(page.getByText('No answer in time')).toBeVisible()
    await page.getByText('Sort and filter').click()
    await page.getByLabel('Sort by').selectOption('Excess')
    await expect(page.getByText('Lowest excess first.')).toBeVisible()
    expect((await products(page))[0]).toContain('Plus')
    await page.getByLabel('Highest excess').selectOption('Up to £150')
    await expect(page.getByRole('heading', { name: '2 of 4 quotes' })).toBeVisible()
    const compare = page.getByRole('button', { name: 'Compare them' })
    await expect(compare).toBeHidden()
    for (const box of await page.getByRole('checkbox', { name: /^Compare/ }).all()) await box.check()
    // The bar stays in sight, and what has the focus is clear of it, wherever that is.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(compare).toBeInViewport({ ratio: 1 })
    const covered = () =>
      page.evaluate(() => {
        const { bottom, top } = document.activeElement?.getBoundingClientRect() ?? { bottom: 0, top: 0 }
        const bar = document.querySelector('button[formaction*="#comparison"]')?.parentElement
        const at = bar?.getBoundingClientRect().top ?? 0
        return bar?.contains(document.activeElement) || at > innerHeight - 40 || bottom <= at || top >= at + 60
          ? null
          : document.activeElement?.outerHTML
      })
    await page.getByText('Sort and filter').focus()
    for (let each = 0; each < 20; each++) {
      await page.keyboard.press('Tab')
      expect(await covered()).toBeNull()
    }
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveCount(2)
    await compare.click()
    await expect(page.getByRole('region', { name: 'Side by side' })).toBeFocused()
    await axe(page)
    await expectNoOverflow(page)
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await expect(table).toBeVisible()
    await page.getByRole('checkbox', { name: 'Legal cover', exact: true }).check()
    await page.getByRole('checkbox', { name: '24-hour helpline' }).check()
    await page.getByRole('link', { name: 'Clear the filters' }).click()
    await expect(cards(page)).toHaveCount(4)
    await expect(page.getByRole('checkbox', { name: 'Legal cover', exact: true })).not.toBeChecked()
  })

  test('each card has the same lines in the same order, one format, and a button like the others', async ({ page }) => {
    site.release()
    await page.goto(site.origin + (await site.ask()))
    await expect(page.getByText('No answer in time')).toBeVisible()
    await page.reload()
    await expect(cards(page)).toHaveCount(4)
    const lines = await cards(page).evaluateAll((all) =>
      all.map((card) => ({
        covers: [...card.querySelectorAll('[data-is]')].map((each) => each.firstChild?.textContent?.trim()),
        facts: [...card.querySelectorAll('dl:not(details *) dt')].map((each) => each.textContent),
        prices: card.querySelector('b')?.textContent,
      })),
    )
    for (const { covers, facts, prices } of lines) {
      expect(covers).toEqual(lines[0]?.covers)
      expect(facts).toEqual(['Excess', 'Term'])
      expect(prices).toMatch(/\.\d\d$/)
    }
    expect(lines[0]?.covers).toHaveLength(9)
    const basic = cards(page).filter({ hasText: 'Basic' })
    await expect(basic.getByText('2 of 9 included')).toBeVisible()
    // What all include is ticked in each, so that the ticks add up to the count.
    await expect(basic.locator('[data-is=included]')).toHaveCount(2)
    // On a phone what is not stated is with the details.
    await expect(basic.getByText('Broken glass Not stated')).toBeHidden()
    await basic.getByText('All details').click()
    await expect(basic.getByText(/^Not stated: Broken glass/)).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 740 })
    await expect(basic.getByText('Broken glass Not stated')).toBeVisible()
    const plus = cards(page).filter({ hasText: 'Plus' })
    await expect(plus.getByText('7 of 9 included')).toBeVisible()
    await expect(plus.getByText('paid yearly')).toBeVisible()
    await expect(page.getByText('paid yearly')).toHaveCount(1)
    await expect(page.getByText('No excess', { exact: true })).toHaveCount(1)
    await expect(plus.getByText('No excess', { exact: true })).toBeVisible()
    await expect(basic.getByText('12 months')).toBeVisible()
    await expect(page.getByText('1 year')).toHaveCount(0)
    // None is pushed more than another.
    const looks = await page
      .locator('[data-offer] summary.lw-button')
      .evaluateAll((all) => all.map((each) => each.className))
    expect(looks).toHaveLength(4)
    expect(new Set(looks).size).toBe(1)
    // On a wide screen they are side by side, and what they are compared by is on one line across.
    const columns = await cards(page).evaluateAll((all) =>
      all.slice(0, 3).map((card) => {
        const top = (of: string) => Math.round(card.querySelector(of)?.getBoundingClientRect().top ?? 0)
        return {
          price: top('b'),
          button: top('summary.lw-button'),
          covers: [...card.querySelectorAll('[data-is]')].map((each) => Math.round(each.getBoundingClientRect().top)),
        }
      }),
    )
    for (const column of columns) expect(column).toEqual(columns[0])
  })

  test('an offer is chosen once it is agreed to', async ({ page, context }) => {
    await answerForInsurer(context)
    await page.goto(site.origin + (await site.ask()))
    const card = cards(page).filter({ hasText: 'Comfort' })
    await card.getByText('Choose this quote').click()
    await card.getByRole('button', { name: /^Go to Alba Insurance/ }).click()
    await expect(card.getByText('Tick the box to choose this quote')).toBeVisible()
    await expect(card.getByRole('checkbox', { name: /^I agree/ })).toBeFocused()
    await axe(page)
    await card.getByRole('checkbox', { name: /^I agree/ }).check()
    const opened = context.waitForEvent('page')
    await card.getByRole('button', { name: /^Go to Alba Insurance/ }).click()
    await expect(await opened).toHaveTitle(`${insurer}/take?q=comfort`)
    await expect(card.getByText(/^You chose this quote on/)).toBeVisible()
  })

  test('a consent that was missing before the app was there has the focus once it is', async ({ page }) => {
    const release = await holdApp(page)
    const path = await site.ask()
    const card = cards(page).filter({ hasText: 'Comfort' })
    await openWith(card, site.origin + path)
    await card.getByText('Choose this quote').click()
    await card.getByRole('button', { name: /^Go to Alba Insurance/ }).click()
    await expect(page).toHaveURL(/\?missing=alba%2Fcomfort#chosen$/)
    release()
    await expect(card.getByRole('checkbox', { name: /^I agree/ })).toBeFocused()
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('the page is loaded again until the wait is over, and all of it works', async ({ page, context }) => {
      await answerForInsurer(context)
      site.hold()
      const path = await site.ask()
      await page.goto(site.origin + path)
      await expect(page.getByRole('link', { name: 'Refresh' })).toBeVisible()
      await expect(cards(page)).toHaveCount(2)
      site.release()
      await expect(cards(page)).toHaveCount(4)
      await expect(page.getByText('No answer in time')).toBeVisible()
      await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0)

      await page.getByText('Sort and filter').click()
      await page.getByLabel('Sort by').selectOption('Excess')
      await page.getByRole('button', { name: 'Show' }).click()
      expect((await products(page))[0]).toContain('Plus')
      for (const box of (await page.getByRole('checkbox', { name: /^Compare/ }).all()).slice(0, 2)) await box.check()
      await page.getByRole('button', { name: 'Compare them' }).click()
      await expect(page).toHaveURL(/sort=excess.*#comparison$/)
      await expect(page.getByRole('columnheader')).toHaveCount(2)

      const card = cards(page).filter({ hasText: 'Comfort' })
      await card.getByText('Choose this quote').click()
      await card.getByRole('button', { name: /^Go to Alba Insurance/ }).click()
      await expect(page).toHaveURL(/\?missing=alba%2Fcomfort#chosen$/)
      await expect(card.getByText('Tick the box to choose this quote')).toBeVisible()
      await card.getByRole('checkbox', { name: /^I agree/ }).check()
      await card.getByRole('button', { name: /^Go to Alba Insurance/ }).click()
      await expect(page).toHaveTitle(`${insurer}/take?q=comfort`)
      await page.goto(site.origin + path)
      await expect(card.getByText(/^You chose this quote on/)).toBeVisible()

      const phone = cards(page).filter({ hasText: 'Basic' })
      await phone.getByText('All details').click()
      await expect(phone.getByRole('link', { name: 'Call 020 7946 0018' })).toHaveAttribute('href', 'tel:+442079460018')
      await phone.getByText('Choose this quote').click()
      await phone.getByRole('checkbox', { name: /^I agree/ }).check()
      await phone.getByRole('button', { name: /^Confirm my choice/ }).click()
      await expect(page).toHaveURL(/#chosen$/)
      await expect(phone.getByText(/^You chose this quote on/)).toBeVisible()
    })
  })
})

test.describe('when nobody offers', () => {
  test('the page says so, and what to do', async ({ page }) => {
    const site = await startQuotingSite({ seconds: 5, first: [], second: [] })
    await watchShifts(page)
    await page.goto(site.origin + (await site.ask('de')))
    await expect(page.getByRole('heading', { name: 'Diesmal gibt es keine Angebote' })).toBeVisible()
    await expect(page.getByText('Hat kein Angebot für Sie')).toHaveCount(2)
    await expectSteady(page)
    await axe(page)
    await site.stop()
  })
})
