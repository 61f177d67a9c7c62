// The `test` of every browser test: the real server behind it, and no error of any kind in the browser.
import { test as base } from '@playwright/test'
import { type Complaints, listenForComplaints } from './complaints.ts'
import { type SharedSite, startSharedSite } from './shared-site.ts'
import { type Site, startSite } from './site.ts'

export { expect } from '@playwright/test'
export { axe } from './axe.ts'

interface TestFixtures {
  /** Statuses ≥ 400 that this test provokes: `test.use({ expectedStatuses: [422] })`. All others fail it. */
  expectedStatuses: number[]
  /** Whether this test takes the connection or the server away. */
  losesConnection: boolean
  /** Whether this test takes scripts away from the server. */
  missingScripts: boolean
  /** Whether a frame of another origin tries what is forbidden. */
  hostileFrame: boolean
  /** Whether the popup may open by itself, which a test on a slow machine would meet anywhere. */
  offersPopup: boolean
  /** Automatic: any console error, uncaught error or policy violation, in any page of the test, fails it. */
  complaints: Complaints
}

interface WorkerFixtures {
  /** The repository's own site, one per worker. For other definitions or variables call `startSite` of ./site.ts. */
  site: Site
  /** One per worker, for files whose tests plant definitions: see ./fixture-site.ts. */
  sharedSite: SharedSite
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedStatuses: [[], { option: true }],
  losesConnection: [false, { option: true }],
  missingScripts: [false, { option: true }],
  hostileFrame: [false, { option: true }],
  offersPopup: [false, { option: true }],

  complaints: [
    async ({ browser, expectedStatuses: statuses, losesConnection, missingScripts, hostileFrame }, use) => {
      const complaints = listenForComplaints({ statuses, losesConnection, missingScripts, hostileFrame })
      // Any context: the test's own and those that a test opens itself.
      browser.on('context', complaints.watch)
      browser.contexts().forEach(complaints.watch)
      await use(complaints)
      browser.off('context', complaints.watch)
      const found = await complaints.collect()
      if (found.length > 0) throw new Error(`The browser complained:\n${found.join('\n')}`)
    },
    { auto: true },
  ],

  context: async ({ context, javaScriptEnabled, offersPopup }, use) => {
    // Without scripts there is no popup, but this would run all the same.
    if (!offersPopup && javaScriptEnabled !== false) await context.addInitScript(beHereOften)
    await use(context)
  },

  page: async ({ page, complaints }, use) => {
    await complaints.settle()
    await use(page)
    // Before the context closes and takes the last words with it.
    await complaints.settle()
  },

  baseURL: ({ site }, use) => use(site.origin),

  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],

  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const shared = await startSharedSite()
      await use(shared)
      await shared.stop()
    },
    { scope: 'worker' },
  ],
})

/** Who was here often is offered nothing. */
function beHereOften(): void {
  try {
    if (!document.cookie.includes('subscription='))
      // biome-ignore lint/suspicious/noDocumentCookie: as the page keeps it
      document.cookie = `subscription=${encodeURIComponent('{"count":4,"subscribed":false}')}; path=/`
  } catch {
    // Where cookies are forbidden the popup is too.
  }
}
