// A later step that depends on a score: asked in the browser and without JavaScript alike.
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'

const cover = {
  locales: ['en'],
  title: 'Cover',
  computed: {
    score: {
      sum: [
        { field: 'rooms', factor: 0.1 },
        { field: 'residence', values: { primary: 10, secondary: 3 } },
      ],
    },
    years: { age: 'born' },
  },
  steps: {
    home: {
      title: 'The home',
      fields: {
        residence: { title: 'Which home?', options: { primary: 'Main', secondary: 'Second' } },
        rooms: { kind: 'integer', title: 'How many rooms?', minimum: 1, maximum: 20 },
        tower: { kind: 'yes-no', title: 'Has it a tower?', when: { score: { minimum: 12 } } },
      },
    },
    born: { title: 'Your birthday', fields: { born: { kind: 'date', title: 'When were you born?' } } },
    large: {
      title: 'A large home',
      when: { score: { minimum: 11 } },
      fields: { why: { kind: 'text', title: 'Why?' } },
    },
    young: {
      title: 'Your parents',
      when: { years: { maximum: 17 } },
      fields: { who: { kind: 'text', title: 'Who?' } },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}

const { site } = fixtureSite({ 'definitions/forms/cover.json': JSON.stringify(cover) })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a step is asked from a score on, and another below an age', async ({ page }) => {
      await page.goto(`${site().origin}/forms/cover`)
      if (javaScriptEnabled) await answersByItself(page)
      const goOn = () => page.locator('main .lw-buttons button[name=go][value=on]').click()
      const birthday = async (year: number) => {
        const parts = page.locator('main input[name^="root[born]["]')
        for (const [index, part] of ['15', '6', String(year)].entries()) await parts.nth(index).fill(part)
      }
      await page.getByRole('radio', { name: 'Main' }).check()
      await page.getByLabel('How many rooms?').fill('9')
      await goOn()
      await expectHeading(page, 'Your birthday')
      await birthday(1980)
      await goOn()
      await expectHeading(page, 'You')
      await page.getByRole('button', { name: 'Back' }).click()
      await birthday(new Date().getFullYear() - 10)
      await goOn()
      await expectHeading(page, 'Your parents')
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Back' }).click()
      await page.getByLabel('How many rooms?').fill('20')
      if (javaScriptEnabled) await page.getByLabel('How many rooms?').blur()
      // A question of the same step that the score opens.
      else await goOn()
      await page.getByRole('radio', { name: 'No' }).check()
      await goOn()
      await goOn()
      await expectHeading(page, 'A large home')
      await page.getByLabel('Why?').fill('Guests')
      await goOn()
      await expectHeading(page, 'Your parents')
      await page.getByLabel('Who?').fill('Ada')
      await goOn()
      await page.getByLabel(/e-?mail/i).fill('ada@example.com')
      await goOn()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank|answers/i)
    })
  })
