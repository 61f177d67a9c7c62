import { axe, expect, test } from './fixture.ts'
import {
  expectHeading,
  fillContact,
  fillHousing,
  fillProfile,
  goOn,
  type Language,
  path,
  words,
} from './questionnaire.ts'

for (const language of ['en', 'de'] as Language[]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
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
  }
}

test('controls have names, groups and descriptions', async ({ page }) => {
  await page.goto(path.en)
  const work = page.getByRole('group', { name: 'Do you use it for work?' })
  await expect(work).toHaveAccessibleDescription('For example an office or a practice where you see clients.')
  await expect(work.getByRole('radio', { name: 'Yes' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Where is it?' })).toHaveAccessibleDescription(
    'The postal code or the city.',
  )
})
