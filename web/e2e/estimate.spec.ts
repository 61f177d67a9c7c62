// A figure beside the questions: it follows the answers, is announced once they rest, and comes with the next step where no
// script runs. Its table of ten thousand rows is fetched once, and by no page without it.
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'
import { storedLeads } from './stored-leads.ts'

const columns = {
  area: { field: 'area', compare: 'start' },
  age: { field: 'pets.#.age', compare: 'band' },
}
const pets = {
  locales: ['en'],
  title: 'Pets',
  computed: {
    low: { table: 'pets', columns, value: 'low' },
    high: { table: 'pets', columns, value: 'high' },
  },
  estimate: { title: 'Monthly price', from: 'low', to: 'high', assumption: 'As of 2026, for all your pets.' },
  steps: {
    home: { title: 'Your home', fields: { area: { kind: 'text', title: 'Where do you live?' } } },
    pets: {
      title: 'Your pets',
      as: 'pets',
      repeat: { min: 1, max: 3, title: 'Pet', add: 'Add a pet' },
      fields: {
        age: { kind: 'integer', title: 'How old?', minimum: 0, maximum: 30, control: 'slider' },
      },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}
const rows = Array.from({ length: 10_000 }, (_, row) => {
  const [area, age] = [String(Math.floor(row / 100)).padStart(2, '0'), row % 100]
  return `${area},${age},${(10 + row / 100).toFixed(2)},${(20 + row / 100).toFixed(2)}`
})

const { site } = fixtureSite({
  'definitions/forms/pets.json': JSON.stringify(pets),
  'definitions/tariffs/pets.csv': `area,age,low,high\n${rows.join('\n')}\n`,
})

const goOn = (page: Page) => page.locator('main .lw-buttons button[name=go][value=on]').click()
const figure = (page: Page) => page.locator('main .lw-estimate-figure')

test.use({ viewport: { width: 360, height: 740 } })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the figure is there once its answers are, on the page and in the lead', async ({ page }) => {
      await page.goto(`${site().origin}/forms/pets`)
      if (javaScriptEnabled) await answersByItself(page)
      await expect(figure(page)).toBeHidden()
      await page.getByRole('textbox', { name: 'Where do you live?' }).fill('42 Main Street')
      await goOn(page)
      await expectHeading(page, 'Your pets')
      await page.getByRole('textbox', { name: 'How old?' }).fill('7')
      if (javaScriptEnabled) {
        // It follows what is typed, and is said once that rests.
        await expect(figure(page)).toHaveText('£52.07 – £62.07')
        const said = page.locator('main [role=status]').filter({ hasText: 'Monthly price' })
        await expect(said).toHaveText('Monthly price: £52.07 – £62.07')
        await page.getByRole('slider', { name: 'How old?' }).focus()
        await page.keyboard.press('ArrowRight')
        await expect(figure(page)).toHaveText('£52.08 – £62.08')
        await page.getByRole('textbox', { name: 'How old?' }).fill('99')
        await expect(figure(page)).toBeHidden()
        await page.getByRole('textbox', { name: 'How old?' }).fill('7')
        await expect(figure(page)).toBeVisible()
        await axe(page)
      }
      await page.getByRole('button', { name: 'Add a pet' }).click()
      await page.getByRole('textbox', { name: 'How old?' }).nth(1).fill('3')
      await goOn(page)
      await expectHeading(page, 'You')
      await expect(figure(page)).toHaveText('£104.10 – £124.10')
      await expect(page.getByText('As of 2026, for all your pets.')).toBeVisible()
      const box = await page.locator('main .lw-estimate').boundingBox()
      expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(360)
      const email = `pets-${javaScriptEnabled}@example.com`
      await page.getByRole('textbox', { name: /e-?mail/i }).fill(email)
      await goOn(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank|answers/i)
      expect(storedLeads(site(), email)).toMatchObject([{ low: 104.1, high: 124.1 }])
    })
  })

test('the table is fetched once, in few bytes, and nothing of it by other forms', async ({ page }) => {
  const asked: string[] = []
  const scripts: string[] = []
  page.on('response', async (response) => {
    const url = response.url()
    if (url.includes('/tables/')) asked.push(url)
    if (/\/assets\/.*\.js$/.test(url) && (await response.text()).includes('lw-estimate-figure')) scripts.push(url)
  })
  await page.goto(`${site().origin}/forms/home-insurance`)
  await answersByItself(page)
  expect([asked, scripts]).toEqual([[], []])
  await page.goto(`${site().origin}/forms/pets`)
  await answersByItself(page)
  expect(scripts).toHaveLength(1)
  expect(asked).toHaveLength(1)
  const sent = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/tables/'))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)[0],
  )
  expect(sent).toBeLessThan(100_000)
  await page.reload()
  await answersByItself(page)
  const again = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/tables/'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize)[0],
  )
  // From the browser’s cache.
  expect(again).toBe(0)
})

test('the loan enquiry shows an example of its payment, marked as one', async ({ page }) => {
  await page.goto('/forms/credit')
  await answersByItself(page)
  await page.getByRole('textbox', { name: 'How much do you need?' }).fill('8000')
  await page.getByRole('textbox', { name: 'Over how many months' }).fill('48')
  await expect(figure(page)).toHaveText('£200.90')
  const box = page.locator('main .lw-estimate')
  await expect(box).toContainText('Sample')
  await expect(box).toContainText('At 9.9% APR')
  await axe(page)
})
