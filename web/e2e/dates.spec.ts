import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'

const form = {
  locales: ['en'],
  title: 'Funeral plan',
  steps: {
    you: {
      title: 'About you',
      fields: {
        born: { kind: 'birth-date' },
        country: {
          title: 'Country',
          options: Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`c${index}`, `Country ${index}`])),
        },
        iban: { kind: 'iban' },
        note: { kind: 'long-text', title: 'Anything else?', optional: true },
      },
    },
    more: {
      title: 'More',
      fields: { since: { kind: 'month-year', title: 'Since when?' }, stars: { kind: 'rating', title: 'How is it?' } },
    },
  },
}

const { site } = fixtureSite({
  'definitions/forms/funeral.json': JSON.stringify(form),
})

for (const javaScriptEnabled of [false, true]) {
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ baseURL: '', javaScriptEnabled, expectedStatuses: [422] })

    test('dates, long lists, IBAN and long text: refused, corrected, walked back, sent', async ({ page }) => {
      await page.goto(`${site().origin}/forms/funeral`)
      const date = async (...parts: string[]) => {
        for (const [index, label] of ['Day', 'Month', 'Year'].entries())
          await page.getByLabel(label).fill(parts[index] ?? '')
      }
      await date('31', '2', '1990')
      await page.getByLabel('Country').selectOption('Country 7')
      await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
      await page.getByLabel('Anything else?').fill('Two lines\nof text')
      await page.locator('main button[value=on]').click()
      await expect(page.getByRole('alert')).toContainText('Enter your date of birth as day, month and year')
      await expect(page.getByRole('alert')).toContainText('Check the IBAN')
      await expect(page.getByLabel('Day')).toHaveValue('31')
      if (javaScriptEnabled) await axe(page)

      const year = new Date().getFullYear() - 10
      await date('1', '1', String(year))
      await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
      await page.locator('main button[value=on]').click()
      await page.getByRole('alert').getByRole('link', { name: 'You must be 18 or older' }).click()
      await expect(page.getByLabel('Day')).toBeFocused()

      await date('7', '3', '1985')
      await page.locator('main button[value=on]').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page.getByLabel('Month')).toHaveValue('03')
      await expect(page.getByLabel('Country')).toHaveValue('c7')
      await expect(page.getByLabel('Anything else?')).toHaveValue('Two lines\nof text')
      await page.locator('main button[value=on]').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
      await page.getByLabel('Month').fill('5')
      await page.getByLabel('Year').fill('2019')
      await page.getByLabel('Very good').check()
      await page.locator('main button[value=on]').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, we have your answers')
    })
  })
}
