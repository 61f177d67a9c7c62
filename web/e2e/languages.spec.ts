// The menu of languages: it names each, keeps the choice where the browser keeps cookies, and takes the forms along.
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { chooseLanguage, languageButton } from './language-menu.ts'

const { site } = fixtureSite()
test.use({ baseURL: '' })

test('a language is named in itself and in that of the page, and chosen by keyboard', async ({ page, context }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`${site().origin}/de/privacy`)
    const menu = page.locator('header details', { hasText: 'Sprache' })
    await languageButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('link')).toHaveText([
      'English Englisch',
      'Español Spanisch',
      'Français Französisch',
      'Italiano Italienisch',
      'Nederlands Niederländisch',
    ])
    await expect(menu.getByText('Español')).toHaveAttribute('lang', 'es')
    await expect(menu.getByRole('link').last()).toBeInViewport({ ratio: 1 })
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  for (const _ of [1, 2]) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(new URL(page.url()).pathname).toBe('/es/privacy')
  const cookies = await context.cookies()
  const cookie = cookies.find(({ name }) => name === 'language')
  expect([cookie?.name, cookie?.value, cookie?.path, cookie?.sameSite, cookie?.secure]).toEqual([
    ...['language', 'es', '/', 'Lax', false],
  ])
  expect(cookies.map(({ name }) => name).sort()).toEqual(['language', 'subscription'])
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)
})

test('what was begun goes on in the other language, on a page that is loaded anew', async ({ page }) => {
  await page.goto(`${site().origin}/heating`)
  await answersByItself(page)
  const visit = page.locator('section[id="visit"]')
  const news = page.locator('section[id="news"] [name="root[email]"]')
  await news.fill('half@')
  await visit.locator('[value=weekday]').check()
  await visit.locator('button[name=go][value=on]').last().click()
  await expect(visit.locator('.lw-heading')).toBeFocused()
  await page.evaluate(() => {
    document.body.dataset.kept = 'yes'
  })
  const left = page.waitForRequest((request) => request.isNavigationRequest())
  await chooseLanguage(page, 'Deutsch')
  const address = new URL((await left).url())
  expect(address.pathname + address.search).toBe('/de/heating?form=visit&step=where')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('body')).not.toHaveAttribute('data-kept')
  await expect(visit.locator('.lw-heading')).toHaveText('Wohin?')
  await expect(news).toHaveValue('half@')
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(news).toHaveValue('half@')
})

test('the dialog about consent goes at once, and the page 20 ms later', async ({ page }) => {
  await page.goto(`${site().origin}/privacy`)
  await page.evaluate(() => {
    const dialog = document.createElement('div')
    dialog.id = 'cc-main'
    document.body.append(dialog)
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const reached = page.waitForResponse((reply) => reply.request().method() === 'HEAD')
  let isLeft = false
  page.on('request', (request) => {
    isLeft ||= request.isNavigationRequest()
  })
  await chooseLanguage(page, 'Deutsch')
  await expect(page.locator('#cc-main')).toHaveCount(0)
  await reached
  await page.clock.runFor(19)
  await page.waitForTimeout(200)
  expect(isLeft).toBe(false)
  await page.clock.runFor(1)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test.describe('while the server is away', () => {
  test.use({ losesConnection: true })

  test('the page stays, and offers to try again', async ({ page, context }) => {
    await page.goto(`${site().origin}/heating`)
    await answersByItself(page)
    await context.setOffline(true)
    await chooseLanguage(page, 'Deutsch')
    await expect(page.getByRole('alert')).toContainText(textsOf('en', 'chrome').unreachedTitle)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens and leads to the page in each language', async ({ page, context }) => {
    await page.goto(`${site().origin}/privacy`)
    await chooseLanguage(page, 'Nederlands')
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    expect(await context.cookies()).toEqual([])
  })
})
