// A page with two questionnaires, one of them twice, and a newsletter: filled in any order, with and without JavaScript.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { chooseLanguage } from './language-menu.ts'
import { expectSound } from './sound.ts'
import { sourcesOf } from './stored-leads.ts'

const { site, another } = fixtureSite()
test.use({ baseURL: '', expectedStatuses: [422] })

const sections = ['visit', 'offers', 'later', 'news']
const at = (page: Page, section: string) => page.locator(`section[id="${section}"]`)
const heading = (page: Page, section: string) => at(page, section).locator('.lw-heading')
const control = (page: Page, section: string, field: string) =>
  at(page, section).locator(`[name="root[${field}]"]:not([type=hidden])`)
const choose = (page: Page, section: string, field: string, value: string) =>
  control(page, section, field)
    .and(page.locator(`[value="${value}"]`))
    .check()
const press = (page: Page, section: string, go = 'on') =>
  at(page, section).locator(`button[name=go][value="${go}"]`).last().click()

async function open(page: Page, hasScript: boolean): Promise<void> {
  await page.goto(`${site().origin}/heating`)
  if (hasScript) await answersByItself(page)
}

/** What a visitor who acted in a form finds: it has the focus and is in access, and the page is about it. */
async function expectArrived(page: Page, target: Locator, title: RegExp): Promise<void> {
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
  await expect(page).toHaveTitle(title)
}

/** Each form with a mistake on its way. Those that stay in their place leave the page as it is. */
const fillings = {
  async visit(page: Page, email: string, hasScript: boolean) {
    await choose(page, 'visit', 'day', 'saturday')
    if (!hasScript) {
      await press(page, 'visit')
      await expect(control(page, 'visit', 'floor')).toBeInViewport()
    }
    await control(page, 'visit', 'floor').fill('2')
    await press(page, 'visit')
    await expectArrived(page, heading(page, 'visit'), /^Where to\? – Heating, compared/)
    await press(page, 'visit')
    await expectArrived(page, at(page, 'visit').getByRole('alert'), /^Error: Where to\?/)
    await expectSound(page, hasScript)
    await control(page, 'visit', 'city').fill('York')
    await control(page, 'visit', 'email').fill(email)
    await press(page, 'visit')
    await expectArrived(page, heading(page, 'visit'), /^We will come/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new heating, compared')
  },
  async offers(page: Page, email: string, hasScript: boolean) {
    await choose(page, 'offers', 'fuel', 'gas')
    await control(page, 'offers', 'since][month').fill('5')
    await control(page, 'offers', 'since][year').fill('2001')
    await press(page, 'offers')
    await expectArrived(page, heading(page, 'offers'), /^Your rooms/)
    // It has the page for itself now.
    for (const other of ['visit', 'later', 'news']) await expect(at(page, other)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your rooms')
    await control(page, 'offers', 'area').fill('3')
    await press(page, 'offers')
    await expectArrived(page, at(page, 'offers').getByRole('alert'), /^Error: Your rooms/)
    await expectSound(page, hasScript)
    await control(page, 'offers', 'area').fill('80')
    await press(page, 'offers')
    await expect(heading(page, 'offers')).toHaveText('Where do the offers go?')
    await control(page, 'offers', 'email').fill(email)
    await control(page, 'offers', 'privacy').check()
    await press(page, 'offers')
    await expectArrived(page, page.getByRole('heading', { level: 1 }), /^Thank you/)
    await page.goto(page.url().replace(/[?#].*/, ''))
    for (const section of sections) await expect(at(page, section)).toBeVisible()
  },
  async news(page: Page, email: string, hasScript: boolean) {
    await control(page, 'news', 'email').fill('half@')
    await press(page, 'news')
    await expectArrived(page, at(page, 'news').getByRole('alert'), /^Error: Heating, compared/)
    await expectSound(page, hasScript)
    await at(page, 'news').getByRole('link', { name: 'Your email address is missing the part after the @' }).click()
    await expect(control(page, 'news', 'email')).toBeFocused()
    await control(page, 'news', 'email').fill(email)
    await control(page, 'news', 'privacy').check()
    await press(page, 'news')
    await expectArrived(page, heading(page, 'news'), /^The tips are on their way/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new heating, compared')
  },
}

type Filled = keyof typeof fillings
const forms: Record<Filled, string> = { visit: 'visit', offers: 'heating', news: 'tips' }
const orders: Filled[][] = [
  ['visit', 'offers', 'news'],
  ['visit', 'news', 'offers'],
  ['offers', 'visit', 'news'],
  ['offers', 'news', 'visit'],
  ['news', 'visit', 'offers'],
  ['news', 'offers', 'visit'],
]

for (const hasScript of [true, false])
  test.describe(hasScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })
    for (const [index, order] of orders.entries()) {
      const width = (index + Number(hasScript)) % 2 === 0 ? 360 : 1280
      test(`${order.join(', ')} at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 })
        await open(page, hasScript)
        const email = `${randomUUID()}@example.com`
        for (const [place, form] of order.entries()) {
          const others = hasScript ? order.slice(place + 1) : []
          // Half filled meanwhile: it is there again whatever is done with the others.
          if (others.includes('news')) await control(page, 'news', 'email').fill('later@')
          if (others.includes('visit')) await choose(page, 'visit', 'day', 'weekday')
          if (others.includes('offers')) await choose(page, 'offers', 'fuel', 'oil')
          await fillings[form](page, email, hasScript)
          if (others.includes('news')) await expect(control(page, 'news', 'email')).toHaveValue('later@')
          if (others.includes('visit')) await expect(at(page, 'visit').locator('[value=weekday]')).toBeChecked()
          if (others.includes('offers')) await expect(at(page, 'offers').locator('[value=oil]')).toBeChecked()
          await expectSound(page, hasScript)
        }
        expect(sourcesOf(site(), email)).toEqual(order.map((form) => `${forms[form]} on heating`))
      })
    }
  })

test('mistakes, letters and steps of one form stay while another is stepped, there and back', async ({ page }) => {
  await open(page, true)
  await control(page, 'news', 'email').fill('half@')
  await press(page, 'news')
  const mistakes = at(page, 'news').getByRole('alert')
  await expect(mistakes).toContainText('Your email address is missing the part after the @')
  await choose(page, 'later', 'day', 'weekday')
  await choose(page, 'visit', 'day', 'weekday')
  await press(page, 'visit')
  await expect(heading(page, 'visit')).toBeFocused()
  await control(page, 'visit', 'city').fill('Leeds')
  await press(page, 'later')
  await expect(heading(page, 'later')).toBeFocused()
  await expect(control(page, 'visit', 'city')).toHaveValue('Leeds')
  await expect(mistakes).toContainText('Your email address is missing the part after the @')
  await expectSound(page, true)

  await page.goBack()
  await expect(heading(page, 'later')).toHaveText('Shall somebody come and look?')
  await expect(heading(page, 'later')).toBeFocused()
  await expect(control(page, 'visit', 'city')).toHaveValue('Leeds')
  await page.goBack()
  await expect(heading(page, 'visit')).toHaveText('Shall somebody come and look?')
  await expect(at(page, 'visit').locator('[value=weekday]')).toBeChecked()
  await expect(mistakes).toContainText('Your email address is missing the part after the @')
  await expect(control(page, 'news', 'email')).toHaveValue('half@')
  await page.goForward()
  await expect(control(page, 'visit', 'city')).toHaveValue('Leeds')
  await page.goForward()
  await expect(heading(page, 'later')).toHaveText('Where to?')
})

test('a reload and another language bring every draft back, also of one form twice', async ({ page }) => {
  await open(page, true)
  await choose(page, 'visit', 'day', 'weekday')
  await press(page, 'visit')
  await control(page, 'visit', 'city').fill('Leeds')
  await choose(page, 'later', 'day', 'saturday')
  await control(page, 'later', 'floor').fill('3')
  await press(page, 'later')
  await control(page, 'later', 'city').fill('York')
  await control(page, 'news', 'email').fill('half@')
  await choose(page, 'offers', 'fuel', 'oil')
  const expectDrafts = async () => {
    await expect(control(page, 'visit', 'city')).toHaveValue('Leeds')
    await expect(control(page, 'later', 'city')).toHaveValue('York')
    await expect(control(page, 'news', 'email')).toHaveValue('half@')
    await expect(at(page, 'offers').locator('[value=oil]')).toBeChecked()
  }
  await page.reload()
  await expectDrafts()
  await expect(heading(page, 'later')).toBeFocused()
  await expect(page).toHaveTitle(/^Where to\?/)
  await chooseLanguage(page, 'Deutsch')
  await expect(heading(page, 'later')).toHaveText('Wohin?')
  await expect(heading(page, 'offers')).toHaveText('Ihre Heizung')
  await expectDrafts()
})

test.describe('while the server is away', () => {
  test.use({ losesConnection: true })

  test('one form waits to be sent, and another goes on undisturbed', async ({ page }) => {
    // Another server, since this one goes away.
    const own = await another()
    try {
      const email = `${randomUUID()}@example.com`
      await page.goto(`${own.origin}/heating`)
      await answersByItself(page)
      await own.away()
      await control(page, 'news', 'email').fill(email)
      await control(page, 'news', 'privacy').check()
      await press(page, 'news')
      await expect(at(page, 'news').getByRole('status')).toContainText('This page keeps trying')
      await choose(page, 'visit', 'day', 'weekday')
      await press(page, 'visit')
      await expect(heading(page, 'visit')).toBeFocused()
      await expect(at(page, 'news').getByRole('status')).toContainText('This page keeps trying')
      await control(page, 'visit', 'city').fill('Le')
      await own.back()
      await expect(heading(page, 'news')).toHaveText('The tips are on their way')
      await expect(control(page, 'visit', 'city')).toBeFocused()
      await page.keyboard.type('eds')
      await expect(control(page, 'visit', 'city')).toHaveValue('Leeds')
      await page.goBack()
      await page.goBack()
      await expect(heading(page, 'visit')).toHaveText('Shall somebody come and look?')
      expect(sourcesOf(own, email)).toEqual(['tips on heating'])
    } finally {
      await own.stop()
    }
  })
})

test('an address of old is the main form’s, and one that was made up says nothing', async ({ page }) => {
  await page.goto(`${site().origin}/heating?step=done`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, we have your answers')
  await expect(at(page, 'visit')).toHaveCount(0)
  for (const search of ['form=gone&step=done', 'form=promise&step=done', 'form=news&step=nowhere']) {
    await page.goto(`${site().origin}/heating?${search}`)
    for (const section of sections) await expect(at(page, section).locator('form')).toBeVisible()
  }
})
