// A number that is typed or set with a slider: both say the same, and without JavaScript the input does alone.
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'

const trip = {
  locales: ['en', 'de'],
  title: 'Trip',
  steps: {
    trip: {
      title: 'Your trip',
      fields: {
        budget: {
          kind: 'amount',
          title: 'What may it cost?',
          minimum: 500,
          maximum: 5000,
          control: 'slider',
          step: 250,
        },
        days: { kind: 'integer', title: 'How long?', minimum: 1, maximum: 30, unit: 'days', control: 'slider' },
      },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}
const inGerman = {
  title: 'Reise',
  steps: {
    trip: {
      title: 'Ihre Reise',
      fields: { budget: { title: 'Was darf sie kosten?' }, days: { title: 'Wie lang?', unit: 'Tage' } },
    },
    you: { title: 'Sie' },
  },
}

const { site } = fixtureSite({
  'definitions/forms/trip.json': JSON.stringify(trip),
  'locales/de/forms/trip.json': JSON.stringify(inGerman),
})

const goOn = (page: Page) => page.locator('main .lw-buttons button[name=go][value=on]').click()

test.use({ viewport: { width: 360, height: 740 } })

test('the slider follows what is typed, and the input what is slid', async ({ page }) => {
  await page.goto(`${site().origin}/forms/trip`)
  await answersByItself(page)
  const budget = page.getByRole('textbox', { name: 'What may it cost?' })
  const slider = page.getByRole('slider', { name: 'What may it cost? (slider)' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'No answer yet')
  await expect(budget).toHaveValue('')
  await budget.fill('2,600')
  await expect(slider).toHaveAttribute('aria-valuetext', '£2,600')
  await expect(slider).toHaveValue('2500')

  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(budget).toHaveValue('2750')
  await expect(slider).toHaveAttribute('aria-valuetext', '£2,750')
  await page.keyboard.press('End')
  await expect(budget).toHaveValue('5000')

  const days = page.getByRole('slider', { name: 'How long? (slider)' })
  for (const each of [slider, days]) {
    const box = await each.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(360)
  }
  await axe(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await axe(page)
  await page.emulateMedia({ forcedColors: 'none' })

  // What was refused is judged again when the slider moves.
  await budget.fill('9000')
  await goOn(page)
  const wrong = page.locator('main .lw-field .lw-error')
  await expect(wrong).toHaveCount(2)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await days.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('textbox', { name: 'How long?' })).toHaveValue('2')
  await expect(wrong).toHaveCount(0)
  await goOn(page)
  await expectHeading(page, 'You')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(budget).toHaveValue('4750')
  await expect(slider).toHaveValue('4750')
  await page.reload()
  await expect(budget).toHaveValue('4750')
  await expect(slider).toHaveAttribute('aria-valuetext', '£4,750')
})

test('in German it says and reads numbers as Germans write them', async ({ page }) => {
  await page.goto(`${site().origin}/de/forms/trip`)
  await answersByItself(page)
  const slider = page.getByRole('slider', { name: 'Was darf sie kosten? (Schieberegler)' })
  await page.getByRole('textbox', { name: 'Was darf sie kosten?' }).fill('1.250,00 €')
  await expect(slider).toHaveAttribute('aria-valuetext', '1.250\u00a0€')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('textbox', { name: 'Was darf sie kosten?' })).toHaveValue('1500')
})

test('no page without a slider loads what draws one', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (/\/assets\/.*\.js$/.test(response.url()) && (await response.text()).includes('aria-valuetext'))
      scripts.push(response.url())
  })
  await page.goto(`${site().origin}/forms/home-insurance`)
  await answersByItself(page)
  expect(scripts).toEqual([])
  await page.goto(`${site().origin}/forms/trip`)
  await answersByItself(page)
  expect(scripts).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [422] })

  test('the input takes the answer alone', async ({ page }) => {
    await page.goto(`${site().origin}/forms/trip`)
    await expect(page.getByRole('slider')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'What may it cost?' }).fill('2600.50')
    await page.getByRole('textbox', { name: 'How long?' }).fill('31')
    await goOn(page)
    await expect(page.getByRole('alert')).toContainText('How long?')
    await page.getByRole('textbox', { name: 'How long?' }).fill('30')
    await goOn(page)
    await expectHeading(page, 'You')
  })
})
