// Tables of choices, tiles with drawings, and a form that asks one question at a time: on a phone and on a wide screen.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { lastLead } from './stored-leads.ts'

const scale = { good: 'Satisfied', fair: 'Partly satisfied', bad: 'Not satisfied' }
const form = {
  locales: ['en'],
  title: 'Your light',
  steps: {
    lamps: {
      title: 'Your lamps',
      fields: {
        lamp: {
          title: 'Which lamp?',
          options: { bulb: 'A bulb', fan: 'A fan' },
          pictures: { bulb: 'bulb', fan: 'fan' },
        },
        parts: {
          title: 'Which parts?',
          multiple: true,
          options: { shade: 'Shade', cable: 'Cable', plug: 'Plug' },
          pictures: { shade: 'window-shade', plug: 'socket' },
        },
        views: {
          kind: 'matrix',
          title: 'How satisfied are you?',
          rows: { price: 'Price', light: 'Light' },
          options: scale,
        },
        why: { kind: 'text', title: 'What is wrong with the light?', when: { 'views.light': 'bad' } },
      },
    },
    you: { title: 'Who are you?', fields: { name: { kind: 'given-name' }, last: { kind: 'family-name' } } },
  },
  consents: { privacy: {} },
}
const byQuestion = { variantOf: 'light', title: 'Your light, question by question', screens: 'questions' }

const { site } = fixtureSite({
  'definitions/forms/light.json': JSON.stringify(form),
  'definitions/forms/light-by-question.json': JSON.stringify(byQuestion),
})
test.use({ baseURL: '', expectedStatuses: [422] })

const goOn = (page: Page) => page.locator('main .lw-buttons button[name=go][value=on]').click()
const progress = (page: Page) => page.locator('main .lw-where p')
const option = (page: Page, name: string) => page.locator('main .lw-option', { hasText: name })

for (const runs of [true, false])
  test.describe(runs ? 'on a phone' : 'on a phone without JavaScript', () => {
    test.use({ javaScriptEnabled: runs, viewport: { width: 360, height: 800 } })

    test('a table is rows of options, and each row is an answer of its own', async ({ page }) => {
      await page.goto(`${site().origin}/forms/light`)
      if (runs) await answersByItself(page)
      // The whole tile is the target: its corner, far from the control and the words.
      const tile = option(page, 'A fan')
      const [first, second] = [await option(page, 'A bulb').boundingBox(), await tile.boundingBox()]
      expect(second?.y).toBe(first?.y)
      await tile.click({ position: { x: 8, y: 8 } })
      await option(page, 'Plug').click()
      await expect(page.getByRole('columnheader')).toHaveCount(0)
      const price = page.getByRole('radio', { name: 'Price Satisfied', exact: true })
      const place = await option(page, 'Not satisfied').first().boundingBox()
      expect(place?.height).toBeGreaterThanOrEqual(44)
      expect((place?.x ?? 999) + (place?.width ?? 999)).toBeLessThanOrEqual(360)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await goOn(page)
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([
        'Choose an answer to “How satisfied are you? – Price”',
        'Choose an answer to “How satisfied are you? – Light”',
      ])
      if (runs) await axe(page)
      await page.getByRole('alert').getByRole('link').first().click()
      await price.check()
      await page.getByRole('radio', { name: 'Light Not satisfied' }).check()
      if (runs) await expect(page.locator('.lw-matrix .lw-error')).toHaveCount(0)
      else await goOn(page)
      await page.getByLabel('What is wrong with the light?').fill('Too dim')
      await goOn(page)
      await page.locator('[name="root[name]"]').fill('Ada')
      await page.locator('[name="root[last]"]').fill('Lovelace')
      await page.locator('[name="root[privacy]"]').check()
      await goOn(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      const answers = { lamp: 'fan', parts: ['plug'], views: { price: 'good', light: 'bad' }, why: 'Too dim' }
      expect(lastLead(site())?.answers).toEqual({ ...answers, name: 'Ada', last: 'Lovelace' })
    })

    test('each question has a screen, a tap on an option goes on, and what belongs together stays', async ({
      page,
    }) => {
      await page.goto(`${site().origin}/forms/light-by-question`)
      if (runs) await answersByItself(page)
      await expect(progress(page)).toHaveText('Question 1 of 4')
      if (runs) await axe(page)
      await option(page, 'A bulb').click()
      if (!runs) await goOn(page)
      await expect(progress(page)).toHaveText('Question 2 of 4')
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(progress(page)).toHaveText('Question 1 of 4')
      await expect(page.getByRole('radio', { name: 'A bulb' })).toBeChecked()
      // The option that is chosen already goes on too.
      await option(page, 'A bulb').click()
      if (!runs) await goOn(page)
      await expect(progress(page)).toHaveText('Question 2 of 4')
      // Several may be chosen, so a choice does not go on.
      await option(page, 'Cable').click()
      await option(page, 'Plug').click()
      await goOn(page)
      await expect(progress(page)).toHaveText('Question 3 of 4')
      await page.getByRole('radio', { name: 'Price Satisfied', exact: true }).check()
      await page.getByRole('radio', { name: 'Light Not satisfied' }).check()
      await goOn(page)
      await expect(progress(page)).toHaveText('Question 4 of 5')
      await page.getByLabel('What is wrong with the light?').fill('Too dim')
      await goOn(page)
      await expect(progress(page)).toHaveText('Question 5 of 5')
      await page.locator('[name="root[name]"]').fill('Ada')
      await page.locator('[name="root[last]"]').fill('Lovelace')
      await page.locator('[name="root[privacy]"]').check()
      if (runs) await axe(page)
      await goOn(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(lastLead(site())).toMatchObject({
        form: 'light-by-question',
        answers: { lamp: 'bulb', parts: ['cable', 'plug'], views: { price: 'good', light: 'bad' }, why: 'Too dim' },
      })
    })
  })

test('keys choose without going on, and Enter goes on', async ({ page }) => {
  await page.goto(`${site().origin}/forms/light-by-question`)
  await answersByItself(page)
  await page.getByRole('radio', { name: 'A bulb' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'A fan' })).toBeChecked()
  // A screen reader clicks without a pointer.
  await page.getByRole('radio', { name: 'A bulb' }).evaluate((radio: HTMLInputElement) => radio.click())
  await expect(page.getByRole('radio', { name: 'A bulb' })).toBeChecked()
  // What would have gone on by now: the same wait as after a tap.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await expect(progress(page)).toHaveText('Question 1 of 4')
  await page.keyboard.press('Enter')
  await expect(progress(page)).toHaveText('Question 2 of 4')
})

test('from 768 px on a table is a table, with the heads of its rows and columns', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${site().origin}/forms/light`)
  await answersByItself(page)
  const table = page.getByRole('table', { name: 'How satisfied are you?' })
  await expect(table.getByRole('columnheader')).toHaveText(Object.values(scale))
  await expect(table.getByRole('rowheader')).toHaveText(['Price', 'Light'])
  const cell = table.getByRole('row', { name: 'Light' }).getByRole('cell').nth(2)
  await cell.click({ position: { x: 6, y: 20 } })
  await expect(page.getByRole('radio', { name: 'Light Not satisfied' })).toBeChecked()
  await axe(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await axe(page)
})

test('a form without any of this loads none of it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const own = () => scripts.filter((url) => /\/(Choices|go-on)-/.test(url)).length
  await page.goto(`${site().origin}/forms/call-back`)
  await answersByItself(page)
  expect(own()).toBe(0)
  await page.goto(`${site().origin}/forms/light-by-question`)
  await answersByItself(page)
  expect(own()).toBe(2)
})
