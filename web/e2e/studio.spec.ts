// The studio: a form is changed, found wrong, mended, put live and taken back, with the keyboard alone.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { joinWith, run, withAuthenticator } from './console-people.ts'
import { axe, expect, test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

const example = join(import.meta.dirname, '../../docs/examples/pet-insurance')

let site: Site
let folder: string
let origin: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadwright-studio-'))
  for (const name of ['definitions', 'locales']) cpSync(join(example, name), join(folder, name), { recursive: true })
  site = await startSite({ definitions: join(folder, 'definitions'), env: { LOCALES_DIR: join(folder, 'locales') } })
  origin = site.origin.replace('127.0.0.1', 'console.localhost')
})
test.afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes over what an input holds, as fingers do. */
async function type(page: Page, input: Locator, text: string): Promise<void> {
  await input.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.focus()
  await page.keyboard.press('Enter')
}

// A draft with findings is refused.
test.use({ expectedStatuses: [409] })

const form = 'pet-insurance'
const own = join('definitions/forms', `${form}.json`)
const words = { en: 'How do your pets live?', de: 'Wie leben Ihre Tiere?', es: '¿Cómo viven sus animales?' }

test('with the keyboard alone a label is changed in three languages, a dead end mended, put live, and taken back', async ({
  page,
  request,
}) => {
  const live = () => readFileSync(join(folder, own), 'utf8')
  const before = live()
  await withAuthenticator(page)
  await joinWith(page, site, 'petra@example.com', 'publisher')
  await press(page, page.getByRole('link', { name: 'Studio' }))
  await press(page, page.getByRole('link', { name: 'Pet insurance' }))
  await press(page, page.getByRole('link', { name: 'How do you keep your pets?' }))
  const title = page.getByRole('group', { name: 'Title' })
  for (const [language, said] of [
    ['English', words.en],
    ['German', words.de],
    ['Spanish', words.es],
  ] as const)
    await type(page, title.getByLabel(language), said)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The draft was saved.')
  expect(live()).toBe(before)
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText(words.en)).toBeVisible()
  await press(page, page.getByRole('link', { name: 'German' }))
  await expect(preview.getByText(words.de)).toBeVisible()
  // The draft's first step is sent in the preview, as without JavaScript.
  await preview.locator('[name="root[keeping]"][value="private"]').focus()
  await page.keyboard.press('Space')
  await preview.locator('button.lw-button-on').focus()
  await page.keyboard.press('Enter')
  await expect(preview.locator('[name*="animal"]').first()).toBeAttached()

  // A rule that no name can meet: nobody gets beyond it.
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  await press(page, page.getByRole('link', { name: own }))
  const text = page.getByLabel('Text of the file')
  const good = await text.inputValue()
  const planted = good.replace('"maxLength": 40', '"pattern": "^[A-Z]{50}$", "maxLength": 40')
  expect(planted).not.toBe(good)
  await type(page, text, planted)
  await press(page, page.getByRole('button', { name: 'Save the draft' }))
  const findings = page.getByRole('complementary', { name: 'Findings and preview' })
  await expect(findings).toContainText(/pet-insurance\.json:\d+ No answer to "pets\.#\.name" was found that it takes/)
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  await press(page, page.getByRole('button', { name: 'Put live' }))
  await expect(page.getByRole('alert')).toContainText('Correct it first.')
  expect(live()).toBe(before)
  await press(page, page.getByRole('link', { name: 'Back', exact: true }))
  await press(page, page.getByRole('link', { name: own }).first())
  await type(page, page.getByLabel('Text of the file'), good)
  await press(page, page.getByRole('button', { name: 'Save the draft' }))
  await expect(findings).toContainText('No findings')

  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  await type(page, page.getByLabel('What changes, in one sentence'), 'A clearer first question')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('The draft was put live.')
  const seen = async (path: string) => (await request.get(site.origin + path)).text()
  await expect.poll(() => seen(`/de/forms/${form}`)).toContain(words.de)
  expect(await seen(`/es/forms/${form}`)).toContain(words.es)
  expect(await seen(`/forms/${form}`)).toContain(words.en)
  // Nothing but the label differs.
  expect(live()).toBe(before.replace('How do you keep your pets?', words.en))

  await press(page, page.getByRole('button', { name: 'Take back number 1' }))
  await expect(page.getByRole('status')).toContainText('It was taken back.')
  await expect.poll(() => seen(`/forms/${form}`)).toContain('How do you keep your pets?')
  expect(live()).toBe(before)
  expect(run(site, 'audit', 'verify')).toContain('The audit is complete and unchanged.')
})

test('its pages are accessible in light and dark, on phones and desks, and in German', async ({ browser, page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'anton@example.com', 'author')
  const part = 'steps.use.fields.keeping'
  const paths = ['', `/${form}`, `/${form}/edit?at=${part}`, `/${form}/edit?at=steps.use`, `/${form}/file`]
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await page.goto(`${origin}/studio${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axe(page)
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([width, path, overflow]).toEqual([width, path, 0])
    }
  }
  const context = await browser.newContext({ locale: 'de-DE', storageState: await page.context().storageState() })
  const german = await context.newPage()
  await german.goto(`${origin}/studio/${form}`)
  await expect(german.getByRole('heading', { name: 'Gliederung' })).toBeVisible()
  await context.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('forms are edited all the same', async ({ browser, page }) => {
    const context = await browser.newContext({ javaScriptEnabled: true })
    const signedIn = await context.newPage()
    await withAuthenticator(signedIn)
    await joinWith(signedIn, site, 'otto@example.com', 'author')
    await page.context().addCookies(await context.cookies())
    await context.close()
    await page.goto(`${origin}/studio/${form}/edit?at=steps.cover.fields.start`)
    await page.getByRole('group', { name: 'Title' }).getByLabel('English').fill('From which day?')
    await page.getByLabel('Visitors must answer').uncheck()
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await expect(page.getByRole('status')).toHaveText('The draft was saved.')
    await page.getByRole('link', { name: 'Back to the outline' }).click()
    await expect(page.getByText('A person with the role Publisher puts it live.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    await expect(page.getByRole('status')).toHaveText('The draft was discarded.')
  })
})
