// Ten incidents, each found, understood and mended in the console, without the command line.
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cookie, Page } from '@playwright/test'
import { removeSamplePartners, submit, validAnswers } from '../../server/testing/running-server.ts'
import { joinWith, withAuthenticator } from './console-people.ts'
import { expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { putLive } from './shared-site.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')

/** What partners answer, by the path at which they are: a status. */
const answers: Record<string, (call: { authorization: string; body: string }) => number> = {}

const partnersServer = createServer(async (request, response) => {
  const body = await text(request)
  const { url = '', headers } = request
  const status = answers[url.slice(1)]?.({ authorization: headers.authorization ?? '', body }) ?? 200
  // So late that no test meets the next attempt that the server makes by itself.
  response.writeHead(status, status < 400 ? {} : { 'retry-after': '3600' }).end()
})

/** The environment of the server, which a test changes before a restart. */
const env: Record<string, string> = {
  OUTBOUND_ALLOW: '127.0.0.0/8',
  HOOK_SECRET: `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`,
}

let folder: string
let site: Site
let origin: string
let cookies: Cookie[]

test.beforeAll(async ({ browser }) => {
  answers.away = () => 410
  answers.mapped = ({ body }) => (body.includes('@') ? 200 : 422)
  answers.secret = ({ authorization }) => (authorization === 'Bearer new' ? 200 : 401)
  env.PARTNER_KEY = 'expired'
  await new Promise<void>((resolve) => partnersServer.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'leadwright-incidents-'))
  for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
  removeSamplePartners(join(folder, 'definitions'))
  for (const [file, definition] of Object.entries({
    away: partner('away', { kind: 'webhook', secretVariable: 'HOOK_SECRET' }),
    mapped: partner('mapped', {}, { map: { mail: 'firstName' } }),
    secret: partner('secret', { authorization: { bearer: { variable: 'PARTNER_KEY' } } }),
    capped: partner('capped', {}, { dailyCap: 1 }),
  }))
    writeFileSync(pathOf(file), definition)
  env.LOCALES_DIR = join(folder, 'locales')
  site = await startSite({ definitions: join(folder, 'definitions'), env })
  origin = site.origin.replace('127.0.0.1', 'console.localhost')
  const context = await browser.newContext()
  const page = await context.newPage()
  await withAuthenticator(page)
  await joinWith(page, site, 'olga@example.com', 'owner')
  cookies = await context.cookies()
  await context.close()
})

test.afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
  partnersServer.closeAllConnections()
  await new Promise((resolve) => partnersServer.close(resolve))
})

test.beforeEach(({ context }) => context.addCookies(cookies))

const pathOf = (id: string) => join(folder, `definitions/partners/${id}.json`)

/** A partner that gets home insurance leads by HTTP. */
function partner(id: string, delivery: object, more: object = {}): string {
  const url = `http://127.0.0.1:${(partnersServer.address() as AddressInfo).port}/${id}`
  const deliveries = { api: { kind: 'http', url, ...delivery } }
  return JSON.stringify({ name: `Partner ${id}`, filters: [{ form: 'home-insurance' }], deliveries, ...more })
}

/** Puts another definition of a partner live, as an author does. */
async function mend(id: string, definition: string): Promise<void> {
  const shared = { site, folder, stop: async () => {} }
  await putLive(shared, [[`definitions/partners/${id}.json`, definition]])
}

/** Sends a lead as a program does. @returns its id */
async function sendLead(email: string, body: object = {}): Promise<string> {
  const reply = await submit(site.origin, {
    ...{ key: crypto.randomUUID(), answers: { ...validAnswers, email } },
    ...body,
  })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { id: string }).id
}

/** What became of a lead at a partner, as its page says. */
const deliveryTo = (page: Page, id: string) =>
  page.getByRole('table', { name: 'Deliveries to partners' }).getByRole('row').filter({ hasText: id })

/** Loads a page until it says something: partners answer in their own time. */
async function seesAt(page: Page, path: string, said: () => Promise<string | null>, expected: RegExp): Promise<void> {
  const read = async () => {
    await page.goto(origin + path)
    return said().catch(() => '')
  }
  await expect.poll(read).toMatch(expected)
}

const seesDelivery = (page: Page, lead: string, id: string, expected: RegExp) =>
  seesAt(page, `/leads/${lead}`, () => deliveryTo(page, id).textContent({ timeout: 1000 }), expected)

test('a dead partner gets what it missed once it is back, without JavaScript', async ({ browser }) => {
  const lead = await sendLead('dora@example.com')
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await seesAt(page, '/deliveries', () => page.locator('main').textContent(), /410 \(Gone\)/)
  await page
    .getByRole('table', { name: /by partner and cause/ })
    .getByRole('link', { name: 'Partner away', exact: true })
    .click()
  answers.away = () => 204
  await page.getByRole('button', { name: 'Send all of this filter again' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Done\. Sent again: \d+\. Left out: 0\.$/)
  await seesDelivery(page, lead, 'away', /accepted/)
  await context.close()
})

test('a wrong map is mended, and the lead rewritten', async ({ page }) => {
  const lead = await sendLead('mia@example.com')
  await seesDelivery(page, lead, 'mapped', /responded with 422/)
  await mend('mapped', partner('mapped', {}, { map: { mail: 'email' } }))
  await deliveryTo(page, 'mapped').getByRole('link', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Rewrite and send' }).click()
  await seesDelivery(page, lead, 'mapped', /accepted/)
})

test('a secret that expired is replaced, and what waits for it is sent', async ({ page }) => {
  const lead = await sendLead('selma@example.com')
  await seesDelivery(page, lead, 'secret', /responded with 401/)
  env.PARTNER_KEY = 'new'
  await site.away()
  await site.back()
  await page.reload()
  await deliveryTo(page, 'secret').getByRole('link', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await seesDelivery(page, lead, 'secret', /accepted/)
})

test('a cap that was reached is raised, and the lead handed over', async ({ page }) => {
  await sendLead('cara@example.com')
  const lead = await sendLead('carl@example.com')
  await page.goto(`${origin}/leads/${lead}`)
  await expect(page.getByRole('row', { name: /^Partner capped did not get it/ })).toContainText('Daily cap reached')
  await page.getByRole('link', { name: 'Partners' }).click()
  await expect(page.getByRole('row', { name: /^Partner capped/ })).toContainText('1 of 1 Cap reached')
  await mend('capped', partner('capped', {}, { dailyCap: 9 }))
  await page.goto(`${origin}/leads/${lead}`)
  await page.getByRole('link', { name: 'Hand to another partner' }).click()
  await page.getByLabel('Partner capped').check()
  await page.getByRole('button', { name: 'Hand over and send' }).click()
  await expect(page.getByRole('status')).toHaveText('The partner gets the lead.')
  await page.getByRole('link', { name: 'Partners' }).click()
  await expect(page.getByRole('row', { name: /^Partner capped/ })).toContainText('2 of 9')
})

test('a lead suspected wrongly is released', async ({ page }) => {
  const lead = await sendLead('rosa@example.com', {
    context: { page: 'home-insurance', honeypot: 'https://spam.example' },
  })
  await page.goto(`${origin}/leads?state=awaitingReview`)
  await page.locator(`a[href="/leads/${lead}"]`).click()
  await expect(page.getByText('The hidden honeypot field was filled in.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Release and send' }).click()
  await expect(page.getByRole('status')).toHaveText('The lead was released.')
  await expect(deliveryTo(page, 'demo')).toBeVisible()
  // It was the wrong one, and nothing is sent for ten seconds.
  await page.getByRole('link', { name: 'Undo the release' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toHaveText('It was undone. Nothing had left.')
  await expect(deliveryTo(page, 'demo')).toHaveCount(0)
  await page.getByRole('link', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Release and send' }).click()
  await expect(deliveryTo(page, 'demo')).toBeVisible()
})

test('a person gets their data, and has them erased', async ({ page }) => {
  const first = await sendLead('grace@example.com')
  await sendLead('grace@example.com')
  await page.goto(`${origin}/leads`)
  await page.getByLabel('Email, phone number, id or reference').fill('grace@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.locator(`a[href="/leads/${first}"]`).click()
  await page.getByRole('link', { name: 'Export the person’s data' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { leads } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { leads: unknown[] }
  expect(leads).toHaveLength(2)
  await page.goto(`${origin}/leads/${first}/erase-person`)
  await page.getByRole('button', { name: 'Erase all data of the person' }).click()
  await expect(page.getByText('The personal data of this lead was erased.')).toBeVisible()
  await page.goto(`${origin}/leads?column=contact`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText('grace@example.com')).toHaveCount(0)
})

test('a key that leaked is revoked', async ({ page }) => {
  const key = readFileSync(join(site.dataDir, 'demo.key'), 'utf8').trim()
  const read = async () =>
    (await fetch(`${site.origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await read()).toBe(200)
  await page.goto(`${origin}/partners`)
  await page
    .getByRole('row', { name: key.split('_')[1] ?? '' })
    .getByRole('link', { name: 'Revoke' })
    .click()
  await page.getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByRole('row', { name: key.split('_')[1] ?? '' })).toContainText('Revoked')
  expect(await read()).toBe(401)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('row', { name: /revoked a key/ })).toContainText('demo')
})

test('a form that nobody finishes shows where it ends', async ({ page }) => {
  await page.goto(`${site.origin}/insurance/home-insurance`)
  await answersByItself(page)
  const reported = page.waitForResponse(`${site.origin}/api/v1/steps`)
  await page.locator('main .lw-buttons button[name=go][value=on]').click()
  await reported
  const step = page.getByRole('row', { name: /\(1\/3\)/ })
  const said = async () => {
    await page.getByText('The figures as a table').click({ timeout: 1000 })
    return step.textContent({ timeout: 1000 })
  }
  await seesAt(page, '/funnel?form=home-insurance', said, /not answered \(1\)/)
  await expect(step.getByRole('cell')).toHaveText(['1', '0', '0', ...Array(4).fill(/.*/)])
})

test('a definition that broke is named with its place, and live again once it is mended', async ({ page }) => {
  const file = join(folder, 'definitions/forms/loan.json')
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, right.replace('"title"', '"titel"'))
  const said = () => page.getByRole('main').textContent()
  await seesAt(page, '/definitions', said, /as it last was/)
  const row = page.getByRole('row', { name: /loan/ }).first()
  await expect(row).toContainText(/definitions\/forms\/loan\.json:\d+:\d+/)
  await expect(row).toContainText('titel')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'loan.json' })).toBeVisible()
  expect((await page.request.get(`${site.origin}/readyz`)).status()).toBe(200)
  writeFileSync(file, right)
  await seesAt(page, '/definitions', said, /All definitions are live/)
})

test('a subscriber who complains is found with the proof, and gets nothing more', async ({ page }) => {
  const answers = { email: 'noor@example.com', 'privacy-newsletter': true }
  await sendLead('', { form: 'newsletter-double-opt-in', answers })
  await page.goto(`${origin}/leads`)
  await page.getByLabel('Email, phone number, id or reference').fill('noor@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.locator('tbody a').first().click()
  await expect(page.getByText('The sentence matches the form word for word.')).toBeVisible()
  await expect(page.getByText('waits for confirmation', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'End the subscription' }).click()
  await page.getByRole('button', { name: 'End the subscription' }).click()
  await expect(page.getByRole('status')).toHaveText('The subscription has ended.')
  await expect(page.getByText('noor@example.com').first()).toBeVisible()
  await expect(page.getByText(/ended the subscription/)).toBeVisible()
  const form = page
    .getByRole('table', { name: 'Subscriptions', exact: true })
    .getByRole('row', { name: /^Newsletter with confirmation/ })
  await seesAt(page, '/subscriptions', () => form.textContent({ timeout: 1000 }), /Newsletter with confirmation101/)
})
