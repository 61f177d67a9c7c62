// A form that is saved and gone on with: in the browser that saved it with one press, in any other with the last name,
// and without JavaScript by the same pages.
import type { Browser, Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { mailedSite } from './mailed-site.ts'

const { site, mails } = mailedSite()
test.use({ baseURL: '', expectedStatuses: [403, 410, 422] })

const say = textsOf('en', 'go-on-later')
const offer = { name: say.offer }
const { steps, thankYou } = textsOf('en', 'forms/credit')
const { email, 'given-name': firstName, 'family-name': lastName } = textsOf('en', 'kinds')

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
      await press(page, 'on')
      await page.locator('[name="root[credit.existingInstalments]"]').fill('0')
      await page.locator('[name="root[credit.together]"][value=false]').check()
      await press(page, 'on')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(steps.applicant.title)
      await page.locator('[name="root[applicant.employment]"][value=retired]').check()

      // What is typed and not posted yet is saved too.
      await page.getByRole('button', offer).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.title)
      await ready(page)
      const field = page.getByLabel(say.email)
      await field.fill('ada@')
      await field.press('Enter')
      await expect(page.locator('main [aria-invalid=true]')).toBeFocused()
      await ready(page)
      await field.fill(address)
      await page.getByRole('button', { name: say.send }).click()
      await expect(page.getByRole('status').filter({ hasText: say.mailedTitle })).toBeFocused()
      await expect(page.locator('[name="root[applicant.employment]"][value=retired]')).toBeChecked()
      await ready(page)
      await expect.poll(() => linkTo(address)).not.toBeNull()
      const link = linkTo(address) ?? ''

      // Where it was saved one press is enough; without a script a browser is known by nothing.
      const other = await context.newPage()
      await other.goto(link)
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(say.openTitle)
      await ready(other)
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await other.getByRole('button', { name: say.openButton }).click()
      if (!javaScriptEnabled) {
        await expect(other.getByRole('heading', { level: 1 })).toHaveText(say.askTitle)
        await other.getByLabel(say.email).fill(address)
        await other.getByRole('button', { name: say.openButton }).click()
      }
      await expect(other.getByRole('heading', { level: 1 })).toContainText(steps.applicant.title)
      expect(new URL(other.url()).search).not.toContain('token')
      await expect(other.locator('[name="root[applicant.employment]"][value=retired]')).toBeChecked()
      await ready(other)
      await other.locator('[name="root[applicant.birthDate][day]"]').fill('27')
      await other.locator('[name="root[applicant.birthDate][month]"]').fill('3')
      await other.locator('[name="root[applicant.birthDate][year]"]').fill('1985')
      await press(other, 'on')
      await other.locator('[name="root[applicant.netIncome]"]').fill('2100')
      await other.locator('[name="root[applicant.housing]"][value=rent]').check()
      await press(other, 'on')
      await expect(other.getByRole('heading', { level: 1 })).toContainText(steps.contact.title)
      await other.getByLabel(firstName.title).fill('Ada')
      await other.getByLabel(lastName.title).fill('Peña')
      await press(other, 'on')
      await other.getByLabel(email.title).fill(address)
      await other.getByRole('button', offer).click()
      await expect(other.getByLabel(say.email)).toHaveValue(address)
      await ready(other)
      await other.getByRole('button', { name: say.send }).click()
      await expect(other.getByRole('status').filter({ hasText: say.mailedTitle })).toBeVisible()
      await expect.poll(() => linkTo(address)).not.toBe(link)

      // The older link is replaced, and a stranger to the newer one must know the name.
      await page.goto(link)
      await page.getByRole('button', { name: say.openButton }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.goneTitle)
      await ready(page)
      await inAnotherBrowser(browser, javaScriptEnabled, async (stranger) => {
        await stranger.goto(linkTo(address) ?? '')
        await stranger.getByRole('button', { name: say.openButton }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(say.askTitle)
        await ready(stranger)
        await stranger.getByLabel(say.lastName).fill('Lovelace')
        await stranger.getByLabel(say.lastName).press('Enter')
        await expect(stranger.locator('main [aria-invalid=true]')).toBeFocused()
        await ready(stranger)
        await stranger.getByLabel(say.lastName).fill('PENA')
        await stranger.getByRole('button', { name: say.openButton }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toContainText(steps.contact.title)
        await expect(stranger.locator('[name="root[lastName]"]')).toHaveValue('Peña')
        await ready(stranger)
        await stranger.locator('[name="root[privacy-suppliers]"]').check()
        // Who is faster is taken for a program.
        await stranger.waitForTimeout(2100)
        await press(stranger, 'on')
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(thankYou.title)
        await stranger.goto(linkTo(address) ?? '')
        await stranger.getByRole('button', { name: say.openButton }).click()
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(say.goneTitle)
        await stranger.getByRole('link', { name: say.again }).click()
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
