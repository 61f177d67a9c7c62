// Short screens, and what helps on them: questions that appear at once, hints while typing, offers to go on later.
import { expect, test } from './fixture.ts'
import { answersByItself, holdApp, hydrated } from './hydrated.ts'
import { choose, fillHousing, fillProfile, formPages, goOn, nextScreen, path } from './questionnaire.ts'

test.describe('before the app is there', () => {
  test('an answer reveals its question at once, which is sent along', async ({ page }) => {
    const release = await holdApp(page)
    await page.goto(path.en)
    const residence = page.locator('input[name="root[residence]"]')
    await expect(residence.first()).toBeHidden()
    await choose(page, 'propertyType', 'flat')
    await choose(page, 'occupancy', 'nonOccupyingOwner')
    await expect(residence.first()).toBeHidden()
    await choose(page, 'occupancy', 'owner')
    await expect(residence.first()).toBeVisible()
    await choose(page, 'residence', 'primary')
    // The app takes over what is on the screen.
    release()
    await hydrated(page)
    await expect(page.locator('input[name="root[residence]"][value="primary"]')).toBeChecked()
    await nextScreen(page, 'homePostalCodeOrCity')
    await expect(page.getByText('Step 1 of 3')).toBeVisible()
  })
})

test('a town that was told is filled in where it is asked again', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  await fillHousing(page)
  await goOn(page)
  await fillProfile(page)
  await nextScreen(page, 'postalCodeOrCity')
  const town = page.locator('input[name="root[postalCodeOrCity]"]')
  await expect(town).toHaveValue('Hamburg')
  await town.fill('')
  await nextScreen(page, 'email')
  await expect(page.locator('input[type=hidden][name="root[postalCodeOrCity]"]')).toHaveCount(0)
})

test('a slip in a mail address is hinted at, and one press corrects it', async ({ page }) => {
  await page.goto('/forms/newsletter-double-opt-in')
  await hydrated(page)
  const email = page.locator('main input[type=email]')
  await email.fill('anna@gmial.com')
  await email.blur()
  await page.getByRole('button', { name: 'Did you mean anna@gmail.com?' }).click()
  await expect(email).toHaveValue('anna@gmail.com')
  await expect(page.getByRole('button', { name: /Did you mean/ })).toHaveCount(0)
})

test('what is no postcode of the market is refused, and a district is enough', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  for (const [field, value] of Object.entries({ propertyType: 'flat', occupancy: 'owner', residence: 'primary' }))
    await choose(page, field, value)
  await nextScreen(page, 'homePostalCodeOrCity')
  await choose(page, 'buildAge', 'under5')
  await choose(page, 'alreadyLivingThere', 'true')
  const place = page.locator('input[name="root[homePostalCodeOrCity]"]')
  await place.fill('qq99')
  await goOn(page)
  await expect(page.locator('.lw-error')).toHaveText('Enter a full postcode or a town')
  await place.fill('SW1A')
  await nextScreen(page, 'professionalUse')
})

test('suppliers are tiles, and the rest of them is behind a press', async ({ page }) => {
  await page.goto('/electricity-gas/energy')
  await answersByItself(page)
  await choose(page, 'energyType', 'gas')
  await choose(page, 'customerType', 'household')
  await nextScreen(page, 'currentSupplier')
  const ecotricity = page.getByRole('radio', { name: 'Ecotricity' })
  await expect(ecotricity).toBeHidden()
  await expect(page.getByRole('radio', { name: 'None yet' })).toBeVisible()
  await page.getByText('Show 4 more').click()
  await ecotricity.check()
})

test('who is about to leave a form that was begun is offered to save it, once and quietly', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  for (const [field, value] of Object.entries({ propertyType: 'flat', occupancy: 'owner', residence: 'primary' }))
    await choose(page, field, value)
  await nextScreen(page, 'homePostalCodeOrCity')
  const leave = () => page.evaluate(() => document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 })))
  await leave()
  await expect(page.getByText('Leaving? Save your answers')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await leave()
  await expect(page.getByText('Leaving? Save your answers')).toBeHidden()
})

test('forced colours leave chosen, done and current told apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/electricity-gas/energy')
  await hydrated(page)
  const border = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((node) => getComputedStyle(node).borderTopWidth)
  await choose(page, 'energyType', 'gas')
  expect(await border('.lw-option:has(:checked)')).toBe('3px')
  expect(await border('.lw-option:not(:has(:checked))')).toBe('1px')
  await page.goto('/')
  const tabs = page.getByRole('tab')
  const colours = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderTopColor))
  expect(new Set(colours).size).toBe(2)
})

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  for (const address of formPages)
    test(`the question of ${address} is above the fold`, async ({ page }) => {
      await page.goto(address)
      const box = await page.locator('form[data-main] .lw-label').first().boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(256)
    })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  for (const address of formPages)
    test(`the first screen of ${address} asks its first question`, async ({ page }) => {
      await page.goto(address)
      const box = await page.locator('form[data-main] .lw-label').first().boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
    })
})
