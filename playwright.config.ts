import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from './tools/testing/temporary-in-memory.ts'
import { findChromium } from './web/e2e/chromium.ts'

keepTemporaryFilesInMemory()

const executablePath = findChromium()
// Every worker reads this file again; what the first one found spares them the search.
if (executablePath) process.env.CHROMIUM_PATH = executablePath

/** What takes longest begins first: at the end it would keep one core busy while the other has nothing left to do. */
const longest = ['studio-tutorial', 'studio', 'first-quote', 'every-form', 'every-page', 'sending', 'results'].map(
  (name) => `**/${name}.spec.ts`,
)

/** `npm test` leaves these to CI. */
const thorough = [
  // What fills each form, opens each page, or goes a long way that others go in parts.
  ...['every-form', 'every-page', 'several-forms', 'home-insurance', 'pet-insurance', 'first-quote', 'studio-tutorial'],
  'look',
  // What one feature does in the browser; what the server does for it is tested there.
  ...['calculator', 'colour-preference', 'console', 'deals', 'double-opt-in', 'embedding', 'estimate', 'files'],
  ...['frame', 'funnel', 'gate', 'incidents', 'lost-pages', 'newsletter', 'number-slider', 'percent-progress'],
  ...['presets', 'printed-answers', 'saved-form', 'savings-check', 'slider', 'studio', 'ways-on'],
].map((name) => `**/${name}.spec.ts`)
const leftOut = process.env.TESTS === 'quick' ? thorough : []

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'web/e2e/results',
  // A file's tests share the servers that it starts; files whose tests start none run theirs in parallel.
  fullyParallel: false,
  // Tests wait for pages, pages for servers: two cores are busy with three.
  workers: 3,
  // `npm test` names those that needed it: they are to be mended all the same.
  retries: 1,
  // No test waits for a clock: these end what hangs, on a machine that is busy with something else too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'dot',
  projects: [
    { name: 'long', testMatch: longest, testIgnore: leftOut },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [...longest, ...leftOut] },
  ],
  use: {
    browserName: 'chromium',
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
