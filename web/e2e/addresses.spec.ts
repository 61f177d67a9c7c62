// Towns and streets that are looked up by a postal code: filled in, suggested and doubted, and never in the way.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')

const move = {
  locales: ['es'],
  title: 'Mudanza',
  steps: {
    home: {
      title: 'Su casa',
      fields: {
        code: { kind: 'postal-code' },
        town: { kind: 'city', lookUp: 'code' },
        street: { kind: 'street', lookUp: 'code' },
      },
    },
    garage: {
      title: 'Su garaje',
      fields: {
        garageStreet: { kind: 'street', title: '¿En qué calle está?', lookUp: 'code' },
        email: { kind: 'email' },
      },
    },
  },
}

let site: Site
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadwright-addresses-'))
  await cp(join(root, 'definitions'), folder, { recursive: true })
  await writeFile(join(folder, 'forms/move.json'), JSON.stringify(move))
  const data = join(root, 'server/geo/testing')
  const env = { GEO_POSTCODES: join(data, 'postal-codes'), GEO_STREETS: join(data, 'streets') }
  site = await startSite({ definitions: folder, env })
  // It is read beside the first requests.
  await expect
    .poll(async () => (await fetch(`${site.origin}/geo/postal-codes/ES/28013?${Date.now()}`)).text())
    .toContain('Calle Mayor')
})
test.afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

test.use({ baseURL: '', viewport: { width: 360, height: 740 } })

const control = (page: Page, id: string) => page.locator(`main [name="root[${id}]"]`)
const goOn = (page: Page) => page.locator('main button.lw-button-on').click()
const suggested = (page: Page, id: string) =>
  control(page, id).evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value))
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const streets = ['Calle del Arenal', 'Calle Mayor', 'Plaza de la Puerta del Sol']
const filled = 'Hemos rellenado la población del código postal 28013.'
const doubted = 'El código postal 28013 corresponde a Madrid.'

test('the town is filled in and follows the code; another is doubted and taken; streets are suggested', async ({
  page,
}) => {
  await page.goto(`${site.origin}/es/forms/move`)
  await answersByItself(page)
  await control(page, 'code').fill('38400')
  await control(page, 'town').focus()
  await expect(control(page, 'town')).toHaveValue('Puerto de la Cruz')
  await control(page, 'code').fill('28013')
  await control(page, 'street').focus()
  await expect(control(page, 'town')).toHaveValue('Madrid')
  await expect(control(page, 'town')).toHaveAccessibleDescription(new RegExp(filled))
  await expect.poll(() => suggested(page, 'street')).toEqual(streets)
  await axe(page)
  expect(await overflow(page)).toBeLessThanOrEqual(360)

  // What the visitor typed stays, whatever the code says.
  await control(page, 'town').fill('Alcorcón')
  await control(page, 'street').fill('Calle Mayor 1')
  await expect(page.getByText(doubted)).toBeVisible()
  await expect(control(page, 'town')).toHaveValue('Alcorcón')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await axe(page)
  expect(await overflow(page)).toBeLessThanOrEqual(360)
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Su garaje' })).toBeVisible()
  await expect.poll(() => suggested(page, 'garageStreet')).toEqual(streets)
  expect(page.url()).not.toMatch(/28013|Madrid|Alcor/)
})

test('a town that is typed in while the code is looked up is kept', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/geo/postal-codes/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.origin}/es/forms/move`)
  await answersByItself(page)
  await control(page, 'code').fill('28013')
  await control(page, 'town').pressSequentially('Madri')
  release()
  await expect.poll(() => suggested(page, 'street')).toEqual(streets)
  await expect(control(page, 'town')).toHaveValue('Madri')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a missing town comes filled in, another is doubted once, and goes on when it is sent again', async ({
    page,
  }) => {
    await page.goto(`${site.origin}/es/forms/move`)
    await control(page, 'code').fill('28013')
    await control(page, 'street').fill('Calle Mayor 1')
    await goOn(page)
    await expect(control(page, 'town')).toHaveValue('Madrid')
    await expect(page.getByText(filled)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await suggested(page, 'street')).toEqual(streets)
    expect(await overflow(page)).toBeLessThanOrEqual(360)

    await control(page, 'town').fill('Alcorcón')
    await goOn(page)
    await expect(page.getByText(doubted)).toBeVisible()
    await expect(control(page, 'town')).toHaveValue('Alcorcón')
    await expect(control(page, 'town')).toBeFocused()
    // Another town that does not fit either is doubted as well.
    await control(page, 'town').fill('Getafe')
    await goOn(page)
    await expect(page.getByText(doubted)).toBeVisible()
    await goOn(page)
    await expect(page.getByRole('heading', { name: 'Su garaje' })).toBeVisible()
    expect(await suggested(page, 'garageStreet')).toEqual(streets)
    await control(page, 'garageStreet').fill('Calle Mayor 3')
    await control(page, 'email').fill('ada@example.com')
    await goOn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Gracias' })).toBeVisible()
    expect(page.url()).not.toMatch(/28013|Madrid|Getafe/)
  })
})
