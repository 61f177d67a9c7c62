// A form whose answers can be printed once they are sent: what stands there, for whom, and what a printer gets of the page.
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'

const workshop = {
  locales: ['en'],
  title: 'Workshop',
  printAnswers: true,
  steps: {
    children: {
      title: 'Who comes?',
      as: 'children',
      repeat: { min: 1, max: 3, title: 'Child', add: 'Add a child' },
      fields: { name: { kind: 'given-name' }, swims: { kind: 'yes-no', title: 'Can your child swim?' } },
    },
    you: {
      title: 'How do we reach you?',
      fields: {
        day: { title: 'Which day?', options: { sat: 'Saturday', sun: 'Sunday' } },
        note: { kind: 'long-text', title: 'Anything else?', optional: true },
        email: { kind: 'email' },
      },
    },
  },
}

const { site } = fixtureSite({ 'definitions/forms/workshop.json': JSON.stringify(workshop) })
test.use({ baseURL: '', viewport: { width: 360, height: 740 } })

// What a file of tests before took away may go first.
test.beforeAll(async () => {
  await expect.poll(async () => (await fetch(`${site().origin}/forms/workshop`)).status).toBe(200)
})

for (const hasScript of [true, false])
  test.describe(hasScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })

    test('the thanks show the answers in words, and are printed without what surrounds them', async ({ page }) => {
      await page.goto(`${site().origin}/forms/workshop`)
      if (hasScript) await answersByItself(page)
      const control = (name: string) => page.locator(`main [name="root[${name}]"]`)
      const goOn = () => page.locator('main button.lw-button-on').click()
      await control('children.0.name').fill('Ada')
      await page.locator('main [name="root[children.0.swims]"][value=true]').check()
      await page.locator('main button[name=go][value=add]').click()
      await control('children.1.name').fill('Grace')
      await page.locator('main [name="root[children.1.swims]"][value=false]').check()
      await goOn()
      await page.locator('main [name="root[day]"][value=sun]').check()
      await control('note').fill('Both sing.\nOne <b>loudly</b>.')
      await control('email').fill('ada@example.com')
      await goOn()

      const copy = page.getByRole('region', { name: 'Your answers' })
      await expect(copy).toContainText(/Workshop – Sent on \d+\s\w+\s\d{4}/)
      await expect(copy.getByRole('heading', { level: 3 })).toHaveText(['Child 1', 'Child 2', 'How do we reach you?'])
      expect(await copy.locator('dt').allTextContents()).toEqual([
        ...['First name', 'Can your child swim?', 'First name', 'Can your child swim?'],
        ...['Which day?', 'Anything else?', 'Email address'],
      ])
      expect(await copy.locator('dd').allTextContents()).toEqual([
        ...['Ada', 'Yes', 'Grace', 'No', 'Sunday', 'Both sing.\nOne <b>loudly</b>.', 'ada@example.com'],
      ])
      await expect(page.getByText(/Your reference: [0-9A-F]{4}-[0-9A-F]{4}/)).toBeVisible()
      expect(page.url()).not.toMatch(/ada|grace|sing/i)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      const print = copy.getByRole('button', { name: 'Print or save as PDF' })
      if (hasScript) {
        await axe(page)
        await page.evaluate(() =>
          Object.assign(globalThis, { print: () => document.body.setAttribute('data-printed', '') }),
        )
        await print.click()
        await expect(page.locator('body[data-printed]')).toBeAttached()
        expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
          'Grace',
        )
      } else await expect(print).toHaveCount(0)

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      for (const part of ['header', 'footer', 'main button'])
        await expect(page.locator(`${part} >> visible=true`)).toHaveCount(0)
      await expect(copy.getByText('Both sing.')).toBeVisible()
      // Printers leave grounds out: letters are dark, whatever the screen is like.
      const colour = await copy.evaluate((each) => getComputedStyle(each).color)
      expect(colour).toMatch(/oklch\(0\.[0-4]|rgb\((?:\d|\d\d), /)
      await page.emulateMedia({ media: null })

      // Another visitor who is led to the same address sees thanks alone.
      await page.goto(`${site().origin}/forms/workshop?form=done`)
      await expect(copy).toHaveCount(0)
    })
  })
