// A browser that forbids pages to keep anything, as its own setting does: all works, for as long as the page lives.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { findWholeChromium } from './chromium.ts'
import { axe, expect, test } from './fixture.ts'
import { toLastStep } from './hydrated.ts'
import { expectHeading, fillContact, goOn, words } from './questionnaire.ts'
import { storedLeads } from './stored-leads.ts'

const say = words.en

let profile: string
let context: BrowserContext
test.beforeEach(async ({ playwright, launchOptions, complaints }) => {
  profile = await mkdtemp(join(tmpdir(), 'leadwright-profile-'))
  await mkdir(join(profile, 'Default'))
  // “Block all cookies”: from then on the very name of a storage throws.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const executablePath = findWholeChromium()
  context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(executablePath && { executablePath }),
    viewport: { width: 360, height: 780 },
  })
  complaints.watch(context)
})
test.afterEach(async () => {
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

test('the form is filled step by step, walked back, and sent once', async ({ site }) => {
  const page = await context.newPage()
  const email = 'no-storage@example.com'
  await toLastStep(page, site.origin)
  const named = () => {
    try {
      return typeof sessionStorage
    } catch {
      return 'forbidden'
    }
  }
  expect(await page.evaluate(named)).toBe('forbidden')
  await fillContact(page, 'en', email)
  // Two screens back: the address, and the step before.
  await page.goBack()
  await page.goBack()
  await expectHeading(page, say.steps[1])
  await expect(page.locator('input[value=married]:not([type=hidden])')).toBeChecked()
  await page.goForward()
  await page.goForward()
  await expectHeading(page, say.steps[2])
  await expect(page.locator('main input[name="root[email]"]')).toHaveValue(email)
  // Colours that are still changing are too pale.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('footer').getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await axe(page)
  await page.screenshot({ path: 'web/e2e/results/no-storage-360.png' })
  await goOn(page)
  await expectHeading(page, say.thanks)
  expect(storedLeads(site, email)).toHaveLength(1)
})
