import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import {
  choose,
  expectHeading,
  fillContact,
  fillHousing,
  fillProfile,
  goOn,
  languages,
  nextScreen,
  path,
  words,
} from './questionnaire.ts'

// Each scheme narrow and wide; the other languages, and every other form, in every-form.spec.ts.
for (const [place, language] of languages.slice(0, 4).entries()) {
  const colorScheme = place % 2 === 0 ? 'light' : 'dark'
  const width = place % 4 < 2 ? 360 : 1280
  test.describe(`${language}, ${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 }, expectedStatuses: [422, 404] })

    test('axe finds nothing on any step, with and without errors, nor after sending', async ({ page }) => {
      const say = words[language]
      await page.goto(path[language])
      const fill = [
        () => fillHousing(page),
        () => fillProfile(page),
        () => fillContact(page, language, 'ada@example.com'),
      ]
      for (const [index, fillStep] of fill.entries()) {
        await expectHeading(page, say.steps[index] ?? '')
        await axe(page)
        // The first screen of the last step asks nothing that must be answered.
        if (index === 2) await nextScreen(page, 'email')
        await goOn(page)
        await expect(page.getByRole('alert')).toBeFocused()
        await axe(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
        await fillStep()
        await goOn(page)
      }
      await expectHeading(page, say.thanks)
      await axe(page)
      await page.goto(`${path[language]}/nothing-here`)
      await axe(page)
    })
  })
}

test.describe('the accessibility tree', () => {
  test('a screen reader is told names, groups, hints, states and mistakes', async ({ page }) => {
    const { housing, profile } = textsOf('en', 'forms/home-insurance').steps
    const { propertyType, occupancy, residence, professionalUse, buildAge, homePostalCodeOrCity, features } =
      housing.fields
    await page.goto(path.en)
    // A step that is posted as HTML does may come back, and take the focus, while its mistakes are read.
    await answersByItself(page)
    await expect(page.locator('main .lw-step')).toMatchAriaSnapshot(`
      - progressbar "Step 1 of 3"
      - heading "${housing.title} (part 1 of 3)" [level=2]
      - group "${propertyType.title}":
        - radio "Flat"
        - radio "House"
      - group "${occupancy.title}"
      - button "Next"
    `)
    await goOn(page)
    await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
      - alert:
        - heading /^Please check \\d answers?$/ [level=2]
        - list:
          - listitem:
            - link "Choose an answer to “${propertyType.title}”"
    `)
    // What an answer reveals is heard where it stands.
    await expect(page.getByRole('group', { name: residence.title })).toHaveCount(0)
    await choose(page, 'propertyType', 'flat')
    await choose(page, 'occupancy', 'owner')
    await expect(page.getByRole('group', { name: residence.title })).toBeVisible()
    await choose(page, 'residence', 'primary')
    await nextScreen(page, 'homePostalCodeOrCity')
    await expect(page.locator('main .lw-step-heading')).toBeFocused()
    await expect(page.locator('main .lw-step')).toMatchAriaSnapshot(`
      - progressbar "Step 1 of 3"
      - heading "${housing.title} (part 2 of 3)" [level=1]
      - textbox "${homePostalCodeOrCity.title}"
      - group "${buildAge.title}"
    `)
    const place = page.getByRole('textbox', { name: homePostalCodeOrCity.title })
    await expect(place).toHaveAccessibleDescription(homePostalCodeOrCity.hint)
    await expect(place).not.toHaveAttribute('aria-invalid')
    await goOn(page)
    const missing = 'Enter a postcode or a town'
    await expect(place).toHaveAccessibleDescription(`${homePostalCodeOrCity.hint} ${missing}`)
    await expect(place).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('link', { name: missing }).click()
    await expect(place).toBeFocused()
    await place.fill('London')
    await choose(page, 'buildAge', 'under5')
    await choose(page, 'alreadyLivingThere', 'true')
    await nextScreen(page, 'professionalUse')
    const work = page.getByRole('group', { name: professionalUse.title })
    await expect(work).toHaveAccessibleDescription(professionalUse.hint)
    await expect(page.locator('main .lw-step')).toMatchAriaSnapshot(`
      - group "${features.title}":
        - checkbox "Closed garage"
      - 'button "Next: ${profile.title}"'
    `)
    await choose(page, 'professionalUse', 'false')
    await choose(page, 'features', 'garage')
    await goOn(page)
    await expect(page.locator('main .lw-step-heading')).toBeFocused()
    await page.locator('main .lw-why summary').first().click()
    await expect(page.getByText(profile.fields.claims.explanation)).toBeVisible()
  })
})

test('nothing scrolls sideways at 320 px, nor with text at twice its size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const language of languages) {
    for (const textSize of ['100%', '200%']) {
      await page.goto(path[language])
      // As the browser's own setting does: every size of the page follows the root's.
      const wide = await page.evaluate((size) => {
        document.documentElement.style.setProperty('font-size', size)
        return [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((element) => element.className || element.tagName)
      }, textSize)
      expect(wide, `${language} ${textSize}`).toEqual([])
    }
  }
})

test.describe('colours', () => {
  test.use({ expectedStatuses: [422] })

  test('every palette has contrast enough, in both schemes', async ({ page }) => {
    test.slow()
    // Colours change at once, so that none is measured on its way.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path.en)
    await goOn(page)
    await expect(page.getByRole('alert')).toBeVisible()
    const inks = new Set<string>()
    for (const palette of ['', 'fern', 'plum', 'petrol', 'umber', 'slate']) {
      for (const scheme of ['light', 'dark']) {
        await page.evaluate(
          ([palette, scheme]) => Object.assign(document.documentElement.dataset, { palette, scheme }),
          [palette, scheme] as const,
        )
        await axe(page)
      }
      inks.add(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-ink')))
    }
    // Each is drawn in its own ink, whatever the brand's is.
    expect(inks.size).toBe(6)
  })
})

for (const [width, colorScheme] of [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const) {
  test(`a picture of the form at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await page.goto(path.en)
    await page.locator('input[value=house]').check()
    await page.evaluate((narrow) => {
      if (!narrow) scrollTo(0, 0)
      return document.fonts.ready
    }, width === 360)
    await page.screenshot({ path: `web/e2e/results/form-${width}-${colorScheme}.png` })
  })
}
