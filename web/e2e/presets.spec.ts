// Answers that a page chooses beforehand: shown, changed, kept, on a page that runs and without JavaScript.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { hydrated } from './hydrated.ts'
import { lastLead } from './stored-leads.ts'

const form = {
  locales: ['en'],
  title: 'Solar panels',
  steps: {
    roof: {
      title: 'Your roof',
      fields: {
        home: { title: 'What is it?', options: { house: 'A house', flat: 'A flat' }, prefill: 'home' },
        shared: { kind: 'yes-no', title: 'Is the roof shared?', when: { home: 'flat' } },
        uses: { title: 'What uses power?', multiple: true, options: { car: 'A car', pump: 'A pump' }, optional: true },
      },
    },
    money: { title: 'Money', fields: { budget: { kind: 'integer', title: 'Budget', maximum: 9000 } } },
  },
}
const preset = { home: 'flat', uses: ['car'], budget: 500 }
const page = {
  locales: ['en'],
  path: '/compare/solar',
  title: 'Solar',
  sections: { form: { kind: 'form', form: 'presets', preset } },
}

const { site } = fixtureSite({
  'definitions/forms/presets.json': JSON.stringify(form),
  'definitions/pages/presets.json': JSON.stringify(page),
})
test.use({ baseURL: '' })

const go = (page: Page, value = 'on') =>
  page.locator(`main .lw-buttons button[name=go][value=${value}]`).first().click()
const option = (page: Page, field: string, value: string) =>
  page.locator(`main [name^="root[${field}]"][value="${value}"]:not([type=hidden])`)
const budget = (page: Page) => page.locator('main [name="root[budget]"]:not([type=hidden])')

for (const runs of [true, false])
  test.describe(runs ? 'on a page that runs' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: runs })
    const open = async (page: Page, search = '') => {
      await page.goto(`${site().origin}/compare/solar${search}`)
      if (runs) await hydrated(page)
    }

    test('is sent as it was chosen by who keeps it', async ({ page }) => {
      await open(page)
      await expect(option(page, 'home', 'flat')).toBeChecked()
      await expect(option(page, 'uses', 'car')).toBeChecked()
      await option(page, 'shared', 'true').check()
      await go(page)
      await expect(budget(page)).toHaveValue('500')
      await go(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(lastLead(site())?.answers).toEqual({ home: 'flat', shared: true, uses: ['car'], budget: 500 })
    })

    test('stays changed once it was changed, forwards and back', async ({ page }) => {
      await open(page)
      await option(page, 'home', 'house').check()
      await option(page, 'uses', 'car').uncheck()
      await go(page)
      await budget(page).fill('700')
      await go(page, 'back')
      await expect(option(page, 'home', 'house')).toBeChecked()
      await expect(option(page, 'uses', 'car')).not.toBeChecked()
      await go(page)
      await expect(budget(page)).toHaveValue('700')
      await go(page)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(lastLead(site())?.answers).toEqual({ home: 'house', budget: 700 })
    })

    test.describe('in a form that is not the main one', () => {
      test.use({ expectedStatuses: [422] })

      test('is folded until it is wanted, and open from then on', async ({ page }) => {
        await page.goto(`${site().origin}/adv/bassols`)
        if (runs) await hydrated(page)
        const form = page.locator('details form')
        await expect(form).toBeHidden()
        await page.getByRole('link', { name: 'Ask for a callback' }).click()
        await expect(form).toBeVisible()
        await form.locator('button[name=go][value=on]').last().click()
        await expect(form.getByRole('alert').first()).toBeVisible()
        await option(page, 'callDay', 'tuesday').check()
        await option(page, 'callTime', 'morning').check()
        await form.locator('button[name=go][value=on]').last().click()
        const phone = page.locator('form input[name="root[phone]"]:not([type=hidden])')
        await expect(phone).toBeVisible()
        await page.reload()
        await expect(phone).toBeVisible()
      })
    })

    test('gives way to what the address says', async ({ page }) => {
      await open(page, '?home=house')
      await expect(option(page, 'home', 'house')).toBeChecked()
      await expect(option(page, 'uses', 'car')).toBeChecked()
    })
  })

test('gives way to a draft', async ({ page }) => {
  await page.goto(`${site().origin}/compare/solar`)
  await hydrated(page)
  await axe(page)
  await option(page, 'home', 'house').check()
  await option(page, 'uses', 'car').uncheck()
  await page.reload()
  await hydrated(page)
  await expect(option(page, 'home', 'house')).toBeChecked()
  await expect(option(page, 'uses', 'car')).not.toBeChecked()
})
