// What a form that is not sent yet keeps, where, and for how long.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { openAnswers } from './questionnaire.ts'

const forms = join(import.meta.dirname, '../../engine/node/testing/fixtures/definitions/forms')
const pageWith = (path: string, form: string) =>
  JSON.stringify({
    ...{ locales: ['en'], path, title: `Cars at ${path}`, description: 'Cars.' },
    sections: { form: { kind: 'form', form } },
  })

const { site } = fixtureSite(async () => {
  const car = JSON.parse(await readFile(join(forms, 'car.json'), 'utf8'))
  return {
    'definitions/forms/kept-car.json': JSON.stringify({ ...car, keepAnswers: { days: 7 } }),
    'definitions/pages/one-car.json': pageWith('/one-car', 'car'),
    'definitions/pages/two-cars.json': pageWith('/two-cars', 'car'),
    'definitions/pages/kept-cars.json': pageWith('/kept-cars', 'kept-car'),
  }
})
test.use({ baseURL: '', viewport: { width: 360, height: 800 } })

const heading = (page: Page) => page.locator('main .lw-step-heading')
const control = (page: Page, name: string) => page.locator(`main [name="root[${name}"]:not([type=hidden])`)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(site().origin + path)
  await answersByItself(page)
}

/** Up to the second step, with a driver half filled in. */
async function toDrivers(page: Page, path: string): Promise<void> {
  await open(page, path)
  await control(page, 'request]').and(page.locator('[value=first]')).check()
  await control(page, 'bought]').and(page.locator('[value=used]')).check()
  await control(page, 'firstRegistration][month]').fill('5')
  await control(page, 'firstRegistration][year]').fill('2020')
  await page.locator('main button[name=go][value=on]').last().click()
  await expect(heading(page)).toHaveText('Who drives it?')
  await control(page, 'drivers.0.claims]').fill('3')
  // Kept shortly after it was typed, or as the page is left.
  const kept = () => page.evaluate(() => Object.values(sessionStorage).join())
  await expect.poll(kept).toContain('"drivers.0.claims":3')
}

/** Another tab, after this one is closed. */
async function reopened(page: Page, path: string): Promise<Page> {
  const context = page.context()
  const next = await context.newPage()
  await page.close()
  await next.setViewportSize({ width: 360, height: 800 })
  await open(next, path)
  return next
}

test('two pages with the same form in a section of the same name have a draft each', async ({ page }) => {
  await toDrivers(page, '/one-car')
  await open(page, '/two-cars')
  await expect(heading(page)).toHaveText('Your car')
  await expect(control(page, 'request]').and(page.locator('[value=first]'))).not.toBeChecked()
  await control(page, 'request]').and(page.locator('[value=own]')).check()
  await open(page, '/one-car?step=drivers')
  await expect(control(page, 'drivers.0.claims]')).toHaveValue('3')
})

test('a form that says so goes on at its step after the tab was closed, until it is begun anew', async ({ page }) => {
  await toDrivers(page, '/kept-cars')
  await openAnswers(page)
  await expect(page.getByText('Your answers stay on this device for 7 days')).toBeVisible()
  await axe(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `web/e2e/results/kept-answers-${width}.png`, fullPage: true })
  }
  let tab = await reopened(page, '/kept-cars')
  await expect(heading(tab)).toHaveText('Who drives it?')
  await expect(control(tab, 'drivers.0.claims]')).toHaveValue('3')
  // The address says where it stands, so that a reload and Back do what they do in any form.
  await expect(tab).toHaveURL(/step=drivers/)
  await tab.locator('main button[name=go][value=back]').click()
  await expect(control(tab, 'bought]').and(tab.locator('[value=used]'))).toBeChecked()
  await tab.locator('main button[name=go][value=on]').last().click()
  await expect(heading(tab)).toHaveText('Who drives it?')
  await openAnswers(tab)
  await tab.getByText('Start again', { exact: true }).click()
  await tab.getByRole('button', { name: 'Delete and start again' }).click()
  await expect(heading(tab)).toHaveText('Your car')
  tab = await reopened(tab, '/kept-cars')
  await expect(heading(tab)).toHaveText('Your car')
  await expect(control(tab, 'request]').and(tab.locator('[value=first]'))).not.toBeChecked()
  expect(await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([])
})

test('its days over, nothing of it is left', async ({ page }) => {
  await toDrivers(page, '/kept-cars')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('draft'))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, until: draft.until - 7 * 24 * 60 * 60 * 1000 }))
    }
  })
  const tab = await reopened(page, '/kept-cars')
  await expect(heading(tab)).toHaveText('Your car')
  await expect(control(tab, 'request]').and(tab.locator('[value=first]'))).not.toBeChecked()
  expect(await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([])
})

test('any other form is gone with its tab', async ({ page }) => {
  await toDrivers(page, '/one-car')
  await expect(page.getByText('Your answers stay on this device')).toHaveCount(0)
  const tab = await reopened(page, '/one-car')
  await expect(heading(tab)).toHaveText('Your car')
  await expect(control(tab, 'request]').and(tab.locator('[value=first]'))).not.toBeChecked()
})
