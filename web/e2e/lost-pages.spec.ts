// A page that cannot come takes nothing away from the visitor: neither the page at hand nor what was typed on it.
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { judges, toLastStep } from './hydrated.ts'
import { languageButton } from './language-menu.ts'
import { expectHeading, fillContact, fillHousing, fillProfile, goOn, nextScreen, path, words } from './questionnaire.ts'
import { type Site, startSite } from './site.ts'
import { storedLeads } from './stored-leads.ts'

const say = words.en
const { unreachedTitle, youAreOffline, onlineAgain } = textsOf('en', 'chrome')
const root = join(import.meta.dirname, '../..')

test.use({ baseURL: '', viewport: { width: 360, height: 780 }, losesConnection: true })

let site: Site
let program: string
test.beforeAll(async () => {
  program = await mkdtemp(join(tmpdir(), 'leadwright-program-'))
  for (const part of [
    'server',
    'engine',
    'schemas',
    'definitions',
    'locales',
    'web/assets',
    'web/dist',
    'package.json',
  ])
    await cp(join(root, part), join(program, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(program, 'node_modules'))
  site = await startSite({ program })
})
test.afterAll(async () => {
  await site.stop()
  await rm(program, { recursive: true })
})

/** Takes a piece of the build away from the server, as a deployment does. Returns what puts it back. */
async function withoutChunk(name: string): Promise<() => Promise<void>> {
  const assets = join(program, 'web/dist/browser/assets')
  const files = (await readdir(assets)).filter((file) => file.startsWith(`${name}-`))
  expect(files).not.toEqual([])
  for (const file of files) await rm(join(assets, file))
  return async () => {
    for (const file of files) await cp(join(root, 'web/dist/browser/assets', file), join(assets, file))
  }
}

test('a link that cannot be followed leaves the page, offers to try again, and goes there when it can', async ({
  page,
}) => {
  await toLastStep(page, site.origin)
  await page.locator('input[name="root[firstName]"]').fill('Ada')
  const scrolled = () => page.evaluate(() => scrollY)
  const link = page.getByRole('link', { name: 'privacy policy' })
  await link.scrollIntoViewIfNeeded()
  const before = await scrolled()
  await site.away()
  await link.click()
  const offer = page.getByRole('alert')
  await expect(offer).toContainText(unreachedTitle)
  await expect(offer).toBeFocused()
  await expect(offer).toBeInViewport({ ratio: 1 })
  await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  await expect.poll(scrolled).toBe(before)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await page.screenshot({ path: `web/e2e/results/unreached-${width}-${colorScheme}.png` })
    }
  }

  await offer.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(new URL(page.url()).pathname).toBe(path.en)
  await page.locator('input[name="root[lastName]"]').fill('Lovelace')

  await page.getByRole('link', { name: 'privacy policy' }).click()
  await expect(offer).toBeFocused()
  await offer.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(offer).toBeFocused()
  await site.back()
  await offer.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(offer).toHaveCount(0)
  await page.goBack()
  await expectHeading(page, say.steps[2])
  await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  await expect(page.locator('input[name="root[lastName]"]')).toHaveValue('Lovelace')
})

test('pages that were seen are there without a connection', async ({ page, context }) => {
  await toLastStep(page, site.origin)
  await page.getByRole('link', { name: 'privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
  await context.setOffline(true)
  await page.goBack()
  await expectHeading(page, say.steps[2])
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
})

test('who reads offline keeps the page, and uses it once the connection is back', async ({ page, context }) => {
  await page.goto(`${site.origin}/privacy`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const connection = page.locator('#connection')
  await expect(connection).toHaveText(youAreOffline)
  await expect(connection).toBeInViewport({ ratio: 1 })
  await expect(connection).toHaveAttribute('aria-live', 'polite')
  await axe(page)
  await page.screenshot({ path: 'web/e2e/results/offline-page-360.png' })
  const gone = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await languageButton(page).hover()
  await gone
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
  await page.evaluate(() => {
    document.body.dataset.kept = 'yes'
  })
  // The connection itself is a sign to try again, and so is the pointer.
  const app = page.waitForResponse((reply) => reply.url().includes('entry-client'))
  await context.setOffline(false)
  await expect(connection).toHaveText(onlineAgain)
  await page.mouse.move(0, 0)
  await languageButton(page).hover()
  await app
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
  expect(await page.evaluate(() => document.body.dataset.kept)).toBe('yes')
  await expect(connection).toBeEmpty()
})

test.describe('after a deployment', () => {
  // Chromium says so of each script that is not there.
  test.use({ missingScripts: true, expectedStatuses: [422] })

  test('a page whose code is gone is gone to, and Back finds the answers', async ({ page }) => {
    await toLastStep(page, site.origin)
    await page.locator('input[name="root[firstName]"]').fill('Ada')
    const putBack = await withoutChunk('TextSection')
    await page.getByRole('link', { name: 'privacy policy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('rivacy')
    expect(new URL(page.url()).pathname).toBe('/privacy')
    await putBack()
    await page.goBack()
    await expectHeading(page, say.steps[2])
    await expect(page.locator('input[name="root[firstName]"]')).toHaveValue('Ada')
  })

  test('a form whose code is gone is filled and sent as HTML, and what was typed first stays', async ({ page }) => {
    const putBack = await withoutChunk('entry-client')
    await page.goto(site.origin + path.en, { waitUntil: 'commit' })
    await fillHousing(page)
    await goOn(page)
    await expectHeading(page, say.steps[1])
    await fillProfile(page)
    await goOn(page)
    await expectHeading(page, say.steps[2])
    await fillContact(page, 'en', 'chunk-gone@example.com')
    await goOn(page)
    await expectHeading(page, say.thanks)
    // A script that comes back while it is asked for is neither there nor missing.
    await page.waitForLoadState('networkidle')
    await putBack()
    expect(storedLeads(site, 'chunk-gone@example.com')).toHaveLength(1)
  })

  test('an answer given while a page whose code is gone loads again stays, and so does the page', async ({ page }) => {
    const putBack = await withoutChunk('entry-client')
    const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let loads = 0
    const slow = createServer((incoming, reply) => {
      const { url = '', method, headers } = incoming
      if (url === '/asked') return void asked.promise.then(() => reply.end())
      const isPage = url === path.en && method === 'GET'
      if (isPage) loads++
      if (!isPage || loads === 1)
        return incoming.pipe(
          request(site.origin + url, { method, headers }, (answer) => {
            answer.pipe(reply.writeHead(answer.statusCode ?? 0, answer.headers))
          }),
        )
      // The second time the page never comes.
      reply.on('close', given.resolve)
      asked.resolve()
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    // The test itself has to wait while a page is on its way.
    await page.addInitScript(() => {
      addEventListener('beforeunload', async () => {
        await fetch('/asked')
        document.querySelector<HTMLInputElement>('main input[type=radio]')?.click()
      })
    })
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path.en}`)
    await given.promise
    await expect(page.locator('main input[type=radio]').first()).toBeChecked()
    expect(loads).toBe(2)
    await putBack()
    slow.closeAllConnections()
    slow.close()
  })

  test('without its router a form goes on, from document to document', async ({ page }) => {
    await page.route('**/assets/router-*', (route) => route.abort())
    await page.goto(site.origin + path.en)
    await judges(page)
    await fillHousing(page)
    await goOn(page)
    await expectHeading(page, say.steps[1])
    await page.goBack()
    await expectHeading(page, say.steps[0])
    await expect(page.locator('input[name="root[professionalUse]"][value=false]')).toBeChecked()
  })

  test('without its validators a form goes on, and the server’s judgement leads to the step that is wrong', async ({
    page,
  }) => {
    await page.route('**/validators/**', (route) => route.abort())
    await page.goto(site.origin + path.en)
    await page.waitForLoadState('networkidle')
    await fillHousing(page, { homePostalCodeOrCity: 'x' })
    await goOn(page)
    await expectHeading(page, say.steps[1])
    await fillProfile(page)
    await goOn(page)
    await expectHeading(page, say.steps[2])
    await fillContact(page, 'en', 'no-validators@example.com')
    await goOn(page)
    await expectHeading(page, say.steps[0])
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link', { name: 'Enter a full postcode or a town' })).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveTitle(/^Error: /)
    await axe(page)
    await page.locator('input[name="root[homePostalCodeOrCity]"]').fill('Leeds')
    for (const shown of ['professionalUse', 'insured', 'gender', 'address']) await nextScreen(page, shown)
    // It was filled in from there.
    await page.locator('input[name="root[postalCodeOrCity]"]').fill('Leeds')
    await nextScreen(page, 'email')
    await goOn(page)
    await expectHeading(page, say.thanks)
    expect(storedLeads(site, 'no-validators@example.com')).toHaveLength(1)
  })
})
