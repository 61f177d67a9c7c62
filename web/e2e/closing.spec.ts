// Forms that open, close and take so many leads only: what stands in their place, and what becomes of answers on their way.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { hydrated } from './hydrated.ts'

const forms = join(import.meta.dirname, '../../definitions/forms')

const email = { you: { title: 'Where shall we write?', fields: { email: { kind: 'email' } } } }

/** A form of two steps that takes one lead, with a waiting list. */
const raffle = {
  locales: ['en'],
  title: 'Raffle',
  maxLeads: 1,
  steps: {
    guess: { title: 'Your guess', fields: { beans: { kind: 'integer', title: 'How many beans are in the jar?' } } },
    ...email,
  },
  whenClosed: { full: { text: 'Leave your address, and we tell you about the next one.', waitingList: 'raffle-list' } },
}

const page = (form: string) => ({
  locales: ['en'],
  path: `/raffles/${form}`,
  title: 'A raffle',
  description: 'Guess how many beans are in the jar.',
  sections: { form: { kind: 'form', form } },
})

const later = {
  locales: ['en'],
  title: 'Next year',
  opens: '2120-01-01T09:00',
  steps: email,
  embed: { origins: ['https://shop.example'] },
}

async function closed(form: string): Promise<string> {
  return JSON.stringify({ ...JSON.parse(await readFile(join(forms, `${form}.json`), 'utf8')), closes: '2020-01-31' })
}

const { site } = fixtureSite(async () => ({
  'definitions/forms/raffle-off.json': JSON.stringify(raffle),
  'definitions/forms/raffle-on.json': JSON.stringify(raffle),
  'definitions/forms/raffle-list.json': JSON.stringify({ locales: ['en'], title: 'Tell me', steps: email }),
  'definitions/forms/raffle-later.json': JSON.stringify(later),
  'definitions/pages/raffle-on.json': JSON.stringify(page('raffle-on')),
  'definitions/pages/raffle-off.json': JSON.stringify(page('raffle-off')),
  'definitions/forms/newsletter-footer.json': await closed('newsletter-footer'),
  'definitions/forms/newsletter-popup.json': await closed('newsletter-popup'),
}))

test.use({ baseURL: '', expectedStatuses: [409] })

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 } })
    const form = `raffle-${javaScriptEnabled ? 'on' : 'off'}`

    test('a form that is full when it is sent says so and keeps the answers; a waiting list takes its place', async ({
      page,
    }) => {
      const look = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        if (!javaScriptEnabled) return
        // A page without a main form runs without the app until somebody begins with one.
        if ((await page.locator('main form[data-main]').count()) > 0) await hydrated(page)
        await axe(page)
      }
      await page.goto(`${site().origin}/raffles/${form}`)
      await look()
      await page.locator('[name="root[beans]"]').fill('512')
      await page.locator('main [name=go][value=on]').click()
      const address = page.locator('main [name="root[email]"]')
      await address.fill('ada@example.com')

      const answers = { beans: 7, email: 'grace@example.com' }
      const reply = await fetch(`${site().origin}/api/v1/submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ form, locale: 'en', answers }),
      })
      expect(reply.status).toBe(201)
      await page.locator('main [name=go][value=on]').click()
      const alert = page.getByRole('alert').filter({ hasText: 'Your answers could not be sent' })
      await expect(alert).toContainText('All places have been taken. Leave your address')
      await expect(alert).toBeFocused()
      await expect(address).toHaveValue('ada@example.com')
      await look()

      // Where it is loaded anew, the waiting list stands in its place.
      const again = page.getByRole('heading', { level: 1, name: 'All places have been taken' })
      await expect(async () => {
        await page.goto(`${site().origin}/raffles/${form}`)
        await expect(again).toBeVisible({ timeout: 1000 })
      }).toPass()
      await expect(page.locator('[name="root[beans]"]')).toHaveCount(0)
      await look()
      if (javaScriptEnabled)
        expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('ada@example.com')
      await page.locator('main [name="root[email]"]').fill('ada@example.com')
      await page.locator('main [name=go][value=on]').click()
      await expect(page.getByRole('heading', { name: 'Thank you, we have your answers' })).toBeVisible()
      await expect(again).toBeVisible()
      await look()
    })

    test('what is not open yet says when it opens, also in a frame; the footer’s form is closed, and nothing pops up', async ({
      page,
    }) => {
      for (const path of ['/forms/raffle-later', '/embed/raffle-later']) {
        await page.goto(site().origin + path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('This form isn’t open yet')
        await expect(page.getByText('It opens on 1 January 2120 at 09:00.')).toBeVisible()
        await expect(page.locator('main [name="root[email]"]')).toHaveCount(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        if (javaScriptEnabled) await axe(page)
      }
      await page.goto(`${site().origin}/forms/raffle-later`)
      const footer = page.locator('footer')
      await expect(footer.getByText('The last day to send it was 31 January 2020.')).toBeVisible()
      await expect(footer.locator('form[method=post]')).toHaveCount(0)
      await expect(page.locator('#popup')).toHaveCount(0)
    })
  })
