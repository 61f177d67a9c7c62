// What the form does once the browser runs it: it judges and keeps answers itself, and sends once.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { expect, test } from './fixture.ts'
import { answersByItself, holdApp, judges, toLastStep } from './hydrated.ts'
import { chooseLanguage, languageButton } from './language-menu.ts'
import {
  choose,
  expectHeading,
  fillContact,
  fillHousing,
  fillProfile,
  goOn,
  openAnswers,
  path,
  words,
} from './questionnaire.ts'
import { storedLeads } from './stored-leads.ts'

const say = words.en

/** Every request the page makes from now on, without those of its own assets. */
function requests(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What counts views is not waited for, and the tab's icon is the browser's own request.
    const isOurs = !pathname.startsWith('/assets/') && !pathname.startsWith('/brand/') && pathname !== '/api/v1/steps'
    if (isOurs) made.push(`${request.method()} ${pathname}`)
  })
  return made
}

test('a bad value is refused without any request, and a good one is sent exactly once', async ({ page, site }) => {
  const email = `${randomUUID()}@example.com`
  await toLastStep(page)
  const made = requests(page)
  await page.locator('input[name="root[phone]"]').fill('12')
  await goOn(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link', { name: say.wrongPhone })).toBeVisible()
  expect(made).toEqual([])
  await fillContact(page, 'en', email)
  await page.locator('main button[name=go][value=on]').dblclick()
  await expectHeading(page, say.thanks)
  expect(made.filter((request) => request.startsWith('POST'))).toEqual(['POST /api/v1/submissions'])
  expect(storedLeads(site, email)).toHaveLength(1)
})

test('answers are judged before the router, what is around the form and the rules of other steps are there, and the next screen comes with them', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const later of ['**/assets/router-*', '**/assets/frame-*', /\/validators\/.*\/(?!housing\.js)[^/]*$/])
    await page.route(later, async (route) => {
      await held
      await route.continue()
    })
  await page.goto(path.en)
  await judges(page)
  await goOn(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(languageButton(page)).toBeVisible()
  await choose(page, 'propertyType', 'house')
  await choose(page, 'occupancy', 'owner')
  await choose(page, 'residence', 'primary')
  await goOn(page)
  await expect(page.locator('body > progress')).toBeVisible()
  release()
  const place = page.locator('input[name="root[homePostalCodeOrCity]"]:not([type=hidden])')
  await expect(place).toBeVisible()
  await page.goBack()
  await expect(place).toHaveCount(0)
  await expect(page.locator('input[value=house]:not([type=hidden])')).toBeChecked()
})

/** What a form page asks for until its first answers can be judged, in bytes of gzip. */
const mostJudged = 108_000

test('what is asked for until answers can be judged is React and the form', async ({ page, request }) => {
  await page.goto(path.en)
  await judges(page)
  const asked = await page.evaluate(() => {
    const [moment] = performance.getEntriesByName('judges')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return scripts.filter(({ startTime }) => startTime < (moment?.startTime ?? 0)).map(({ name }) => name)
  })
  const replies = asked.map((script) => request.get(script, { headers: { 'accept-encoding': 'gzip' } }))
  const sizes = (await Promise.all(replies)).map((reply) => Number(reply.headers()['content-length']))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(mostJudged)
})

test('on a slow network the form is filled before its code is there, and sent once', async ({ page, site }) => {
  test.slow()
  const email = `${randomUUID()}@example.com`
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  // What browsers' developer tools call "Slow 3G".
  const speed = (400 * 1024) / 8
  const slow = { offline: false, latency: 400, downloadThroughput: speed, uploadThroughput: speed }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.goto(path.en, { waitUntil: 'commit' })
  await fillHousing(page)
  await answersByItself(page)
  await goOn(page)
  await expectHeading(page, say.steps[1])
  await fillProfile(page)
  await goOn(page)
  await expectHeading(page, say.steps[2])
  await fillContact(page, 'en', email)
  await page.locator('main button[name=go][value=on]').dblclick()
  await expect(page.getByRole('status')).toHaveText('Please wait')
  await expectHeading(page, say.thanks)
  expect(storedLeads(site, email)).toHaveLength(1)
})

test('who starts again finds an empty form, also after a reload', async ({ page }) => {
  await toLastStep(page)
  await openAnswers(page)
  await page.getByText('Start again', { exact: true }).click()
  await expect(page.getByText(textsOf('en', 'chrome').startAgainText)).toBeVisible()
  await expectHeading(page, say.steps[2])
  await page.getByRole('button', { name: 'Delete and start again' }).click()
  await expectHeading(page, say.steps[0])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('input[value=house]')).not.toBeChecked()
  await page.reload()
  await expectHeading(page, say.steps[0])
  await expect(page.locator('input[value=house]')).not.toBeChecked()
})

test('answers so far are open next to the questions, and folded on a phone', async ({ page }) => {
  await toLastStep(page)
  const panel = page.locator('main .lw-answers')
  await expect(panel).toHaveAttribute('open')
  await goOn(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(panel).toHaveAttribute('open')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('main button[name=go][value=back]').click()
  await expectHeading(page, say.steps[2])
  await expect(panel).not.toHaveAttribute('open')
})

test('a refused field is judged again when it is left, and its sentence goes', async ({ page }) => {
  await toLastStep(page)
  await goOn(page)
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: say.noEmail })).toBeVisible()
  await page.getByLabel(say.email).fill('ada')
  await page.getByLabel(say.email).blur()
  await expect(summary.getByRole('link', { name: textsOf('en', 'kinds').email.errors.noAt })).toBeVisible()
  await page.getByLabel(say.email).fill('ada@example.com')
  await page.getByLabel(say.email).blur()
  await expect(summary.getByText('email')).toHaveCount(0)
})

test('letters typed and options chosen before hydration survive it, and another visit to the page', async ({
  page,
}) => {
  const release = await holdApp(page)
  await page.goto('/forms/credit', { waitUntil: 'commit' })
  const amount = page.locator('input[name="root[credit.amount]"]')
  const purpose = page.locator('input[name="root[credit.purpose]"]').first()
  await amount.fill('15000')
  await purpose.check()
  release()
  const survives = async () => {
    await answersByItself(page)
    await expect(amount).toHaveValue('15000')
    await expect(purpose).toBeChecked()
  }
  await survives()
  await page.goto('/')
  await page.goto('/forms/credit')
  await survives()
})

test('a reload in mid-form goes on where it was; after sending, the answers are kept for a change, without ticks', async ({
  page,
  site,
}) => {
  const email = `${randomUUID()}@example.com`
  await toLastStep(page)
  await page.locator('input[name="root[firstName]"]').fill('Ada')
  await page.reload()
  await expectHeading(page, say.steps[2])
  await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  await fillContact(page, 'en', email)
  await goOn(page)
  await expectHeading(page, say.thanks)
  expect(storedLeads(site, email)).toHaveLength(1)
  await page.goto(path.en)
  await answersByItself(page)
  await expect(page.locator('input[value=house]')).toBeChecked()
  const drafts = await page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([key, text]) =>
      key.startsWith('draft') ? [JSON.parse(text).answers] : [],
    ),
  )
  expect(drafts).toEqual([expect.objectContaining({ propertyType: 'house', firstName: expect.any(String) })])
  expect(drafts[0]).not.toHaveProperty('privacy')
})

test('back and forward walk the steps without a request', async ({ page }) => {
  await toLastStep(page)
  const made = requests(page)
  const go = (way: 'goBack' | 'goForward', screens: number) =>
    page.evaluate((by) => history.go(by), way === 'goBack' ? -screens : screens)
  await go('goBack', 2)
  await expectHeading(page, say.steps[1])
  await expect(page.locator('input[value=married]:not([type=hidden])')).toBeChecked()
  await go('goBack', 2)
  await expectHeading(page, say.steps[0])
  await go('goForward', 4)
  await expectHeading(page, say.steps[2])
  expect(made).toEqual([])
})

test('another page comes without loading the document anew', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  await page.evaluate(() => {
    document.body.dataset.kept = 'yes'
  })
  const link = page.getByRole('link', { name: 'privacy policy' }).first()
  const { secondHome } = textsOf('en', 'pages/insurance/home-insurance').sections.questions.questions
  await page.getByText(secondHome.question).click()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(500)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expectHeading(page, say.steps[0])
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  expect(await page.evaluate(() => document.body.dataset.kept)).toBe('yes')
})

/** What pages load before intent, in bytes of gzip: all that follows links, opens the popup, and asks for consent. */
const mostBoot = 9000

// A form in the footer, and one on the page that is not its main one, are native until somebody is about to use them.
for (const address of ['/privacy', '/blog'])
  test(`${address} loads no app until somebody is about to use it`, async ({ page, request }) => {
    const scripts: string[] = []
    page.on('response', (reply) => {
      if (reply.request().resourceType() === 'script') scripts.push(new URL(reply.url()).pathname)
    })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((script) => !script.includes('boot-'))).toEqual([])
    const replies = scripts.map((script) => request.head(script, { headers: { 'accept-encoding': 'gzip' } }))
    const sizes = (await Promise.all(replies)).map((reply) => Number(reply.headers()['content-length']))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(mostBoot)
    await languageButton(page).hover()
    await expect.poll(() => scripts.some((script) => script.includes('entry-client'))).toBe(true)
  })

test('after a deployment the page is loaded anew when its code is gone, once a minute at most', async ({ page }) => {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route('**/assets/entry-client*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("gone")' }),
  )
  await page.goto(path.en)
  await expect.poll(() => loads).toBe(2)
  await page.waitForTimeout(500)
  expect(loads).toBe(2)
  await expectHeading(page, say.steps[0])
  // A minute later it may be there.
  await page.evaluate(() => sessionStorage.setItem('reloaded', String(Date.now() - 60_000)))
  await page.reload()
  await expect.poll(() => loads).toBe(4)
  await page.waitForTimeout(500)
  expect(loads).toBe(4)
})

test('who changes the language in mid-form goes on there, and agrees anew', async ({ page, site }) => {
  const email = `${randomUUID()}@example.com`
  await toLastStep(page)
  await fillContact(page, 'en', email)
  await chooseLanguage(page, 'Deutsch')
  await expectHeading(page, words.de.steps[2])
  await expect(page.locator('main .lw-step-heading')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  const consent = page.getByLabel(words.de.privacy)
  await expect(consent).not.toBeChecked()
  await page.reload()
  await expectHeading(page, words.de.steps[2])
  await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  await page.locator('input[name="root[phone]"]').fill('0151 23456789')
  await consent.check()
  await goOn(page)
  await expectHeading(page, words.de.thanks)
  expect(storedLeads(site, email)).toMatchObject([{ propertyType: 'house', firstName: 'Ada' }])
})

test('who ticks “None of these” unticks the others, and the other way round', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  const box = (value: string) => page.locator(`input[name="root[features][]"][value=${value}]`)
  await fillHousing(page)
  await box('alarm').check()
  await box('none').check()
  for (const other of ['garage', 'alarm']) await expect(box(other)).not.toBeChecked()
  await box('alarm').check()
  await expect(box('none')).not.toBeChecked()
  await expect(box('alarm')).toBeChecked()
})

test('after sending, the title names the page of offers; another page begins at its heading', async ({ page }) => {
  await toLastStep(page)
  await fillContact(page, 'en', `${randomUUID()}@example.com`)
  await goOn(page)
  await expectHeading(page, say.thanks)
  await expect(page).toHaveTitle(new RegExp(`^${say.thanks}`))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Company details' }).click()
  await page.waitForURL('**/imprint')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
