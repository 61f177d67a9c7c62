// Forms in frames on another site: 127.0.0.1 is ours, localhost is somebody else's.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { findWholeChromium } from './chromium.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { eventsOf, type HostPage, hidden, listenToFrames, messagesOf, spare, startHostPage } from './host-page.ts'
import { lastLead, storedLeads } from './stored-leads.ts'

const forms = join(import.meta.dirname, '../../engine/node/testing/fixtures/definitions/forms')

let host: HostPage
const { site } = fixtureSite(async () => {
  host = await startHostPage()
  const embedded = async (form: string) => {
    const written = JSON.parse(await readFile(join(forms, `${form}.json`), 'utf8'))
    return JSON.stringify({ ...written, embed: { origins: [host.origin] } })
  }
  return {
    'definitions/forms/visit.json': await embedded('visit'),
    'definitions/forms/brochure.json': await embedded('brochure'),
  }
})
test.afterAll(() => host.stop())

const tag = (attributes: string) => `<script src="${site().origin}/embed.js" ${attributes}></script>`
const show = (body: string) => host.show(site().origin, body)

/** The frames of a page, once there are so many and each has its form. */
async function framesOf(page: Page, count: number): Promise<Frame[]> {
  await expect.poll(() => page.frames().length).toBe(count + 1)
  const frames = page.frames().slice(1)
  for (const frame of frames) await frame.waitForSelector('main form')
  return frames
}

/** Whether a page may name its storage. */
function storageKind(): string {
  try {
    return typeof sessionStorage
  } catch {
    return 'forbidden'
  }
}

/** By the keyboard: a click misses where the frame is moved by another that grows above it. */
const goOn = (frame: Frame) => frame.locator('.lw-buttons button[name=go][value=on]').press('Enter')

/** Fills in the form of a visit to its end. */
async function askForVisit(frame: Frame, email: string): Promise<void> {
  await frame.locator('[value=weekday]').check()
  await goOn(frame)
  await frame.locator('[name="root[city]"]').fill('Bremen')
  await frame.locator('[name="root[email]"]').fill(email)
  await goOn(frame)
}

test.describe('where cookies of third parties are blocked', () => {
  let profile: string
  let context: BrowserContext
  test.beforeEach(async ({ playwright, launchOptions, complaints }) => {
    profile = await mkdtemp(join(tmpdir(), 'leadwright-profile-'))
    await mkdir(join(profile, 'Default'))
    const preferences = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } }
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
    const executablePath = findWholeChromium()
    context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(executablePath && { executablePath }),
      reducedMotion: 'reduce',
    })
    complaints.watch(context)
  })
  test.afterEach(async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })

  test('a form is filled to its end, grows with what it shows, and tells nothing of the answers', async () => {
    for (const [width, theme] of [
      [360, 'light'],
      [320, 'dark'],
      [1280, 'dark'],
      [1280, 'light'],
    ] as const) {
      show(`${tag(`data-form="visit" data-locale="de" data-theme="${theme}" async`)}<p>Below</p>`)
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 780 })
      await listenToFrames(page)
      await page.goto(`${host.origin}/shop?utm_source=mail&click_id=c-${width}&secret=x`)
      const [frame] = (await framesOf(page, 1)) as [Frame]
      expect(await frame.evaluate(storageKind)).toBe('forbidden')
      const fits = async () => {
        await expect.poll(() => hidden(frame)).toBe(0)
        await expect.poll(() => spare(frame)).toBeLessThanOrEqual(1)
        expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      }
      await expect(page.locator('iframe')).toHaveAccessibleName('Ein Besuch')
      expect(
        await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.scheme]),
      ).toEqual(['de', theme])
      await fits()
      const before = await frame.evaluate(() => innerHeight)
      await goOn(frame)
      await expect(frame.locator('.lw-summary')).toBeVisible()
      await expect.poll(() => frame.evaluate(() => innerHeight)).toBeGreaterThan(before)
      await fits()
      await axe(frame)
      // What an answer reveals, and what the next one takes away again.
      await frame.locator('[value=saturday]').check()
      await frame.waitForSelector('[name="root[floor]"]')
      await fits()
      const email = `embedded-${width}-${theme}@example.com`
      await askForVisit(frame, email)
      await expect(frame.locator('h1')).toBeFocused()
      await expect(frame.locator('h1')).toBeInViewport()
      await fits()
      await axe(frame)
      await page.screenshot({ path: `web/e2e/results/embedded-${width}-${theme}.png` })

      const own = { form: 'visit', locale: 'de' }
      expect(await eventsOf(page)).toEqual([
        ['ready', own],
        ['begun', own],
        ['step', { ...own, step: 'where', number: 2 }],
        ['sent', own],
      ])
      const messages = await messagesOf(page)
      for (const answer of ['Bremen', email, 'weekday', 'saturday']) expect(messages).not.toContain(answer)
      expect(storedLeads(site(), email)).toHaveLength(1)
      expect(lastLead(site())?.attribution).toEqual({
        ...{ click_id: `c-${width}`, utm_source: 'mail' },
        embedded_on: host.origin,
      })
      expect(await context.cookies()).toEqual([])
      await page.close()
    }
  })
})

test('several in one page are told apart, whenever and however often the script comes', async ({ page }) => {
  const early = tag('data-form="visit" data-locale="de"')
  show(`${tag('')}${early}<p>Between</p>${early}${tag('data-form="brochure" data-theme="auto" async')}${tag('')}`)
  await listenToFrames(page)
  await page.goto(host.origin)
  const [first, second, third] = (await framesOf(page, 3)) as [Frame, Frame, Frame]
  expect(await page.locator('body > :is(iframe, p)').evaluateAll((all) => all.map(({ tagName }) => tagName))).toEqual([
    'IFRAME',
    'P',
    'IFRAME',
    'IFRAME',
  ])
  await page.evaluate((src) => {
    const late = Object.assign(document.createElement('script'), { src })
    late.dataset.form = 'visit'
    document.body.append(late)
  }, `${site().origin}/embed.js`)
  await framesOf(page, 4)
  const ready = async () => (await eventsOf(page)).filter(([name]) => name === 'ready').length
  await expect.poll(ready).toBe(4)

  await first.locator('[value=saturday]').check()
  await first.locator('[name="root[floor]"]').fill('Third')
  await askForVisit(second, 'second@example.com')
  await expect(second.locator('h1')).toBeFocused()
  const before = await ready()
  await second.evaluate(() => location.reload())
  // What stands below it moves meanwhile.
  await expect.poll(ready).toBeGreaterThan(before)
  await expect.poll(() => hidden(second)).toBe(0)
  await expect.poll(() => spare(second)).toBeLessThanOrEqual(1)
  await expect(first.locator('[name="root[floor]"]')).toHaveValue('Third')
  // It leads to a page of ours, which no frame shows.
  await third.locator('[value=house]').check()
  await third.locator('[name="root[email]"]').fill('third@example.com')
  await third.locator('[name="root[privacy]"]').check()
  const policy = third.getByRole('link', { name: 'privacy policy' }).first()
  await expect(policy).toHaveAttribute('target', '_blank')
  await expect(policy).toHaveAttribute('rel', 'noopener')
  await goOn(third)
  await expect(third.locator('h1')).toBeFocused()
  expect(new URL(third.url()).pathname).toBe('/embed/brochure')
  const sent = (await eventsOf(page)).filter(([name]) => name === 'sent')
  expect(sent.map(([, detail]) => detail)).toEqual([
    { form: 'visit', locale: 'de' },
    { form: 'brochure', locale: 'en' },
  ])
})

test('the page around reads nothing, and moves a frame by no message of its own', async ({ page }) => {
  show(tag('data-form="visit" async'))
  await page.goto(host.origin)
  const [frame] = (await framesOf(page, 1)) as [Frame]
  await expect.poll(() => hidden(frame)).toBe(0)
  await expect.poll(() => spare(frame)).toBeLessThanOrEqual(1)
  const tried = await page.evaluate(async () => {
    const [inner] = document.getElementsByTagName('iframe')
    const attempt = (read: () => unknown) => {
      try {
        return String(read())
      } catch (error) {
        return (error as Error).name
      }
    }
    const forged = { leadwright: 'height', height: 1 }
    window.postMessage(forged, '*')
    inner?.contentWindow?.postMessage(forged, '*')
    // Messages are heard in the order they were sent.
    await new Promise((resolve) => {
      addEventListener('message', ({ data }) => data === 'last' && resolve(null))
      window.postMessage('last', '*')
    })
    return [
      attempt(() => inner?.contentDocument),
      attempt(() => inner?.contentWindow?.document.body),
      attempt(() => inner?.contentWindow?.location.href),
      attempt(() => inner?.contentWindow?.sessionStorage.length),
    ]
  })
  expect(tried).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError'])
  await expect.poll(() => hidden(frame)).toBe(0)
})

test.describe('on a site that is not named', () => {
  test.use({ hostileFrame: true })

  test('the browser refuses the frame', async ({ page }) => {
    show(tag('data-form="visit" async'))
    await page.goto(host.strange)
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    // Nor may a site that may show a form show what is around it.
    show(`<iframe src="${site().origin}/forms/visit"></iframe>`)
    await page.goto(host.origin)
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  })
})

test.describe('in place of a form that is not there', () => {
  test.use({ expectedStatuses: [404, 409] })

  test('the frame says so of the form, is as high as that, and leads on in a window of its own', async ({ page }) => {
    for (const [width, theme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      show(tag(`data-form="heating" data-locale="de" data-theme="${theme}" async`))
      await listenToFrames(page)
      await page.goto(host.strange)
      await expect.poll(() => page.frames().length).toBe(2)
      const [, frame] = page.frames() as [Frame, Frame]
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Dieses Formular ist hier nicht verfügbar')
      await expect(page.locator('iframe')).toHaveAttribute('title', 'Dieses Formular ist hier nicht verfügbar')
      await expect.poll(() => hidden(frame)).toBe(0)
      await expect.poll(() => spare(frame)).toBeLessThanOrEqual(1)
      expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBeLessThan(600)
      expect(await eventsOf(page)).toEqual([])
      await axe(frame)
      await page.screenshot({ path: `web/e2e/results/embedded-error-${width}.png` })
      const opened = page.waitForEvent('popup')
      await frame.getByRole('link', { name: 'in einem neuen Fenster' }).click()
      await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test('a form that is withdrawn while it is filled in is not replaced by a page of the portal', async ({ page }) => {
    show(tag('data-form="visit" data-locale="de" async'))
    await page.goto(host.origin)
    const [frame] = (await framesOf(page, 1)) as [Frame]
    await frame.locator('[value=weekday]').check()
    await page.route('**/api/page*', (route) => route.fulfill({ status: 404, json: { view: {} } }))
    await page.route('**/api/v1/submissions', (route) => route.fulfill({ status: 409, json: {} }))
    await goOn(frame)
    await frame.locator('[name="root[city]"]').fill('Bremen')
    await frame.locator('[name="root[email]"]').fill('gone@example.com')
    await page.route('**/de/embed/visit*', async (route) => {
      const reply = await route.fetch({ url: `${site().origin}/de/embed/heating` })
      await route.fulfill({ response: reply })
    })
    await goOn(frame)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Dieses Formular ist hier nicht verfügbar')
    await expect(frame.locator('header, footer')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a link leads to the form, and a frame that is there takes it to its end', async ({ page }) => {
    const link = `<noscript><a href="${site().origin}/forms/visit">A visit</a></noscript>`
    show(`${tag('data-form="visit" async')}${link}`)
    await page.goto(host.origin)
    await page.getByRole('link', { name: 'A visit' }).click()
    await expect(page.getByText('Which day suits you?')).toBeVisible()

    const query = `theme=dark&utm_source=mail&embedded_on=${encodeURIComponent(host.origin)}`
    show(`<iframe title="Visit" width="360" height="2000" src="${site().origin}/embed/visit?${query}"></iframe>`)
    await page.goto(host.origin)
    const [frame] = (await framesOf(page, 1)) as [Frame]
    await askForVisit(frame, 'frame-without-scripts@example.com')
    await expect(frame.getByRole('heading', { name: 'We will come' })).toBeVisible()
    expect(frame.url()).toBe(`${site().origin}/embed/visit?theme=dark&step=done`)
    expect(lastLead(site())?.attribution).toEqual({ utm_source: 'mail', embedded_on: host.origin })
  })
})

test('the page that says how reads well', async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site().origin}/embed/docs`)
    await expect(page.getByText(`data-form="visit" data-locale="en"`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await axe(page)
    await page.screenshot({ path: `web/e2e/results/embed-docs-${width}.png`, fullPage: true })
  }
})
