import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'

/** Where Debian puts it; CHROMIUM_PATH names another, and Playwright may have one of its own. */
const installed = '/usr/bin/chromium'

/** Runs something with a Chromium. */
export async function withBrowser<T>(run: (browser: Browser) => Promise<T>, args: readonly string[] = []): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (existsSync(installed) ? installed : chromium.executablePath()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })
  try {
    return await run(browser)
  } finally {
    await browser.close()
  }
}

/**
 * Opens a page, and resolves once it asks for nothing more. The app of a main form may be long in coming; it asks for its
 * validators last.
 */
export async function openWhole(page: Page, url: string): Promise<void> {
  const validators = page.waitForEvent('requestfinished', (request) => request.url().includes('/validators/'))
  // A page without a form waits for none.
  validators.catch(() => {})
  await page.goto(url)
  if ((await page.locator('form[data-main]').count()) > 0) await validators
  await page.waitForLoadState('networkidle')
}
