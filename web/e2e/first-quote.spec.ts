// From the first page to the first quote on a phone, in each language, as a newcomer does it whose server plays the sample
// partners: within two minutes for a person, and with the first view of the page of offers.
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import {
  effortOn,
  expectHeading,
  fillContact,
  fillHousing,
  fillProfile,
  goOn,
  type Language,
  languages,
  path,
  tap,
  words,
} from './questionnaire.ts'

/** What a person takes for a tap and for a key, and at most in all, in seconds. */
const [perTap, perKey, most] = [1.2, 0.3, 120]

/** Places for which the sample partners have a tariff. */
const places = { en: 'London', es: 'Madrid', de: 'Berlin', fr: 'Lyon', it: 'Milano', nl: 'Utrecht' } as const

/** What is sent faster looks made by a program. */
const leastTime = 2000

async function toFirstQuote(page: Page, language: Language) {
  const begun = performance.now()
  const say = words[language]
  await page.goto(language === 'en' ? '/' : `/${language}`)
  await tap(page, page.locator(`main a[href="${path[language]}"]`).filter({ visible: true }).first())
  await fillHousing(page, { homePostalCodeOrCity: places[language] })
  await goOn(page)
  await expectHeading(page, say.steps[1])
  await fillProfile(page)
  await goOn(page)
  await expectHeading(page, say.steps[2])
  await fillContact(page, language, 'ada@example.com')
  await page.waitForTimeout(leastTime)

  const results = page.waitForResponse(
    (reply) => reply.request().method() === 'GET' && /\/[\w-]{44}$/.test(new URL(reply.url()).pathname),
  )
  const pressed = performance.now()
  await goOn(page)
  // Sent once and asked for once: the quote needs neither a refresh nor an event.
  expect(await (await results).text()).toContain('data-offer=')
  await expect(page.locator('[data-offer]').first()).toBeVisible()
  const end = performance.now()
  await expectHeading(page, say.thanks)
  return { ...effortOn(page), machine: end - begun - leastTime, wait: end - pressed }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, hasTouch: true, viewport: { width: 360, height: 740 } })
    test.slow()

    test('the first quote is there within two minutes, with the first view of its page', async ({ context }) => {
      for (const language of languages)
        await test.step(language, async () => {
          const page = await context.newPage()
          const { taps, keys, machine, wait } = await toFirstQuote(page, language)
          const human = taps * perTap + keys * perKey
          const mode = `${language}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`
          console.log(
            `${mode}: ${taps} taps and ${keys} keys take a person ${human.toFixed(1)} s; the machine took ${seconds(machine)}, ${seconds(wait)} of them after the last press`,
          )
          expect(taps).toBeGreaterThan(15)
          expect(human).toBeLessThan(most)
          await page.close()
        })
    })
  })
