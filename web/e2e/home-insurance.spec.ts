import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import {
  expectHeading,
  fillContact,
  fillHousing,
  fillProfile,
  goOn,
  languages,
  nextScreen,
  openAnswers,
  path,
  phones,
  words,
} from './questionnaire.ts'
import type { Site } from './site.ts'

/** What is faster looks made by a program, and is delivered to nobody (server/submissions/submissions.ts). */
function asLongAsPeopleTake(page: Page): Promise<void> {
  return page.waitForTimeout(2000)
}

/** The lead with this address, as the demo partner pulls it. */
async function pulledLead({ origin, dataDir }: Site, email: string) {
  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim()
  const reply = await fetch(`${origin}/api/v1/leads?limit=500`, { headers: { authorization: `Bearer ${key}` } })
  const { leads } = (await reply.json()) as { leads: { locale: string; data: Record<string, unknown> }[] }
  return leads.filter(({ data }) => data.email === email)
}

// The languages take turns, narrow and wide with JavaScript and without: that every form works in each of them is shown by
// every-form.spec.ts and server/submissions/vectors.test.ts.
for (const javaScriptEnabled of [false, true]) {
  for (const [place, language] of languages.filter((_, index) => index % 4 < 2 !== javaScriptEnabled).entries()) {
    const width = place % 2 === 0 ? 360 : 1280
    test.describe(`${language}, ${width} px, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, viewport: { width, height: 800 }, expectedStatuses: [422] })

      test('filled, corrected, walked back, sent', async ({ page, site }) => {
        const say = words[language]
        const email = `${randomUUID()}@example.com`
        await page.goto(path[language])
        await expectHeading(page, say.steps[0])
        await expect(page.locator('html')).toHaveAttribute('lang', language)

        // A question that an answer opens is there at once, or comes back on its own, without a complaint.
        await fillHousing(page, { residence: 'secondary', rentalAvailability: 'short' })
        await expect(page.getByText(say.problem)).toHaveCount(0)
        await goOn(page)
        await expectHeading(page, say.steps[1])
        await fillProfile(page)
        await goOn(page)
        await expectHeading(page, say.steps[2])
        await nextScreen(page, 'email')

        // Nothing but an invalid phone number: the summary says so and leads there.
        await page.locator('input[name="root[phone]"]').fill('12')
        await goOn(page)
        await expect(page.getByRole('alert')).toBeFocused()
        await expect(page).toHaveTitle(new RegExp(`^${say.error}`))
        await expect(page.getByRole('alert').getByRole('link', { name: say.noEmail })).toBeVisible()
        await page.getByRole('alert').getByRole('link', { name: say.wrongPhone }).click()
        await expect(page.locator('input[name="root[phone]"]')).toBeFocused()
        await expect(page.locator('input[name="root[phone]"]')).toHaveValue('12')

        // What was answered stands there, and can be changed from here.
        const soFar = page.locator('main .lw-answers')
        await expect(soFar).toContainText('Hamburg')
        await openAnswers(page)
        // Six screens to change; to start again is asked first.
        await expect(soFar.getByRole('button')).toHaveCount(6)
        await soFar.getByRole('button').first().click()
        await expectHeading(page, say.steps[0])
        for (const shown of ['homePostalCodeOrCity', 'professionalUse', 'insured', 'gender', 'address'])
          await nextScreen(page, shown)
        await expectHeading(page, say.steps[2])

        // Back by button, then on again: every answer is still there.
        const back = () => page.getByRole('button', { name: say.back }).click()
        await back()
        await expectHeading(page, say.steps[1])
        await expect(page.locator('input[value=married]:not([type=hidden])')).toBeChecked()
        await back()
        await expect(page.locator('input[name="root[insured]"]:not([type=hidden])').first()).toBeVisible()
        await back()
        await expectHeading(page, say.steps[0])
        await back()
        await expect(page.locator('input[name="root[homePostalCodeOrCity]"]')).toHaveValue('Hamburg')
        await back()
        await expect(page.locator('input[value=short]:not([type=hidden])')).toBeChecked()
        for (const shown of ['homePostalCodeOrCity', 'professionalUse', 'insured', 'gender', 'address'])
          await nextScreen(page, shown)

        await expectHeading(page, say.steps[2])
        await fillContact(page, language, email)
        await asLongAsPeopleTake(page)
        await goOn(page)
        await expectHeading(page, say.thanks)
        const leads = await pulledLead(site, email)
        expect(leads).toHaveLength(1)
        expect(leads[0]).toMatchObject({
          locale: language,
          data: {
            residence: 'secondary',
            phone: phones[language][1],
            features: ['garage'],
          },
        })
      })

      if (place > 0) return
      test('the browser’s Back shows each earlier step with its answers', async ({ page }) => {
        const say = words[language]
        await page.goto(path[language])
        await fillHousing(page)
        await goOn(page)
        await fillProfile(page)
        await goOn(page)
        await page.locator('input[name="root[address]"]').fill('12 High Street')
        await page.goBack()
        await expectHeading(page, say.steps[1])
        await expect(page.locator('input[value=married]:not([type=hidden])')).toBeChecked()
        await page.goBack()
        await expect(page.locator('input[name="root[insured]"]:not([type=hidden])').first()).toBeVisible()
        await page.goBack()
        await expectHeading(page, say.steps[0])
        await page.goBack()
        await expect(page.locator('input[name="root[homePostalCodeOrCity]"]')).toHaveValue('Hamburg')
        await page.goBack()
        await expect(page.locator('input[value=house]:not([type=hidden])')).toBeChecked()
      })
    })
  }
}

test('the button pressed twice is one lead', async ({ page, site }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto(path.en)
  await fillHousing(page)
  await goOn(page)
  await fillProfile(page)
  await goOn(page)
  await fillContact(page, 'en', email)
  await asLongAsPeopleTake(page)
  await page.locator('main button[name=go][value=on]').dblclick()
  await expectHeading(page, words.en.thanks)
  expect(await pulledLead(site, email)).toHaveLength(1)
})
