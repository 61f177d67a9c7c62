import { submit } from '../../server/testing/running-server.ts'
import { joinWith, run, withAuthenticator } from './console-people.ts'
import { axe, expect, test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

let site: Site
let origin: string

test.beforeAll(async () => {
  site = await startSite()
  origin = site.origin.replace('127.0.0.1', 'console.localhost')
})
test.afterAll(() => site.stop())

test.describe('with passkeys', () => {
  test.use({ expectedStatuses: [403] })

  test('an invitation makes a passkey once, which signs in; its answer signs in once', async ({ page }) => {
    await withAuthenticator(page)
    const link = await joinWith(page, site, 'ada@example.com', 'owner')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${origin}/sign-in`)

    const answered = page.waitForRequest(`${origin}/sign-in/passkey`)
    await page.goto(`${origin}/people`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(`${origin}/people`)
    await expect(page.getByRole('row', { name: /ada@example\.com/ })).toContainText('Owner')

    const replayed = await page.evaluate(
      async (body) =>
        (await fetch('/sign-in/passkey', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
          .status,
      (await answered).postData(),
    )
    expect(replayed).toBe(403)

    await page.goto(link)
    await page.reload()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('An invitation can be used once')
    expect(run(site, 'audit', 'verify')).toContain('The audit is complete and unchanged.')
  })
})

test('pages are accessible in light and dark, at 360 px, and by keys', async ({ page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'eva@example.com', 'owner')
  await page.setViewportSize({ width: 360, height: 740 })
  const person = await page.goto(`${origin}/people`).then(() => page.locator('tbody a').first().getAttribute('href'))
  const key = await page.goto(`${origin}/partners`).then(() => page.locator('td a').last().getAttribute('href'))
  for (const path of [
    ...['/', '/people', person ?? '', '/audit', '/partners', '/partners/report', key ?? '', '/subscriptions'],
    ...['/definitions'],
  ]) {
    await page.goto(origin + path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await axe(page)
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, overflow]).toEqual([path, 0])
  }
  await page.goto(`${origin}/people`)
  await page.keyboard.press('j')
  await expect(page.locator('tbody a').first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page)
  }
})

test('an owner invites in the browser, in German too, and /console leads here', async ({ browser, page }) => {
  await page.goto(`${site.origin}/console`)
  await expect(page).toHaveURL(`${origin}/sign-in?to=%2F`)
  const context = await browser.newContext({ locale: 'de-DE' })
  const german = await context.newPage()
  await withAuthenticator(german)
  await german.goto(run(site, 'people', 'invite', 'uwe@example.com', '--role', 'owner'))
  await german.getByRole('button', { name: 'Passkey anlegen' }).click()
  await german.getByRole('link', { name: 'Personen' }).click()
  await german.getByLabel('E-Mail').fill('ina@example.com')
  await german.getByRole('button', { name: 'Einladung erstellen' }).click()
  await expect(german.locator('code')).toContainText(`${origin}/join#`)
  await context.close()
})

/** Sends a lead as a program does. @returns its id */
async function sendLead(body: object = {}): Promise<string> {
  const reply = await submit(site.origin, { key: crypto.randomUUID(), ...body })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { id: string }).id
}

test('an operator finds, releases, exports and erases leads with the keyboard, in light and dark, at 360 px', async ({
  page,
}) => {
  const id = await sendLead()
  const held = await sendLead({ context: { page: 'home-insurance', honeypot: 'https://spam.example' } })
  await withAuthenticator(page)
  await joinWith(page, site, 'olga@example.com', 'operator')
  await page.getByRole('link', { name: 'Leads' }).click()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      ...['/leads', '/leads?column=contact&column=source', `/leads/${id}`, `/leads/${held}`, `/leads/${id}/hand-over`],
      ...[`/leads/${id}/erase`, '/deliveries', '/deliveries?state=pending&partner=demo', '/deliveries/health/demo'],
    ]) {
      await page.goto(origin + path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axe(page)
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([width, path, overflow]).toEqual([width, path, 0])
    }
  }

  // From here on by keys alone.
  await page.goto(`${origin}/leads?state=awaitingReview`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/leads/${held}`)
  await expect(page.getByText('The hidden honeypot field was filled in.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Release' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Release and send' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The lead was released.')

  await page.goto(`${origin}/partners`)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(page.url()).not.toContain('ada')

  await page.goto(`${origin}/leads/${id}/export-person`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`person-${id}.json`)
  await page.goto(`${origin}/leads/${id}/erase-person`)
  await page.getByRole('button', { name: 'Erase all data of the person' }).click()
  await expect(page.getByText('The personal data of this lead was erased.')).toBeVisible()
  await page.goto(`${origin}/leads?column=contact`)
  await expect(page.getByText('ada@example.com')).toHaveCount(0)
  expect(run(site, 'audit', 'verify')).toContain('The audit is complete and unchanged.')
})

test('no page of a visitor mentions the console', async ({ page, request }) => {
  const html = await (await request.get(site.origin)).text()
  expect(html).not.toMatch(/console\.localhost|webauthn|\/sign-in/i)
  await page.goto(`${origin}/sign-in`)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  for (const address of loaded) expect(address).toContain(`${origin}/`)
})
