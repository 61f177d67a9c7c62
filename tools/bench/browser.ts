import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

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
