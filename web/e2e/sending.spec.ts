// A lead arrives once, whatever fails on its way; the visitor is told at the button, and nothing typed is lost.
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { answersByItself, toLastStep } from './hydrated.ts'
import { expectHeading, fillContact, goOn, words } from './questionnaire.ts'
import { type Site, startSite } from './site.ts'
import { storedLeads } from './stored-leads.ts'

const say = words.en
const { waiting, unsent, offline: offlineBefore, youAreOffline } = textsOf('en', 'chrome')
const { away, offline, busy } = waiting

// One server for all, which goes away and comes back: one test after the other.
test.use({ baseURL: '', viewport: { width: 360, height: 780 }, losesConnection: true })

/** A number that only the server can judge is asked before the last step. */
const form = {
  locales: ['en'],
  title: 'Call me',
  steps: {
    number: { title: 'Your number', fields: { phone: { kind: 'phone' } } },
    name: { title: 'Your name', fields: { firstName: { kind: 'given-name' } } },
  },
}

let site: Site
let definitions: string
test.beforeAll(async () => {
  definitions = await mkdtemp(join(tmpdir(), 'leadwright-sending-'))
  await cp(join(import.meta.dirname, '../../definitions'), definitions, { recursive: true })
  await writeFile(join(definitions, 'forms/call-me.json'), JSON.stringify(form))
  site = await startSite({ definitions })
})
test.afterAll(async () => {
  await site.stop()
  await rm(definitions, { recursive: true })
})

/** On the last step, all of it filled in, under an address of its own. */
async function filled(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await toLastStep(page, site.origin)
  await fillContact(page, 'en', email)
  return email
}

const status = (page: Page) => page.getByRole('status')
const email = (page: Page) => page.locator('main input[name="root[email]"]')

/** Whoever looks at the button reads this, without scrolling. */
async function expectTold(page: Page, sentence: string): Promise<void> {
  await expect(status(page)).toContainText(sentence)
  await expect(status(page)).toBeInViewport({ ratio: 1 })
}

async function expectThanks(page: Page): Promise<void> {
  await expectHeading(page, say.thanks)
}

/** The state as people see it, for people to look at: narrow and wide, light and dark. axe finds nothing in any. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await page.screenshot({ path: `web/e2e/results/${name}-${width}-${colorScheme}.png` })
    }
  }
}

test('while the server is away, though the browser is online, the page keeps trying until it is back', async ({
  page,
}) => {
  const email = await filled(page)
  await site.away()
  await goOn(page)
  await expectTold(page, away)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeInViewport({ ratio: 1 })
  await lookAt(page, 'away')
  await site.back()
  await expectThanks(page)
  expect(storedLeads(site, email)).toHaveLength(1)
})

test('offline at the last button: told there, sent once when the connection is back', async ({ page, context }) => {
  await toLastStep(page, site.origin)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await context.setOffline(true)
  await expect(status(page)).toHaveText(offlineBefore)
  await expect(page.locator('#connection')).toHaveText(youAreOffline)
  const email = `${randomUUID()}@example.com`
  await fillContact(page, 'en', email)
  expect(fetched, 'a tick is drawn, not fetched').toEqual([])
  await goOn(page)
  await expectTold(page, offline)
  await lookAt(page, 'offline')
  await context.setOffline(false)
  await expectThanks(page)
  expect(storedLeads(site, email)).toHaveLength(1)
})

test('who changes an answer meanwhile is not interrupted, and sends what it says then', async ({ page }) => {
  const address = await filled(page)
  await site.away()
  await goOn(page)
  await expectTold(page, away)
  await email(page).press('End')
  await email(page).pressSequentially('.uk')
  await expect(status(page)).toHaveText(unsent)
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveValue(`${address}.uk`)
  await site.back()
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0)
  await goOn(page)
  await expectThanks(page)
  expect(storedLeads(site, address)).toHaveLength(0)
  expect(storedLeads(site, `${address}.uk`)).toHaveLength(1)
})

test('who stops it, and loads the page anew, is told that it may not have arrived and sends it once', async ({
  page,
}) => {
  const address = await filled(page)
  await site.away()
  await goOn(page)
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expectTold(page, unsent)
  await expect(page.locator('main .lw-notice')).toBeFocused()
  await lookAt(page, 'stopped')
  await site.back()
  await page.reload()
  await expectHeading(page, say.steps[2])
  await expectTold(page, unsent)
  await expect(page.locator('main .lw-notice')).toBeFocused()
  await expect(email(page)).toHaveValue(address)
  await lookAt(page, 'unsent')
  expect(storedLeads(site, address)).toHaveLength(0)
  await goOn(page)
  await expectThanks(page)
  await page.reload()
  expect(storedLeads(site, address)).toHaveLength(1)
})

test('a reload while it waits ends nothing but the trying; elsewhere in the site neither', async ({ page }) => {
  const address = await filled(page)
  await site.away()
  await goOn(page)
  await expectTold(page, away)
  // Away from the page, or it might be sent before.
  await page.goto('about:blank')
  await site.back()
  await page.goto(`${site.origin}/privacy`)
  await page.goto(site.origin + new URL(page.url()).pathname.replace('/privacy', '/insurance/home-insurance'))
  await expectHeading(page, say.steps[2])
  await expectTold(page, unsent)
  await expect(email(page)).toHaveValue(address)
  await goOn(page)
  await expectThanks(page)
  expect(storedLeads(site, address)).toHaveLength(1)
})

test('Back while it waits leads back, and the answers are sent once after all', async ({ page }) => {
  const address = await filled(page)
  await site.away()
  await goOn(page)
  await expectTold(page, away)
  await page.goBack()
  await expect(page.locator('input[name="root[address]"]:not([type=hidden])')).toBeVisible()
  await page.goForward()
  await expectHeading(page, say.steps[2])
  await expectTold(page, unsent)
  await goOn(page)
  await expectTold(page, away)
  await page.getByRole('button', { name: say.back }).click()
  await expect(page.locator('input[name="root[address]"]:not([type=hidden])')).toBeVisible()
  await goOn(page)
  await expect(email(page)).toHaveValue(address)
  await goOn(page)
  await expectTold(page, away)
  await site.back()
  await expectThanks(page)
  expect(storedLeads(site, address)).toHaveLength(1)
})

test('two tabs of one filling send one lead', async ({ page, context }) => {
  const address = await filled(page)
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void open(location.href))
  const other = await opened
  await expectHeading(other, say.steps[2])
  await expect(email(other)).toHaveValue(address)
  await site.away()
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await goOn(tab)
    await expectTold(tab, away)
  }
  await site.back()
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await expectHeading(tab, say.thanks)
  }
  expect(storedLeads(site, address)).toHaveLength(1)
})

test.describe('what only the server can judge', () => {
  test.use({ expectedStatuses: [422] })

  test('leads to its own step, with the server’s sentence', async ({ page }) => {
    await page.goto(`${site.origin}/forms/call-me`)
    await answersByItself(page)
    await page.getByLabel('Phone number').fill('+48 000 000 000')
    await goOn(page)
    await expectHeading(page, 'Your name')
    await page.getByLabel('First name').fill('Ada')
    await goOn(page)
    await expectHeading(page, 'Your number')
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link', { name: 'Check and enter a valid phone number' })).toBeInViewport({
      ratio: 1,
    })
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByLabel('Phone number')).toHaveValue('+48 000 000 000')
    await page.setViewportSize({ width: 360, height: 780 })
    await lookAt(page, 'own-step')
    await page.getByLabel('Phone number').fill('020 7946 0018')
    await goOn(page)
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await goOn(page)
    await expectHeading(page, 'Thank you, we have your answers')
  })
})

test.describe('a server that cannot take it now', () => {
  test.use({ expectedStatuses: [429, 503] })

  test('a 503 is tried again, and the lead arrives once', async ({ page }) => {
    const address = await filled(page)
    const database = new DatabaseSync(join(site.dataDir, 'leadwright.db'), { timeout: 30_000 })
    // Another writer holds the database for longer than the server waits.
    database.exec('BEGIN IMMEDIATE')
    await goOn(page)
    await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true')
    await expectTold(page, busy)
    database.exec('ROLLBACK')
    database.close()
    await expectThanks(page)
    expect(storedLeads(site, address)).toHaveLength(1)
  })

  test('Retry-After is obeyed, unless the visitor presses the button', async ({ page }) => {
    const limited = await startSite({ env: { RATE_LIMIT: '1' } })
    await toLastStep(page, limited.origin)
    await fillContact(page, 'en', 'ada@example.com')
    await goOn(page)
    await expectHeading(page, say.thanks)
    await toLastStep(page, limited.origin)
    await fillContact(page, 'en', 'grace@example.com')
    await page.clock.install()
    const tries: number[] = []
    page.on('response', (reply) => reply.url().endsWith('/submissions') && tries.push(reply.status()))
    await goOn(page)
    await expectTold(page, busy)
    await page.clock.fastForward(50_000)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    expect(tries).toEqual([429])
    await page.clock.fastForward(11_000)
    await expect.poll(() => tries).toEqual([429, 429])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => tries).toEqual([429, 429, 429])
    await limited.stop()
  })
})
