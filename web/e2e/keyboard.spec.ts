import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { expectHeading, path, words } from './questionnaire.ts'

/** Tabs until a control with this name has the focus. Radio groups take one stop. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) return
  }
  throw new Error(`The Tab key never reached ${name}`)
}

/** Chooses the option at this place of a radio group, from 0, with the arrow keys. */
async function pick(page: Page, field: string, place: number): Promise<void> {
  await tabTo(page, `root[${field}]`)
  await page.keyboard.press('Space')
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
}

/** Goes on, and hears the next screen. */
async function next(page: Page): Promise<void> {
  await tabTo(page, 'go')
  const before = await page.locator('main .lw-step-heading').textContent()
  await page.keyboard.press('Enter')
  await expect(page.locator('main .lw-step-heading')).not.toHaveText(before ?? '')
  await expect(page.locator('main .lw-step-heading')).toBeFocused()
}

test('the whole form by keyboard only', async ({ page }) => {
  await page.goto(path.en)
  // Questions that answers reveal are there at once only then.
  await hydrated(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await pick(page, 'propertyType', 1)
  await pick(page, 'occupancy', 2)
  await pick(page, 'residence', 0)
  await next(page)
  await tabTo(page, 'root[homePostalCodeOrCity]')
  await page.keyboard.type('SW1A 1AA')
  await pick(page, 'buildAge', 4)
  await pick(page, 'alreadyLivingThere', 0)
  await next(page)
  await pick(page, 'professionalUse', 1)
  await tabTo(page, 'root[features][]')
  await page.keyboard.press('Space')
  await next(page)

  await expectHeading(page, words.en.steps[1])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await pick(page, 'insured', 0)
  await pick(page, 'claims', 1)
  await pick(page, 'cancelled', 1)
  await next(page)
  await pick(page, 'gender', 0)
  await pick(page, 'maritalStatus', 0)
  await next(page)

  await expectHeading(page, words.en.steps[2])
  await next(page)
  for (const [name, text] of [
    ['email', 'grace@example.com'],
    ['firstName', 'Grace'],
    ['lastName', 'Hopper'],
  ]) {
    await tabTo(page, `root[${name}]`)
    await page.keyboard.type(text ?? '')
  }
  await tabTo(page, 'root[privacy]')
  await page.keyboard.press('Space')
  // Enter in a field presses the first submit button, which is the one that goes on.
  await page.keyboard.press('Enter')
  await expectHeading(page, words.en.thanks)
})
