// The popup, the gate and the check of the country, on a server that takes visitors' addresses from its proxy.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1/32' } })
})
test.afterAll(() => site.stop())
test.use({ baseURL: '', offersPopup: true })

/** Visitors of these countries. */
const from = {
  germany: { 'x-forwarded-for': '217.0.0.1' },
  america: { 'x-forwarded-for': '8.8.8.8' },
}
const popup = (page: Page) => page.locator('dialog[data-popup]')
const subscribe = (page: Page) => popup(page).getByRole('button', { name: 'Subscribe' })
const visit = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('visit') ?? '{}'))
const menu = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

const first = textsOf('en', 'forms/newsletter-popup').steps.subscribe.description
const abroad = textsOf('en', 'layouts/default').popupAbroad
const holds = textsOf('en', 'chrome').popupHolds
const newsletter = (page: Page) => page.getByRole('contentinfo').getByRole('textbox')

async function countIn(page: Page): Promise<unknown> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'subscription')
  return cookie && JSON.parse(decodeURIComponent(cookie.value))
}

/** As long as it takes to read, and to pause. */
async function read(page: Page): Promise<void> {
  await page.clock.runFor(25_000)
}

async function choose(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: site.origin }])
}

/** Does something that says nothing, and waits for what that fetches. */
async function act(page: Page): Promise<void> {
  await page.mouse.wheel(0, 10)
  await page.waitForLoadState('networkidle')
}

/** A visitor from elsewhere who wants the page in English all the same. */
async function arriveFromElsewhere(page: Page, path: string): Promise<void> {
  await choose(page, 'en')
  await page.goto(site.origin + path)
  await act(page)
  await expect.poll(async () => (await visit(page)).isOtherCountry).toBe(true)
}

async function fillPopup(page: Page): Promise<void> {
  await popup(page).getByRole('textbox').fill('ann@example.org')
  for (const box of await popup(page).getByRole('checkbox').all()) await box.check()
}

test.describe('from another country', () => {
  test.use({ extraHTTPHeaders: from.germany })

  test('a visitor is sent on to the page in their language, once', async ({ page }) => {
    await page.goto(`${site.origin}/privacy?utm_source=x#cookies`)
    expect((await visit(page)).country).toBeNull()
    await act(page)
    await page.waitForURL(`${site.origin}/de/privacy?utm_source=x#cookies`)
    await act(page)
    await expect.poll(async () => (await visit(page)).isOtherCountry).toBe(false)
    await page.goBack()
    await act(page)
    await expect.poll(async () => (await visit(page)).isOtherCountry).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/privacy')
  })

  test('a visitor who chose the language is held at each navigation, with the way on', async ({ page }) => {
    await arriveFromElsewhere(page, '/')
    // Imprint and privacy policy always pass, and another language is no other page.
    await menu(page, 'Company details').click()
    await page.waitForURL('**/imprint')
    await menu(page, 'Homepage').click()
    await page.waitForURL(`${site.origin}/`)
    expect((await visit(page)).passed).toEqual([])
    const link = menu(page, 'Joint loans')
    await link.click()
    await expect(popup(page)).toBeVisible()
    await expect(popup(page)).toBeFocused()
    await expect(popup(page).getByText(abroad)).toBeVisible()
    await expect(popup(page).getByText(first, { exact: true })).toBeHidden()
    await expect(popup(page).getByText(holds)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.keyboard.press('Tab')
    await expect(popup(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/finance/credit')
    await expect(popup(page)).toBeHidden()
    // The next navigation is held too, and closing lets this one pass alone.
    await menu(page, 'Homepage').click()
    await expect(popup(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/finance/credit')
    await popup(page).getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(`${site.origin}/`)
    await menu(page, 'Energy').click()
    await expect(popup(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/electricity-gas/energy')
    await menu(page, 'Joint loans').click()
    await page.waitForURL('**/finance/credit')
    await expect(popup(page)).toBeHidden()
  })

  test('who subscribes gets to the page they chose three seconds later', async ({ page }) => {
    await page.clock.install()
    await arriveFromElsewhere(page, '/')
    await menu(page, 'Joint loans').click()
    await fillPopup(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await subscribe(page).click()
    await expect(popup(page).getByText('ann@example.org')).toBeVisible()
    await page.clock.runFor(2999)
    await expect(popup(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(page).toHaveURL(/\/finance\/credit$/)
  })
  test('a form that the popup sends before the app runs is answered there, and leads on', async ({ page }) => {
    await arriveFromElsewhere(page, '/')
    await menu(page, 'Joint loans').click()
    await fillPopup(page)
    // As a browser sends it by itself.
    await popup(page)
      .locator('form[method=post]')
      .evaluate((form: HTMLFormElement) => form.submit())
    await expect(popup(page).getByText(textsOf('en', 'forms/newsletter-popup').thankYou.title)).toBeVisible()
    await page.waitForURL('**/finance/credit')
    // Who has subscribed is not asked again, in this visit or another.
    expect(await countIn(page)).toMatchObject({ subscribed: true })
  })

  test('who has begun a form is neither sent on nor held', async ({ page }) => {
    await page.goto(`${site.origin}/imprint`)
    // Until the app runs what is typed is lost with the page.
    await expect(async () => {
      for (const text of ['', 'a']) await newsletter(page).fill(text)
      const keys = await page.evaluate(() => Object.keys(sessionStorage))
      expect(keys.join()).toContain('draft newsletter ')
    }).toPass()
    await act(page)
    await menu(page, 'Homepage').click()
    await page.waitForURL(`${site.origin}/`)
    await act(page)
    await menu(page, 'Joint loans').click()
    await page.waitForURL('**/finance/credit')
    expect(await visit(page)).toMatchObject({ country: null, wasMoved: false, passed: [] })
  })
})

test.describe('the popup', () => {
  test.use({ extraHTTPHeaders: from.america })

  test('opens once in a visit, when a visitor has read and pauses', async ({ page }) => {
    await page.clock.install()
    await page.goto(site.origin)
    expect(await countIn(page)).toEqual({ count: 1, subscribed: false })
    await read(page)
    await expect(popup(page)).toBeHidden()
    const link = menu(page, 'Company details')
    await link.focus()
    await act(page)
    await read(page)
    await expect(popup(page)).toBeVisible()
    await expect(popup(page).getByText(first, { exact: true })).toBeVisible()
    for (const hidden of [abroad, holds]) await expect(popup(page).getByText(hidden)).toBeHidden()
    await page.setViewportSize({ width: 360, height: 640 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await axe(page)
      await page.screenshot({ path: `web/e2e/results/popup-360-${colorScheme}.png` })
    }
    await popup(page).getByRole('button', { name: 'Close' }).click()
    await expect(popup(page)).toBeHidden()
    await expect(link).toBeFocused()
    await page.reload()
    await act(page)
    await read(page)
    await expect(popup(page)).toBeHidden()
    expect(await countIn(page)).toEqual({ count: 1, subscribed: false })
  })

  test('never opens on arrival from a search engine, nor beside other questions', async ({ page }) => {
    await page.clock.install()
    await page.goto(site.origin, { referer: 'https://search.example/' })
    await act(page)
    await read(page)
    await expect(popup(page)).toBeHidden()
    await menu(page, 'Blog').click()
    await page.waitForURL('**/blog')
    await act(page)
    const html = page.locator('html')
    await html.evaluate(({ classList }) => classList.add('show--preferences'))
    await read(page)
    await expect(popup(page)).toBeHidden()
    await html.evaluate(({ classList }) => classList.remove('show--preferences'))
    await read(page)
    await expect(popup(page)).toBeVisible()
  })

  test('never opens over a form that is begun, nor for who has subscribed', async ({ page }) => {
    await page.clock.install()
    await page.goto(site.origin)
    await newsletter(page).fill('a')
    await newsletter(page).blur()
    await read(page)
    await expect(popup(page)).toBeHidden()
    const value = encodeURIComponent('{"count":1,"subscribed":true}')
    await page.context().addCookies([{ name: 'subscription', value, url: site.origin }])
    const other = await page.context().newPage()
    await other.clock.install()
    await other.goto(site.origin)
    await act(other)
    await read(other)
    await expect(popup(other)).toBeHidden()
  })
})

test.describe('where countries cannot be looked up', () => {
  test.use({ expectedStatuses: [502], extraHTTPHeaders: from.america })
  let folder = ''
  let lost: Site
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadwright-gate-'))
    await cp(join(import.meta.dirname, '../../definitions'), folder, { recursive: true })
    const settings = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))
    const geo = { upstream: 'http://127.0.0.1:9/geo' }
    await writeFile(join(folder, 'site.json'), JSON.stringify({ ...settings, geo }))
    lost = await startSite({ definitions: folder, env: { TRUST_PROXY: '127.0.0.1/32' } })
  })
  test.afterAll(async () => {
    await lost.stop()
    await rm(folder, { recursive: true })
  })

  test('a visitor is sent to the home page, once, and from there nowhere', async ({ page }) => {
    await page.goto(`${lost.origin}/de/imprint`)
    await act(page)
    await page.waitForURL(`${lost.origin}/`)
    expect(await visit(page)).toMatchObject({ country: '', isOtherCountry: false, wasMoved: true })
    await page.goto(`${lost.origin}/de/imprint`)
    await act(page)
    await menu(page, 'Startseite').hover()
    expect(page.url()).toBe(`${lost.origin}/de/imprint`)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, extraHTTPHeaders: from.germany })

  test('there is no popup, and nobody is held', async ({ page }) => {
    await page.goto(site.origin)
    await expect(popup(page)).toBeHidden()
    await menu(page, 'Joint loans').click()
    await page.waitForURL('**/finance/credit')
    await expect(popup(page)).toBeHidden()
    expect(await page.context().cookies()).toEqual([])
  })
})
