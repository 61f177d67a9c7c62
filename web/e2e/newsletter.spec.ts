// The newsletter in the footer, and one that is confirmed by mail, on one page with a questionnaire.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself, holdApp } from './hydrated.ts'
import { expectSound } from './sound.ts'
import { sourcesOf } from './stored-leads.ts'

/** What the e-mail-marketing provider was asked, and what it answers. */
const asked: { path: string; body: string }[] = []
let status = 200
const provider = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push({ path: request.url ?? '', body })
    response.writeHead(status).end()
  })
})
test.afterAll(() => provider.close())

const page = {
  locales: ['en', 'de'],
  path: '/letters',
  title: 'Letters',
  description: 'A questionnaire and newsletters.',
  sections: {
    offers: { kind: 'form', form: 'heating' },
    letter: { kind: 'form', form: 'newsletter-double-opt-in', main: false },
  },
}

const { site } = fixtureSite(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const mailer = { kind: 'data-delivery', url, keyVariables: { de: 'KEY_DE', default: 'KEY' }, partnerId: '7' }
  return {
    'definitions/pages/letters.json': JSON.stringify(page),
    'locales/de/pages/letters.json': JSON.stringify({ title: 'Briefe', description: 'Fragen und Newsletter.' }),
    'definitions/partners/mailer.json': JSON.stringify({
      name: 'Mailer',
      filters: [{ form: 'newsletter-footer' }, { form: 'newsletter-double-opt-in' }],
      deliveries: { mailer },
    }),
  }
})
test.use({ baseURL: '', expectedStatuses: [422, 502] })

const thanks = textsOf('en', 'forms/newsletter-footer').thankYou
const twoSteps = textsOf('en', 'forms/newsletter-double-opt-in').thankYou

const at = (page: Page, section: string) => page.locator(`section[id="${section}"]`)
const email = (page: Page, section: string) => at(page, section).getByRole('textbox')
const heading = (page: Page, section: string) => at(page, section).locator('.lw-heading')
const mistakes = (page: Page, section: string) => at(page, section).getByRole('alert')
const subscribe = (page: Page, section: string) => at(page, section).locator('button[name=go]').click()

async function consent(page: Page, section: string, ...ids: string[]): Promise<void> {
  for (const id of ids) await at(page, section).locator(`[name="root[${id}]"]`).check()
}

for (const [hasScript, width] of [
  [true, 1280],
  [true, 360],
  [false, 1280],
  [false, 360],
] as const)
  test.describe(`${hasScript ? 'with' : 'without'} JavaScript at ${width} px`, () => {
    test.use({ javaScriptEnabled: hasScript, viewport: { width, height: 800 } })

    test('each newsletter is for itself, and the questionnaire too', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const shot = (name: string) =>
        page.screenshot({ path: `web/e2e/results/newsletter-${name}-${width}-${hasScript}.png`, fullPage: true })
      const address = `${randomUUID()}@example.com`
      await page.goto(`${site().origin}/letters`)
      if (hasScript) await answersByItself(page)
      await expectSound(page, hasScript)
      await shot('asked')

      await email(page, 'newsletter').fill('half@')
      await subscribe(page, 'newsletter')
      await expect(mistakes(page, 'newsletter')).toBeFocused()
      await expect(mistakes(page, 'newsletter').getByRole('link')).toHaveText([
        'This email is invalid, please try a valid email',
        'Tick the box to agree to the privacy policy',
        textsOf('en', 'consents/data-transfer').missing,
      ])
      await expect(page).toHaveTitle(/^Error: Letters/)
      await expect(mistakes(page, 'letter')).toHaveCount(0)
      await expect(mistakes(page, 'offers')).toHaveCount(0)
      await expectSound(page, hasScript)
      await shot('wrong')

      await email(page, 'newsletter').fill(address)
      await consent(page, 'newsletter', 'privacy-newsletter', 'data-transfer')
      await subscribe(page, 'newsletter')
      await expect(heading(page, 'newsletter')).toBeFocused()
      await expect(at(page, 'newsletter')).toContainText(`${thanks.title}Email address${address}${thanks.text}`)
      await expectSound(page, hasScript)

      await email(page, 'letter').fill(address)
      await consent(page, 'letter', 'privacy-newsletter')
      await subscribe(page, 'letter')
      await expect(heading(page, 'letter')).toBeFocused()
      await expect(at(page, 'letter')).toContainText(`${twoSteps.title}Email address${address}${twoSteps.text}`)
      await expectSound(page, hasScript)
      await shot('sent')

      await at(page, 'offers').getByRole('radio', { name: 'Gas' }).check()
      await at(page, 'offers').locator('[name="root[since][month]"]').fill('5')
      await at(page, 'offers').locator('[name="root[since][year]"]').fill('2001')
      await subscribe(page, 'offers')
      await expect(heading(page, 'offers')).toHaveText('Your rooms')
      for (const other of ['letter', 'newsletter']) await expect(at(page, other)).toHaveCount(0)
      expect(sourcesOf(site(), address)).toEqual([
        'newsletter-footer on letters',
        'newsletter-double-opt-in on letters',
      ])
    })
  })

for (const hasScript of [true, false])
  test.describe(hasScript ? 'a provider that fails' : 'a provider that fails those without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })
    test.afterEach(() => {
      status = 200
    })

    test('is told of, and the button tries again', async ({ page }) => {
      const address = `${randomUUID()}@example.com`
      status = 500
      await page.goto(`${site().origin}/de/privacy`)
      await email(page, 'newsletter').fill(address)
      await consent(page, 'newsletter', 'privacy-newsletter', 'data-transfer')
      await subscribe(page, 'newsletter')
      await expect(mistakes(page, 'newsletter')).toBeFocused()
      const { errorTitle, error } = textsOf('de', 'chrome').subscription
      await expect(mistakes(page, 'newsletter')).toContainText(`${errorTitle}${error}`)
      await expect(email(page, 'newsletter')).toHaveValue(address)
      if (hasScript) await axe(page)
      status = 200
      await expect(async () => {
        if (await at(page, 'newsletter').locator('form').count()) await subscribe(page, 'newsletter')
        await expect(at(page, 'newsletter')).toContainText(textsOf('de', 'forms/newsletter-footer').thankYou.title, {
          timeout: 3000,
        })
      }).toPass()
      expect(sourcesOf(site(), address)).toEqual(['newsletter-footer on privacy'])
      const told = asked.filter(({ body }) => body.includes(address))
      expect(new Set(told.map(({ path }) => path))).toEqual(
        new Set(['/api/v1/lead/data_delivery?api_key=kde&partner_id=7']),
      )
      expect(JSON.parse(told[0]?.body ?? '')).toEqual({
        email: address,
        soi_ip: '127.0.0.1',
        soi_time: expect.any(Number),
        info_field_2: expect.any(String),
      })
    })
  })

test('a sign-up that a password manager fills in and a quick hand sends is delivered', async ({ page }) => {
  const address = `${randomUUID()}@example.com`
  // All fields in one frame, and the button 700 ms after the page was painted, once the app is there.
  await page.addInitScript((email) => {
    addEventListener('DOMContentLoaded', () => {
      const form = document.querySelector<HTMLFormElement>('#newsletter form')
      const field = form?.querySelector<HTMLInputElement>('[type=email]')
      if (!form || !field) return
      field.focus()
      requestAnimationFrame(() => {
        field.value = email
        for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox]')) box.checked = true
      })
      const timer = setInterval(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const isLive = Object.keys(form).some((key) => key.startsWith('__reactProps'))
        if (!paint || !isLive || performance.now() < paint.startTime + 700) return
        clearInterval(timer)
        form.querySelector<HTMLButtonElement>('button[name=go]')?.click()
      }, 10)
    })
  }, address)
  const sent = page.waitForRequest('**/api/v1/submissions')
  await page.goto(`${site().origin}/privacy`)
  const { timeOnPageMs: elapsed } = (await sent).postDataJSON().context
  console.log(`Sent ${elapsed} ms after the page was painted.`)
  await expect(heading(page, 'newsletter')).toHaveText(thanks.title)
  expect(asked.filter(({ body }) => body.includes(address))).toHaveLength(1)
})

/** What the cookie says; false where it says nothing. */
async function isSubscribed(page: Page): Promise<boolean> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'subscription')
  return cookie !== undefined && JSON.parse(decodeURIComponent(cookie.value)).subscribed
}

for (const hasScript of [true, false])
  test.describe(hasScript ? 'a sign-up that is held' : 'a sign-up that is held without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })

    test('says that it is checked, is passed on to nobody and subscribes nobody', async ({ page }) => {
      for (const [path, locale] of [
        ['/privacy', 'en'],
        ['/de/privacy', 'de'],
      ] as const) {
        const { heldTitle: title, heldText: text } = textsOf(locale, 'chrome').subscription
        const address = `${randomUUID()}@example.com`
        await page.goto(site().origin + path)
        await email(page, 'newsletter').fill(address)
        await consent(page, 'newsletter', 'privacy-newsletter', 'data-transfer')
        await at(page, 'newsletter').locator('[name=website]').fill('https://spam.example', { force: true })
        if (hasScript) await answersByItself(page)
        await subscribe(page, 'newsletter')
        await expect(heading(page, 'newsletter')).toHaveText(title)
        await expect(at(page, 'newsletter')).toContainText(text)
        await expect(page).toHaveTitle(new RegExp(`^${title} – `))
        await expectSound(page, hasScript)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await at(page, 'newsletter').screenshot({ path: `web/e2e/results/held-${width}-${hasScript}.png` })
        }
        // Its address says the same when it is loaded again.
        if (hasScript) {
          await page.reload()
          await expect(at(page, 'newsletter')).toContainText(text)
        }
        expect(await isSubscribed(page)).toBe(false)
        expect(asked.filter(({ body }) => body.includes(address))).toEqual([])
      }
    })
  })

test('a program that sends a sign-up a moment after the page was shown is held', async ({ page }) => {
  const address = `${randomUUID()}@example.com`
  await page.goto(`${site().origin}/privacy`)
  const receipt = await page.evaluate(async (email) => {
    const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'))
    const answers = { email, 'privacy-newsletter': true, 'data-transfer': true }
    const reply = await fetch('/api/v1/submissions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `${Date.now().toString(36)}.${random.join('')}`,
      },
      body: JSON.stringify({
        ...{ form: 'newsletter-footer', locale: 'en', answers },
        context: { page: 'privacy', timeOnPageMs: 40 },
      }),
    })
    return reply.json()
  }, address)
  expect(receipt).toMatchObject({ held: true })
  expect(asked.filter(({ body }) => body.includes(address))).toEqual([])
})

test('the footer’s form is native until it has the focus, and keeps what was typed before', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const paths = () => requests.map((request) => new URL(request.url()).pathname)
  await page.goto(`${site().origin}/privacy`)
  await page.waitForLoadState('networkidle')
  expect(paths().filter((path) => path.endsWith('.js') && !path.includes('boot-'))).toEqual([])
  const release = await holdApp(page)
  await email(page, 'newsletter').fill(`${randomUUID()}@example.com`)
  await consent(page, 'newsletter', 'privacy-newsletter')
  release()
  await answersByItself(page)
  await consent(page, 'newsletter', 'data-transfer')
  const sent = page.waitForRequest('**/api/v1/submissions')
  await subscribe(page, 'newsletter')
  await expect(heading(page, 'newsletter')).toHaveText(thanks.title)
  await expect(page).toHaveURL(/\/privacy\?form=newsletter&step=done/)
  expect((await sent).postDataJSON()).toMatchObject({
    form: 'newsletter-footer',
    context: { page: 'privacy', ip: '127.0.0.1' },
  })
  expect(paths().indexOf('/myipaddress')).toBeLessThan(paths().indexOf('/api/v1/submissions'))
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'subscription')
  expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toMatchObject({ subscribed: true })
})

test.describe('while nobody says which address a browser has', () => {
  test.use({ losesConnection: true })

  test('a sign-up goes on without it', async ({ page }) => {
    await page.route('**/myipaddress', (route) => route.abort())
    await page.goto(`${site().origin}/privacy`)
    await email(page, 'newsletter').fill(`${randomUUID()}@example.com`)
    await consent(page, 'newsletter', 'privacy-newsletter', 'data-transfer')
    await answersByItself(page)
    const sent = page.waitForRequest('**/api/v1/submissions')
    await subscribe(page, 'newsletter')
    await expect(heading(page, 'newsletter')).toHaveText(thanks.title)
    expect((await sent).postDataJSON().context).not.toHaveProperty('ip')
  })
})
