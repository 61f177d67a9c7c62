// From page to page without loading a document: what is seen meanwhile, and where the reader is afterwards.
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { path } from './questionnaire.ts'

const bar = (page: Page): Locator => page.locator('body > progress')
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Adds a link to the page at hand, and follows it. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'On' })
    document.querySelector('main')?.append(link)
    link.click()
  }, href)
}

/** Holds the next page back for as long as it takes. */
async function hold(page: Page): Promise<{ release: () => void; lose: () => void }> {
  let settle = (_isThere: boolean) => {}
  const held = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  await page.route('**/api/page*', async (route) => ((await held) ? route.continue() : route.abort('failed')))
  return { release: () => settle(true), lose: () => settle(false) }
}

/** What is animated while one page follows the other, as the browser says it. */
async function transitions(page: Page): Promise<() => Promise<object[]>> {
  await page.addInitScript(() => {
    const seen: object[] = []
    Object.assign(window, { seen })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...given) => {
      const transition = start(...given)
      void transition.ready.then(() => {
        for (const animation of document.getAnimations()) {
          if (!(animation instanceof CSSAnimation) || !(animation.effect instanceof KeyframeEffect)) continue
          const { delay = 0, duration } = animation.effect.getTiming()
          seen.push({ name: animation.animationName, of: animation.effect.pseudoElement, delay, duration })
        }
      })
      return transition
    }
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { seen: { delay: number }[] }).seen.toSorted((one, other) => one.delay - other.delay),
    )
}

test('a page leaves, then the next enters, within 240 ms; its heading has the focus', async ({ page }) => {
  const seen = await transitions(page)
  await page.goto(path.en)
  await answersByItself(page)
  await follow(page, '/privacy')
  await expect(heading(page)).toContainText('rivacy')
  await expect(heading(page)).toBeFocused()
  await expect.poll(seen).toEqual([
    { name: 'page-leave', of: '::view-transition-old(page)', delay: 0, duration: 90 },
    { name: 'page-enter', of: '::view-transition-new(page)', delay: 90, duration: 130 },
  ])
})

test('nothing moves for those who asked for that', async ({ page }) => {
  const seen = await transitions(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path.en)
  await answersByItself(page)
  await follow(page, '/privacy')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).not.toContainText('rivacy')
  expect(await seen()).toEqual([])
})

test('the bar appears while a page is on its way, grows, is full when it has come, and goes', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  await expect(bar(page)).toHaveCount(0)
  const { release } = await hold(page)
  await follow(page, '/privacy')
  await expect(bar(page)).toBeVisible()
  const value = () => bar(page).evaluate((element: HTMLProgressElement) => element.value)
  const first = await value()
  await expect.poll(value).toBeGreaterThan(first)
  expect(await value()).toBeLessThan(100)
  const full = page.waitForFunction(() => document.querySelector<HTMLProgressElement>('body > progress')?.value === 100)
  release()
  await full
  await expect(heading(page)).toContainText('rivacy')
  await expect(bar(page)).toHaveCount(0)
})

test.describe('a page that is lost', () => {
  test.use({ losesConnection: true })

  test('fails the bar', async ({ page, context }) => {
    await page.goto(path.en)
    await answersByItself(page)
    const { lose } = await hold(page)
    await follow(page, '/privacy')
    await expect(bar(page)).toBeVisible()
    await expect(bar(page)).not.toHaveClass(/failed/)
    const failed = page.waitForSelector('body > progress[class*=failed]')
    await context.setOffline(true)
    lose()
    await failed
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(bar(page)).toHaveCount(0)
  })
})

test('who goes elsewhere meanwhile cancels a page, and nothing fails', async ({ page }) => {
  await page.goto(path.en)
  await answersByItself(page)
  const failed = page.waitForSelector('body > progress[class*=failed]', { timeout: 1500 }).catch(() => null)
  const { release } = await hold(page)
  await follow(page, '/privacy')
  await expect(bar(page)).toBeVisible()
  await follow(page, '/de/privacy')
  release()
  await expect(heading(page)).toContainText('Datenschutz')
  expect(await failed).toBeNull()
})

test('a place behind # is gone to, and what it is hidden in opens; without one a page begins at its top', async ({
  page,
}) => {
  const question = page.locator('[id="questions.must"]')
  await page.goto('/privacy')
  await page.locator('header summary').first().hover()
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
  await page.evaluate(() => scrollTo(0, 400))
  await follow(page, `${path.en}#questions.must`)
  await expect(question).toHaveAttribute('open')
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport()
  await follow(page, '/privacy')
  await expect(heading(page)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(question).toBeInViewport()
})

test('an address with a place opens what it is hidden in before any app is there', async ({ page }) => {
  await page.route('**/assets/entry-client*', () => new Promise(() => {}))
  await page.goto(`${path.en}#questions.must`)
  await expect(page.locator('[id="questions.must"]')).toHaveAttribute('open')
  await expect(page.locator('[id="questions.must"]')).toBeInViewport()
})

/** Has a page say what is to be seen of its bar. While a document is on its way nothing can be asked of a page. */
async function barSeen(page: Page): Promise<() => string | undefined> {
  const said: string[] = []
  page.on('console', (message) => message.text().startsWith('bar ') && said.push(message.text()))
  await page.addInitScript(() => {
    setInterval(() => {
      const bar = document.querySelector<HTMLProgressElement>('body > progress')
      const end = bar && /failed/.test(bar.className) ? 'failed' : ''
      console.log('bar', bar ? `${bar.ariaLabel} ${bar.value} ${end}` : 'none')
    }, 50)
  })
  return () => said.at(-1)
}

for (const width of [360, 1280])
  test(`without an app a bar appears while the browser goes to another document, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 })
    const seen = await barSeen(page)
    await page.route('**/assets/entry-client*', () => new Promise(() => {}))
    await page.goto('/about-us')
    const session = await page.context().newCDPSession(page)
    await page.route('**/imprint', () => new Promise(() => {}))
    // A place of the page at hand is no document.
    await follow(page, '#main')
    await follow(page, '/imprint')
    await expect.poll(seen).toMatch(/Please wait [1-9]/)
    const before = seen()
    await expect.poll(seen).not.toBe(before)
    expect(seen()).toMatch(/Please wait \d\d? $/)
    const { data } = await session.send('Page.captureScreenshot')
    await writeFile(`web/e2e/results/leaving-${width}.png`, data, 'base64')
    // A visitor who stops the browser is left no bar.
    await session.send('Page.stopLoading')
    await expect.poll(seen).toMatch(/Please wait 100 failed/)
    await expect.poll(seen).toBe('bar none')
    expect(new URL(page.url()).pathname).toBe('/about-us')
  })

test('without an app a page that the browser shows again as it was left has no bar', async ({ page }) => {
  const seen = await barSeen(page)
  await page.route('**/assets/entry-client*', () => new Promise(() => {}))
  await page.goto('/about-us')
  await page.route('**/imprint', () => new Promise(() => {}))
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('body > progress')) return
      observer.disconnect()
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      console.log('bar', document.querySelector('body > progress') ? 'left' : 'hidden with its page')
    })
    observer.observe(document.body, { childList: true })
  })
  const session = await page.context().newCDPSession(page)
  const hidden = page.waitForEvent('console', (message) => message.text() === 'bar hidden with its page')
  await follow(page, '/imprint')
  await hidden
  await expect.poll(seen).toBe('bar none')
  await session.send('Page.stopLoading')
})
