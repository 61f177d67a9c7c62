import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { consentSite } from './consent-site.ts'
import { axe, expect, test } from './fixture.ts'
import { hydrated, toLastStep } from './hydrated.ts'
import { expectHeading, fillContact, fillHousing, fillProfile, goOn, path, words } from './questionnaire.ts'

const { site, company } = consentSite()

const brands = ['default', 'prussian-blue', 'lapis-lazuli']
const question = '#cc-main .cm'
const settings = '#cc-main .pm'
/** What the first step asks for with a text. */
const house = textsOf('en', 'forms/home-insurance').steps.housing.fields.propertyType.options.house

/** The site as a brand. */
const at = (brand: string) => site().origin.replace('127.0.0.1', `${brand}.localhost`)

/** Every host that the page asks from now on. */
function hostsOf(page: Page): Set<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  return hosts
}

/** What the company was asked since the last call, each once; without what a chat asks all the time. */
function newlyAsked(): string[] {
  const asked = company().asked.splice(0)
  return [...new Set(asked.filter((path) => path !== '/alive'))].sort()
}

const press = (page: Page, name: string) => page.locator('#cc-main').getByRole('button', { name }).click()

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
  await expect(page.locator(settings)).toBeVisible()
}

test.describe('before anybody chose', () => {
  test.use({ expectedStatuses: [404] })

  test('the browser asks no host but ours, on pages of every kind, in three brands', async ({ page }) => {
    const hosts = hostsOf(page)
    for (const brand of brands) {
      for (const path of ['/', '/privacy', '/insurance/home-insurance', '/imprint', '/forms/newsletter', '/nothing']) {
        await page.goto(at(brand) + path)
        await expect(page.locator(question)).toBeVisible()
      }
    }
    await page.waitForLoadState('networkidle')
    expect([...hosts].sort()).toEqual(brands.map((brand) => new URL(at(brand)).host).sort())
    const cookies = await page.context().cookies()
    expect([...new Set(cookies.map(({ name }) => name))]).toEqual(['subscription'])
    expect(newlyAsked()).toEqual([])
  })
})

test('after the choice exactly what is declared is loaded, and after it is withdrawn nothing more', async ({
  page,
  complaints,
}) => {
  const origin = at('lapis-lazuli')
  await page.goto(`${origin}/insurance/home-insurance`)
  await expect(page.locator('[data-needs=functional]')).toBeHidden()
  await press(page, 'Accept all')
  await expect(page.locator(question)).toBeHidden()
  await expect(page.locator('#chat iframe')).toBeVisible()
  const room = await page.locator('[data-needs=functional] svg').boundingBox()
  expect(room?.height).toBe(600)
  await expect(page.getByText('Adviser chat available Monday to Friday')).toBeVisible()
  await page.waitForLoadState('load')
  await expect.poll(() => company().asked.length).toBeGreaterThan(5)
  expect(newlyAsked()).toEqual([
    '/ads.js',
    '/chat.js',
    expect.stringMatching(/^\/collect\?page_view&page_path=%2Finsurance%2Fhome-insurance&.*send_to=G-LAPIS$/),
    '/frame',
    '/pixel.gif',
    '/tracker.js',
  ])
  const signals = await page.evaluate(() =>
    (globalThis as unknown as { dataLayer: Iterable<unknown>[] }).dataLayer.map((command) => [...command]),
  )
  expect(signals?.slice(0, 2)).toEqual([
    ['consent', 'default', expect.objectContaining({ ad_storage: 'denied', analytics_storage: 'denied' })],
    ['consent', 'update', expect.objectContaining({ ad_user_data: 'granted', analytics_storage: 'granted' })],
  ])

  // Who chose is not asked again, and what was agreed to is there at once.
  await page.goto(`${origin}/privacy`)
  await expect(page.locator('#chat iframe')).toBeVisible()
  await expect.poll(() => company().asked.includes('/tracker.js')).toBe(true)
  await expect(page.locator(question)).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual([
    '_ads_id',
    '_tracker',
    'cookie-consent',
    'subscription',
  ])
  expect(await page.evaluate(() => localStorage.getItem('chat-session'))).toBe('1')

  await openSettings(page)
  const number = await page.locator('[data-number] code').textContent()
  expect(number).toMatch(/^[0-9a-f-]{36}$/)
  // It asks on and on, until the page is loaded anew.
  await complaints.silence('/chat.js')
  const reloaded = page.waitForEvent('load')
  await press(page, 'Reject all')
  await reloaded
  newlyAsked()
  const hosts = hostsOf(page)
  for (const path of ['/insurance/home-insurance', '/privacy']) await page.goto(origin + path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  expect([...hosts]).toEqual([new URL(origin).host])
  expect(newlyAsked()).toEqual([])
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(['cookie-consent', 'subscription'])
  expect(await page.evaluate(() => localStorage.getItem('chat-session'))).toBeNull()
})

test('page views are told once per navigation, and leads by their form alone', async ({ page }) => {
  await page.goto(site().origin)
  await press(page, 'Choose')
  await page.locator(settings).getByRole('checkbox', { name: 'Statistics' }).check()
  await press(page, 'Save my choice')
  await expect.poll(() => company().asked.some((path) => path.startsWith('/collect'))).toBe(true)
  const first = newlyAsked()
  expect(first).toEqual([expect.stringContaining('page_view&page_path=%2F&'), '/tracker.js'])
  expect(first[0]).toContain('send_to=G-SITE')
  // Within the document, once the app runs: both may load the same.
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Company details' }).click()
  await expect(page).toHaveURL(/imprint/)
  await expect.poll(() => company().asked.length).toBe(1)
  await page.goBack()
  await expect.poll(() => company().asked.length).toBe(2)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(newlyAsked()).toEqual([
    expect.stringContaining('page_view&page_path=%2F&'),
    expect.stringContaining('page_view&page_path=%2Fimprint&'),
  ])
  // A page that may load a chat as well is a document of its own.
  await page.goto(`${site().origin}/imprint`)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .first()
    .click()
  await expect(page).toHaveURL(/privacy/)
  await page.waitForFunction(() => !('isSameDocument' in window))
  newlyAsked()

  await toLastStep(page, site().origin)
  await fillContact(page, 'en', 'consented@example.com')
  await goOn(page)
  await expect.poll(() => company().asked.some((path) => path.includes('lead_sent'))).toBe(true)
  expect(newlyAsked().filter((path) => path.includes('lead'))).toEqual(['/collect?lead_sent&form_id=home-insurance'])
})

test('a lead that is sent as HTML does is told by the page that says thanks, and once', async ({ page }) => {
  // The app never runs; what was consented to does.
  const app = '**/assets/entry-client-*.js'
  await page.route(app, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto(site().origin + path.en)
  await press(page, 'Accept all')
  await fillHousing(page)
  await goOn(page)
  await expectHeading(page, words.en.steps[1])
  await fillProfile(page)
  await goOn(page)
  await expectHeading(page, words.en.steps[2])
  await fillContact(page, 'en', 'as-html@example.com')
  newlyAsked()
  await goOn(page)
  await expect(page.getByRole('heading', { name: textsOf('en', 'forms/home-insurance').thankYou.title })).toBeVisible()
  const told: string[] = []
  const leads = () => told.push(...newlyAsked().filter((asked) => asked.includes('lead')))
  await expect.poll(() => leads()).toBe(1)
  await page.reload()
  await expect.poll(() => company().asked.some((asked) => asked.includes('page_view'))).toBe(true)
  leads()
  expect(told).toEqual(['/collect?lead_sent&form_id=home-insurance'])
})

test.describe('a choice that could not be recorded', () => {
  test.use({ losesConnection: true })

  test('is sent by the next page, and once', async ({ page, context }) => {
    const sent: string[] = []
    page.on('response', (reply) => {
      if (reply.url().endsWith('/api/v1/cookie-consents')) sent.push(`${reply.status()} ${reply.request().postData()}`)
    })
    const isKept = () =>
      page.evaluate(() => /"isKept":(\w+)/.exec(decodeURIComponent(document.cookie))?.[1] ?? document.cookie)
    await page.goto(site().origin)
    await expect(page.locator(question)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await press(page, 'Reject all')
    await expect(page.locator(question)).toBeHidden()
    expect([await isKept(), sent]).toEqual(['false', []])
    await context.setOffline(false)
    for (const path of ['/imprint', '/privacy']) {
      await page.goto(site().origin + path)
      await expect.poll(isKept).toBe('true')
    }
    expect(sent).toEqual([expect.stringMatching(/^201 .*"number":1,"action":"reject"/)])
  })
})

test('the list of cookies names all that a browser holds after a visit', async ({ page }) => {
  await page.goto(`${site().origin}/insurance/home-insurance?utm_source=list`)
  await press(page, 'Accept all')
  await hydrated(page)
  await page.getByRole('radio', { name: house }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('[data-language-cookie] a[hreflang=en], [data-language-cookie] a')?.click(),
  )
  await page.waitForURL(/\/(es|de|fr|it|nl)\//)
  await page.goto(`${site().origin}/privacy#cookies`)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('_ads_id')
  const held = await page.evaluate(() => [
    ...document.cookie.split('; ').map((pair) => ['Cookie', pair.split('=')[0] ?? '']),
    ...Object.keys(localStorage).map((key) => ['Browser storage', key]),
    ...Object.keys(sessionStorage).map((key) => ['Tab storage', key]),
  ])
  const rows = await page
    .locator('#cookies tbody th')
    .evaluateAll((cells) =>
      cells.map((cell) => [
        cell.querySelector('span')?.textContent ?? '',
        cell.querySelector('code')?.textContent ?? '',
      ]),
    )
  const isOf = ([where, key]: string[], [place, name = '']: string[]) =>
    where === place && (name.endsWith('*') ? key?.startsWith(name.slice(0, -1)) : key === name)
  expect(held.filter((thing) => !rows.some((row) => isOf(thing, row)))).toEqual([])
  // And nothing else, but for what forms kept for days, a form saved for later, a broken release and thanks leave.
  expect(rows.filter((row) => !held.some((thing) => isOf(thing, row)))).toEqual([
    ['Browser storage', 'draft *'],
    ['Tab storage', 'reloaded'],
    ['Browser storage', 'saved-form'],
    ['Cookie', 'sent'],
  ])
})

test('the policy of a page names the hosts it may load from, each for what it is', async () => {
  const policies = async (path: string) => {
    const policy = (await fetch(site().origin + path)).headers.get('content-security-policy') ?? ''
    return Object.fromEntries(policy.split('; ').map((each) => each.split(/ (.*)/)))
  }
  const { origin } = company()
  const own = { 'default-src': "'none'", 'style-src': "'self'", 'font-src': "'self'", 'form-action': "'self'" }
  const shared = { 'base-uri': "'none'", 'frame-ancestors': "'none'", 'script-src': `'self' ${origin}` }
  const others = { 'img-src': `'self' ${origin}`, 'connect-src': `'self' ${origin}` }
  expect(await policies('/imprint')).toEqual({ ...own, ...shared, ...others })
  expect(await policies('/privacy')).toEqual({ ...own, ...shared, ...others, 'frame-src': origin })
  expect(await policies('/nothing')).toEqual({ ...own, ...shared, ...others })
})

for (const [index, brand] of brands.entries()) {
  const colorScheme = index === 1 ? 'dark' : 'light'
  test.describe(`${brand}, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } })

    test('question and settings are clean for axe, fit a small screen and are used by keyboard', async ({ page }) => {
      const fits = () =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
      await page.goto(`${at(brand)}/imprint`)
      await expect(page.locator(question)).toBeVisible()
      await axe(page)
      expect(await fits()).toBe(true)
      const [accept, reject] = await Promise.all(
        ['Accept all', 'Reject all'].map((name) => page.locator(question).getByRole('button', { name }).boundingBox()),
      )
      expect([reject?.y, reject?.width, reject?.height]).toEqual([accept?.y, accept?.width, accept?.height])

      // The page behind it is not shut.
      await page.locator(question).getByRole('link').focus()
      await page.keyboard.press('Tab')
      expect(await page.locator(`${question} :focus`).count()).toBe(0)

      await page.locator(question).getByRole('button', { name: 'Choose' }).press('Enter')
      await expect(page.locator(`${settings} > [tabindex="-1"]`)).toBeFocused()
      await page.locator(settings).getByRole('button', { name: 'Statistics' }).press('Enter')
      await expect(page.locator(settings).getByText('Counter Ltd')).toBeVisible()
      await axe(page)
      expect(await fits()).toBe(true)
      await page.keyboard.press('Escape')
      await expect(page.locator(settings)).toBeHidden()
      await page.locator(question).getByRole('button', { name: 'Reject all' }).press('Enter')
      await expect(page.locator(question)).toBeHidden()
      await openSettings(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })).toBeFocused()
    })
  })
}

test('who is typing when the question comes goes on typing', async ({ page }) => {
  await page.route('**/api/v1/cookie-settings*', async (route) => {
    await page.getByRole('radio', { name: house }).focus()
    await route.continue()
  })
  await page.goto(`${site().origin}/insurance/home-insurance`)
  await expect(page.locator(question)).toBeVisible()
  await page.waitForTimeout(300)
  await expect(page.getByRole('radio', { name: house })).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing of others is loaded, so nobody is asked, and the list of cookies is there', async ({ page }) => {
    const hosts = hostsOf(page)
    await page.goto(`${site().origin}/insurance/home-insurance`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
    await expect(page.getByRole('heading', { name: 'Cookies and storage' })).toBeVisible()
    await expect(page.getByRole('row', { name: /cookie-consent/ })).toBeVisible()
    expect([...hosts]).toEqual([new URL(site().origin).host])
  })
})
