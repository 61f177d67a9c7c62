// Where a visit came from: kept for the visit, sent with its leads, and appended to links that ask for the click id.
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { hydrated } from './hydrated.ts'
import { lastLead } from './stored-leads.ts'

const form = {
  locales: ['en'],
  title: 'Call me back',
  steps: {
    who: { title: 'Who are you?', fields: { name: { type: 'string', title: 'Your name' } } },
    when: { title: 'When shall we call?', fields: { time: { type: 'string', title: 'When?' } } },
  },
}
/** Two pages that lead to each other; the second has the form. */
const page = (path: string, sections: object) => ({
  ...{ locales: ['en'], path, title: 'Call', description: 'We call you back.' },
  sections: {
    hero: { kind: 'hero', title: `Calls of ${path}` },
    ways: { kind: 'text', paragraphs: { first: 'To the [start](page:start) or the [call](page:call).' } },
    ...sections,
  },
})

const { site } = fixtureSite({
  'definitions/forms/call.json': JSON.stringify(form),
  'definitions/pages/start.json': JSON.stringify(page('/start', {})),
  'definitions/pages/call.json': JSON.stringify(page('/call', { form: { kind: 'form', form: 'call' } })),
})
test.use({ baseURL: '' })

const goOn = (page: Page) => page.locator('main .lw-buttons button[name=go][value=on]').click()
const follow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name }).click()

async function fillAndSend(page: Page): Promise<void> {
  await page.locator('main [name="root[name]"]').fill('Ada')
  await goOn(page)
  await page.locator('main [name="root[time]"]').fill('At noon')
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
}
const attribution = () => lastLead(site())?.attribution

test('stays with the visit from page to page, until another landing brings its own', async ({ page }) => {
  await page.goto(`${site().origin}/start?click_id=c-1&utm_source=radio&step=x&other=y`)
  await follow(page, 'call')
  await hydrated(page)
  await page.reload()
  await hydrated(page)
  await fillAndSend(page)
  expect(attribution()).toEqual({ click_id: 'c-1', utm_source: 'radio' })
  await page.goto(`${site().origin}/call`)
  await hydrated(page)
  await fillAndSend(page)
  expect(attribution()).toEqual({ click_id: 'c-1', utm_source: 'radio' })
  await page.goto(`${site().origin}/call?utm_source=tv&utm_medium=spot`)
  await hydrated(page)
  await fillAndSend(page)
  expect(attribution()).toEqual({ utm_source: 'tv', utm_medium: 'spot' })
})

test('is nobody’s business but of what is named, and of what can be kept', async ({ page }) => {
  const hostile = `click_id=${'x'.repeat(10_000)}&utm_source=%3Cscript%3Ealert(1)%3C/script%3E&utm_medium=a%0D%0Ab`
  await page.goto(`${site().origin}/call?${hostile}`)
  await hydrated(page)
  expect(await page.evaluate(() => sessionStorage.getItem('attribution'))).toBe(
    '{"utm_source":"<script>alert(1)</script>"}',
  )
  await fillAndSend(page)
  expect(attribution()).toEqual({ utm_source: '<script>alert(1)</script>' })
})

test('is posted before the page runs, and when nothing can be kept of it', async ({ browser, page, complaints }) => {
  // The app never comes: its code is as good as gone.
  await page.route('**/entry-client*', () => new Promise(() => {}))
  await page.goto(`${site().origin}/start?utm_source=mail`)
  await follow(page, 'call')
  await fillAndSend(page)
  expect(attribution()).toEqual({ utm_source: 'mail' })
  const silent = await browser.newContext({ javaScriptEnabled: false })
  complaints.watch(silent)
  const plain = await silent.newPage()
  await plain.goto(`${site().origin}/call?click_id=c-2`)
  await fillAndSend(plain)
  expect(attribution()).toEqual({ click_id: 'c-2' })
  await silent.close()
})

test('goes along with links that ask for the click id, also those drawn later', async ({ page }) => {
  await page.goto(`${site().origin}/start?click_id=c%2F3%20%26`)
  const link = (id: string, href: string) =>
    page.evaluate(
      ([id, href]) => {
        const link = document.createElement('a')
        Object.assign(link, { id, href, textContent: id })
        link.dataset.clickId = 'cid'
        // Not among what React has drawn, which it is about to take over.
        document.body.append(link)
      },
      [id, href] as const,
    )
  await page.getByRole('banner').getByText('Electricity & gas').click()
  await page.getByRole('banner').getByRole('link', { name: 'Energy' }).click()
  await expect(page).toHaveURL(/\?utm_source=site&utm_medium=menu&utm_campaign=energy&click_id=c%2F3\+%26$/)
  await page.goBack()
  await page.waitForLoadState('networkidle')
  await link('menu', '/call?utm_source=menu')
  await page.locator('#menu').click()
  await expect(page).toHaveURL(`${site().origin}/call?utm_source=menu&cid=c%2F3+%26`)
  await hydrated(page)
  await link('again', '/start?cid=old')
  await page.locator('#again').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site().origin}/start?cid=c%2F3+%26`)
  await page.goto(`${site().origin}/call?utm_source=menu`, { referer: `${site().origin}/start` })
  await hydrated(page)
  await fillAndSend(page)
  expect(attribution()).toEqual({ click_id: 'c/3 &' })
})
