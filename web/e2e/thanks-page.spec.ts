// The page after a form was sent, with and without JavaScript: a page of its own, a call that was asked for, the reference.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'

const { site } = fixtureSite()
test.use({ baseURL: '' })

async function send(page: Page, address: string, home: string, hasScript: boolean): Promise<void> {
  await page.goto(site().origin + address)
  if (hasScript) await answersByItself(page)
  await page.locator(`main [name="root[home]"][value="${home}"]`).check()
  await page.locator('main [name="root[email]"]').fill('ada@example.com')
  await page.locator('main [name="root[privacy]"]').check()
  await page.locator('main button[name=go][value=on]').click()
}

/** Fills the form for a visit of the page about heating, of two screens, and sends it. */
async function sendVisit(visit: Locator): Promise<void> {
  const press = () => visit.locator('button[name=go][value=on]').last().click()
  await visit.locator('[name="root[day]"][value=weekday]').check()
  await press()
  await visit.locator('input[name="root[city]"]:not([type=hidden])').fill('York')
  await visit.locator('input[name="root[email]"]:not([type=hidden])').fill('ada@example.com')
  await press()
}

for (const hasScript of [true, false])
  test.describe(hasScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })

    test('who has sent the form is led to the page in their language, and Back begins anew', async ({ page }) => {
      for (const [address, path, title] of [
        ['/forms/brochure', '/brochure/sent', 'The brochure is on its way'],
        ['/de/forms/brochure', '/de/broschuere/unterwegs', 'Die Broschüre ist unterwegs'],
      ] as const) {
        await send(page, address, 'house', hasScript)
        await expect(page).toHaveURL(`${site().origin}${path}?form=brochure&from=form%3Abrochure`)
        await expect(page.locator('h1')).toHaveText(title)
        await expect(page).toHaveTitle(new RegExp(`^${title}`))
      }
      if (hasScript) await axe(page)
      await page.goBack()
      await expect(page.locator('main button[name=go][value=on]')).toBeVisible()
    })

    test('the page says the reference and who gets the answers, also when it is loaded again', async ({
      page,
      context,
    }) => {
      await send(page, '/forms/brochure', 'house', hasScript)
      await expect(page.locator('h1')).toHaveText('The brochure is on its way')
      const reference = page.locator('main').getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
      const said = (await reference.textContent()) ?? ''
      await expect(page.locator('main').getByText(/^Your answers go only to /)).toBeVisible()
      expect(page.url()).not.toContain(said)
      await page.reload()
      await expect(reference).toHaveText(said)
      const [kept] = (await context.cookies()).filter(({ name }) => name === 'sent')
      expect(kept).toMatchObject({ value: said, path: '/brochure/sent' })
      await context.clearCookies()
      await page.goto(`${site().origin}/brochure/sent?form=no-form`)
      await expect(page.locator('h1')).toHaveText('The brochure is on its way')
      await expect(reference).toHaveCount(0)
      await expect(page.locator('main').getByText(/^Your answers go only to /)).toHaveCount(0)
    })

    test('who asks for a call reads its date and hours, and takes it into a calendar', async ({ page }) => {
      await page.goto(`${site().origin}/forms/call-back`)
      if (hasScript) await answersByItself(page)
      const press = () => page.locator('main button[name=go][value=on]').last().click()
      for (const [name, value] of Object.entries({ topic: 'energy', callDay: 'tuesday', callTime: 'morning' }))
        await page.locator(`main [name="root[${name}]"][value="${value}"]`).check()
      await press()
      await page.locator('main input[name="root[firstName]"]:not([type=hidden])').fill('Ada')
      await page.locator('main input[name="root[phone]"]:not([type=hidden])').fill('020 7183 8750')
      for (const box of await page.locator('main input[type=checkbox]').all()) await box.check()
      await press()
      await expect(page.locator('h1')).toHaveText('Thank you, we will call you back')
      await expect(page.locator('link[href^="/assets/late-"]')).toHaveCount(1)
      await expect(page.getByRole('definition').nth(0)).toHaveText(/^Tuesday \d+ \w+, 09:00\u2060–\u206012:00$/)
      await expect(page.getByRole('definition').filter({ hasText: '020 7183 8750' })).toBeVisible()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Add to your calendar' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('call-back.ics')
      const entry = await readFile(await file.path(), 'utf8')
      const [, day = ''] = /^DTSTART:(\d{8})T(?:09|08)0000Z\r$/m.exec(entry) ?? []
      expect(new Date(day.replace(/(....)(..)(..)/, '$1-$2-$3')).getUTCDay()).toBe(2)
      expect(entry).toContain('SUMMARY:An adviser calls you\r\n')
      if (hasScript) await axe(page)
    })

    test('an alert is said in the form’s own place', async ({ page }) => {
      await send(page, '/forms/brochure', 'boat', hasScript)
      await expect(page.locator('h1')).toHaveText('Nothing for boats yet')
      expect(new URL(page.url()).pathname).toBe('/forms/brochure')
    })

    test('thanks that are loaded again say the reference, of which no address tells', async ({ page, context }) => {
      await page.goto(`${site().origin}/heating`)
      if (hasScript) await answersByItself(page)
      const visit = page.locator('section[id="visit"]')
      await sendVisit(visit)
      const reference = visit.getByText(/[0-9A-F]{4}-[0-9A-F]{4}/).last()
      const said = (await reference.textContent()) ?? ''
      expect(said).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
      expect(page.url()).not.toContain(said)
      await page.reload()
      await expect(reference).toHaveText(said)
      if (hasScript) {
        await answersByItself(page)
        await expect(reference).toHaveText(said)
      }
      const [kept] = (await context.cookies()).filter(({ name }) => name === 'sent')
      expect(kept).toMatchObject({ value: said, path: '/heating', sameSite: 'Lax' })
      await page.goto(`${site().origin}/heating`)
      await expect(page.getByText(said)).toHaveCount(0)
    })
  })

test.describe('where the connection is lost right after sending', () => {
  test.use({ losesConnection: true, missingScripts: true })

  /** The code for thanks does not come, and once the answers are stored nothing does. */
  async function loseAfterSending(page: Page): Promise<void> {
    await page.route('**/assets/Thanks-*', (route) => route.abort())
    await page.route('**/api/v1/submissions', async (route) => {
      const reply = await route.fetch()
      await page.context().setOffline(true)
      await route.fulfill({ response: reply })
    })
  }

  test('thanks in the form’s place are said in plain words', async ({ page }) => {
    await loseAfterSending(page)
    await page.goto(`${site().origin}/heating`)
    await answersByItself(page)
    const visit = page.locator('section[id="visit"]')
    await sendVisit(visit)
    await expect(visit.locator('.lw-heading')).toHaveText('We will come')
    await expect(visit.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)).toBeVisible()
    await expect(visit.locator('button[name=go]')).toHaveCount(0)
  })

  test('who would be led to another page is told so too, and gets there later', async ({ page, context }) => {
    await loseAfterSending(page)
    await send(page, '/forms/brochure', 'house', true)
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
    await expect(page.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)).toBeVisible()
    await expect(page.locator('main button[name=go]')).toHaveCount(0)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('h1')).toHaveText('The brochure is on its way')
  })
})
