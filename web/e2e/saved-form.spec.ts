// A form that is saved and gone on with: in the browser that saved it with one press, in any other with the last name,
// and without JavaScript by the same pages.
import type { Browser, Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { mailedSite } from './mailed-site.ts'

const { site, mails } = mailedSite()
test.use({ baseURL: '', expectedStatuses: [403, 410, 422] })

const offer = { name: 'Save and go on later' }

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 } })

    test('saved in one browser, opened there, opened in another, sent', async ({ page, browser, context }) => {
      const address = `ada.${javaScriptEnabled}@example.com`
      const ready = async (on: Page) => {
        if (!javaScriptEnabled) return
        await hydrated(on)
        await axe(on)
      }
      await page.goto(`${site().origin}/forms/credit`)
      await ready(page)
      await expect(page.getByRole('button', offer)).toHaveCount(0)
      await page.locator('[name="root[credit.amount]"]').fill('15000')
      await page.locator('[name="root[credit.termMonths]"]').fill('60')
      await page.locator('[name="root[credit.purpose]"][value=car]').check()
      await page.locator('[name="root[credit.existingInstalments]"]').fill('0')
      await page.locator('[name="root[credit.together]"][value=false]').check()
      await press(page, 'on')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About you')
      await page.locator('[name="root[applicant.netIncome]"]').fill('2100')

      // What is typed and not posted yet is saved too.
      await page.getByRole('button', offer).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save and go on later')
      await ready(page)
      const field = page.getByLabel('Your e-mail address')
      await field.fill('ada@')
      await field.press('Enter')
      await expect(page.locator('main [aria-invalid=true]')).toBeFocused()
      await ready(page)
      await field.fill(address)
      await page.getByRole('button', { name: 'E-mail me the link' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'The link is on its way' })).toBeFocused()
      await expect(page.locator('[name="root[applicant.netIncome]"]')).toHaveValue(/^2,?100$/)
      await ready(page)
      await expect.poll(() => linkTo(address)).not.toBeNull()
      const link = linkTo(address) ?? ''

      // Where it was saved one press is enough; without a script a browser is known by nothing.
      const other = await context.newPage()
      await other.goto(link)
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
      await ready(other)
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await other.getByRole('button', { name: 'Open my answers' }).click()
      if (!javaScriptEnabled) {
        await expect(other.getByRole('heading', { level: 1 })).toHaveText('One question first')
        await other.getByLabel('Your e-mail address').fill(address)
        await other.getByRole('button', { name: 'Open my answers' }).click()
      }
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('About you')
      expect(new URL(other.url()).search).not.toContain('token')
      await expect(other.locator('[name="root[applicant.netIncome]"]')).toHaveValue(/^2,?100$/)
      await ready(other)
      await other.locator('[name="root[applicant.birthDate][day]"]').fill('27')
      await other.locator('[name="root[applicant.birthDate][month]"]').fill('3')
      await other.locator('[name="root[applicant.birthDate][year]"]').fill('1985')
      await other.locator('[name="root[applicant.employment]"][value=retired]').check()
      await other.locator('[name="root[applicant.housing]"][value=rent]').check()
      await press(other, 'on')
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your contact details')
      await other.getByLabel('First name').fill('Ada')
      await other.getByLabel('Last name').fill('Peña')
      await other.getByLabel('E-mail address').fill(address)
      await other.getByRole('button', offer).click()
      await expect(other.getByLabel('Your e-mail address')).toHaveValue(address)
      await ready(other)
      await other.getByRole('button', { name: 'E-mail me the link' }).click()
      await expect(other.getByRole('status').filter({ hasText: 'The link is on its way' })).toBeVisible()
      await expect.poll(() => linkTo(address)).not.toBe(link)

      // The older link is replaced, and a stranger to the newer one must know the name.
      await page.goto(link)
      await page.getByRole('button', { name: 'Open my answers' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
      await ready(page)
      await inAnotherBrowser(browser, javaScriptEnabled, async (stranger) => {
        await stranger.goto(linkTo(address) ?? '')
        await stranger.getByRole('button', { name: 'Open my answers' }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('One question first')
        await ready(stranger)
        await stranger.getByLabel('Your last name').fill('Lovelace')
        await stranger.getByLabel('Your last name').press('Enter')
        await expect(stranger.locator('main [aria-invalid=true]')).toBeFocused()
        await ready(stranger)
        await stranger.getByLabel('Your last name').fill('PENA')
        await stranger.getByRole('button', { name: 'Open my answers' }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Your contact details')
        await expect(stranger.getByLabel('Last name')).toHaveValue('Peña')
        await ready(stranger)
        await stranger.locator('[name="root[privacy-suppliers]"]').check()
        // Who is faster is taken for a program.
        await stranger.waitForTimeout(2100)
        await press(stranger, 'on')
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Thank you, we have your answers')
        await stranger.goto(linkTo(address) ?? '')
        await stranger.getByRole('button', { name: 'Open my answers' }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
        await stranger.getByRole('link', { name: 'Begin the form anew' }).click()
        await expect(stranger.locator('[name="root[credit.amount]"]')).toHaveValue('')
      })
    })
  })

async function press(page: Page, button: string): Promise<void> {
  await page.locator(`main button[name=go][value=${button}]`).last().click()
}

async function inAnotherBrowser(browser: Browser, javaScriptEnabled: boolean, act: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 800 } })
  await act(await context.newPage())
  await context.close()
}

/** The link in the newest such mail to an address; null while there is none. */
function linkTo(address: string): string | null {
  const own = mails.filter((each) => each.includes(`To: ${address}`))
  const texts = own.map((each) => each.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  return texts.flatMap((each) => /http:\/\/\S+\/forms\/credit\?token=[\w-]{43}/.exec(each)?.[0] ?? []).at(-1) ?? null
}
