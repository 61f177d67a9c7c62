import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { type HostileCalculator, startHostileCalculator } from './hostile-calculator.ts'
import { hydrated } from './hydrated.ts'

let calculator: HostileCalculator
const { site } = fixtureSite(async () => {
  calculator = await startHostileCalculator()
  return Object.fromEntries(
    [
      { id: 'beside', address: 'hostile' },
      { id: 'instead', address: 'hostile', replaces: 'form' },
      { id: 'silent', address: 'silent' },
      { id: 'later', replaces: 'form' },
    ].map(({ id, address, ...more }) => [`definitions/pages/campaigns/${id}.json`, page(id, address, more)]),
  )
})
test.afterAll(() => calculator.stop())

/** A page with a form and a calculator, which has an address or none. */
function page(id: string, address: string | undefined, more: object): string {
  const addresses = address && { addresses: { en: `${calculator.origin}/${address}` } }
  return JSON.stringify({
    ...{ locales: ['en'], path: `/${id}`, title: 'Reckoned', description: 'Reckoned by another.', noindex: true },
    sections: {
      form: { kind: 'form', form: 'loan' },
      all: { kind: 'calculator', title: 'All loans', company: 'Reckoner Ltd', height: 400, ...addresses, ...more },
    },
  })
}

const question = '#cc-main .cm'
const frame = (page: Page) => page.locator('main iframe')
const press = (page: Page, name: string) => page.locator('#cc-main').getByRole('button', { name }).click()
const policy = async (path: string) =>
  (await fetch(site().origin + path)).headers.get('content-security-policy')?.match(/frame-src [^;]*/)?.[0] ?? null
const transferred = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))

test('nothing of it is loaded before consent, on its page or any other, and only its page may load it', async ({
  page,
}) => {
  for (const path of ['/beside', '/instead', '/silent', '/later', '/']) {
    await page.goto(site().origin + path)
    await expect(page.locator(question)).toBeVisible()
  }
  await page.goto(`${site().origin}/instead`)
  await press(page, 'Reject all')
  await expect(page.locator(question)).toBeHidden()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(frame(page)).toHaveCount(0)
  expect([...new Set(await transferred(page))]).toEqual([site().origin])
  expect(calculator.asked).toEqual([])
  const paths = ['/beside', '/instead', '/silent', '/later', '/', '/privacy', '/loan', '/nothing']
  const host = `frame-src ${calculator.origin}`
  expect(await Promise.all(paths.map(policy))).toEqual([host, host, host, null, null, null, null, null])
  // Whoever does not consent has a link, and may still change their mind here.
  const link = page.getByRole('link', { name: 'Use the calculator at Reckoner Ltd' })
  await expect(link).toHaveAttribute('href', `${calculator.origin}/hostile`)
  await axe(page)
  await page.getByRole('button', { name: 'Open the cookie settings' }).click()
  await expect(page.locator('#cc-main .pm')).toContainText(`Calculator: Reckoner Ltd (${calculator.origin.slice(7)})`)
})

/** What each attempt of the hostile one comes to. What is only pressed shows in what the page and the company see. */
const refused = {
  ...Object.fromEntries(
    [
      ...['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'page', 'pageCookie', 'pageStorage'],
      ...['top', 'replace', 'hash'],
    ].map((name) => [name, 'SecurityError']),
  ),
  ...Object.fromEntries(
    ['link to the top', 'link to a window', 'form to the top', 'download'].map((name) => [name, 'tried']),
  ),
  ...{ api: 'TypeError', window: 'null', 'named window': 'null', alert: 'undefined', confirm: 'false' },
  position: 'Geolocation has been disabled in this document by permissions policy.',
}

test.describe('a hostile one', () => {
  test.use({ hostileFrame: true })

  for (const path of ['/beside', '/instead'])
    test(`on ${path} leads nobody away, opens nothing, reads nothing, and breaks nothing`, async ({
      page,
      context,
    }) => {
      calculator.forget()
      await page.goto(site().origin + path)
      const surprises: string[] = []
      page.on('dialog', (dialog) => surprises.push(`dialog ${dialog.message()}`) && dialog.dismiss())
      page.on('download', (download) => surprises.push(`download ${download.url()}`))
      context.on('page', (window) => surprises.push(`window ${window.url()}`))
      page.on('framenavigated', (each) => each === page.mainFrame() && surprises.push(`page ${each.url()}`))
      const shown = `page ${site().origin}${path}`
      await press(page, 'Accept all')
      await frame(page).scrollIntoViewIfNeeded()
      await expect(frame(page)).toHaveAttribute('sandbox', 'allow-scripts allow-forms')
      await expect(frame(page)).toHaveAccessibleName('Reckoner Ltd')
      expect((await frame(page).boundingBox())?.height).toBe(400)
      await expect.poll(() => calculator.said()).not.toBeNull()
      expect(calculator.said()).toEqual(refused)
      // At last it would show our own page within itself.
      await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
      expect(calculator.asked).toEqual(['/hostile', '/file', '/said'])
      // The app keeps its place in the history of the page, which is the same.
      expect(surprises.filter((each) => each !== shown)).toEqual([])
      expect(page.url()).toBe(site().origin + path)
      if (path === '/beside') await answers(page)

      // Withdrawn, it is gone with the page.
      await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
      const reloaded = page.waitForEvent('load')
      await press(page, 'Reject all')
      await reloaded
      calculator.forget()
      await page.reload()
      await page.waitForLoadState('networkidle')
      await expect(frame(page)).toHaveCount(0)
      expect(calculator.asked).toEqual([])
    })
})

test('one that never answers holds up nothing, and a link leads on', async ({ page }) => {
  await page.goto(`${site().origin}/silent`)
  await press(page, 'Accept all')
  await frame(page).scrollIntoViewIfNeeded()
  await expect.poll(() => calculator.asked).toContain('/silent')
  // Consented to beforehand: the load event comes all the same.
  await page.goto(`${site().origin}/silent`, { waitUntil: 'load' })
  await expect(frame(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Use the calculator at Reckoner Ltd' })).toBeVisible()
  await answers(page)
  // The form has the page to itself now.
  await expect(frame(page)).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Company details' }).click()
  await expect(page).toHaveURL(/\/imprint$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is the link, and no empty place', async ({ page }) => {
    calculator.forget()
    await page.goto(`${site().origin}/instead`)
    await expect(page.getByRole('link', { name: 'Use the calculator at Reckoner Ltd' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the cookie settings' })).toBeHidden()
    expect(calculator.asked).toEqual([])
  })
})

/** The page's form is React's and judges. */
async function answers(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main form[data-main] button[value=on]').click()
  await expect(page.getByRole('alert').filter({ hasText: /^Please check \d answers?/ })).toBeVisible()
}
