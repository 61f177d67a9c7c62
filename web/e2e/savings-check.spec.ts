// What could be saved of a bill: with and without a script the same range.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'

const address = '/electricity-gas/energy'
const check = (page: Page) => page.locator('#check')

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('a bill leads to a range from nothing to what the facts allow, a mistake to a sentence', async ({ page }) => {
      await page.goto(`/es${address}`)
      const bill = check(page).getByRole('textbox')
      if (javaScriptEnabled) {
        await bill.focus()
        await page.waitForFunction(() =>
          Object.keys(document.querySelector('#check form') ?? {}).some((key) => key.startsWith('__reactProps')),
        )
      }
      const show = check(page).getByRole('button')
      await show.click()
      await expect(bill).toHaveAttribute('aria-invalid', 'true')
      await expect(bill).toHaveAccessibleDescription(/por ejemplo, 106,50/)
      await expect(check(page).getByRole('status')).toBeEmpty()

      await bill.fill('106,67')
      await show.click()
      await expect(check(page).getByRole('status')).toContainText(/0\s€ – 128\s€/)
      await expect(bill).not.toHaveAttribute('aria-invalid')
      await expect(bill).toHaveValue('106,67')

      await bill.fill('4.000')
      await check(page).getByText('al año', { exact: true }).first().click()
      await show.click()
      await expect(check(page).getByRole('status')).toContainText(/0\s€ – 325\s€/)
      expect(new URL(page.url()).search).toBe(javaScriptEnabled ? '' : '?bill=4.000&per=year')
      if (javaScriptEnabled) await axe(page)
    })

    test('where the market has no amount, the share alone says how much', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${address}?bill=6%2C000&per=year#check`)
      await expect(check(page).getByRole('status')).toContainText('£0 – £600')
      await expect(check(page)).not.toContainText('325')
      if (javaScriptEnabled) await axe(page)
    })
  })
