// The studio: a form is changed, found wrong, mended, put live and taken back, with the keyboard alone.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { contentSecurityPolicy } from '#server/http'
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

/** Writes, and waits until the preview and the findings have followed. */
async function typeAndFollow(page: Page, input: Locator, text: string): Promise<void> {
  const followed = ['/show', '/findings'].map((path) => page.waitForResponse((reply) => reply.url().includes(path)))
  await type(page, input, text)
  for (const reply of await Promise.all(followed)) await reply.finished()
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
  await page.getByRole('combobox', { name: 'Language', exact: true }).focus()
  await page.keyboard.type('German')
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
  const text = page.getByRole('textbox', { name: 'Text of the file' })
  const good = live().replace('How do you keep your pets?', words.en)
  const planted = good.replace('"maxLength": 40', '"pattern": "^[A-Z]{50}$", "maxLength": 40')
  expect(planted).not.toBe(good)
  await type(page, text, planted)
  await press(page, page.getByRole('button', { name: 'Save the draft' }))
  const findings = page.getByRole('complementary', { name: 'Findings and preview' })
  await expect(findings).toContainText(/pet-insurance\.json:\d+ No answer to "pets\.#\.name" was found that it takes/)
  // One press fills the preview with the answers that lead there.
  await expect(findings).toContainText('What kind of animal is it? Rabbit')
  await press(page, page.getByRole('link', { name: 'Show these answers in the preview' }))
  await expect(preview.locator('[name="root[pets.0.animal]"][value="rabbit"]')).toBeChecked()
  await expect(preview.locator('[name="root[pets.0.name]"]')).toHaveValue('')
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  await press(page, page.getByRole('link', { name: 'See the journey' }))
  const journey = page.getByRole('main')
  await expect(journey.locator('svg .stuck')).toHaveText('Your pets')
  await expect(journey.getByRole('listitem').filter({ hasText: 'Visitors come no further here' })).toContainText(
    'Your pets',
  )
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  await press(page, page.getByRole('button', { name: 'Put live' }))
  await expect(page.getByRole('alert')).toContainText('Correct it first.')
  expect(live()).toBe(before)
  await press(page, page.getByRole('link', { name: 'Back', exact: true }))
  await press(page, page.getByRole('link', { name: own }).first())
  await type(page, text, good)
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
  // What was taken back is a draft again.
  await press(page, page.getByRole('button', { name: 'Discard the draft' }))
  await expect(page.getByText('There is no draft.')).toBeVisible()
  expect(run(site, 'audit', 'verify')).toContain('The audit is complete and unchanged.')
})

test('with the keyboard alone a condition is set, a page begun with a section, and both undone', async ({ page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'nina@example.com', 'author')
  await press(page, page.getByRole('link', { name: 'Studio' }))
  await press(page, page.getByRole('link', { name: 'Pet insurance' }))
  await expect(page.getByText('shown when “What kind of animal is it?” is “Dog”').first()).toBeVisible()
  await press(page, page.getByRole('link', { name: 'When should it start?' }))
  const question = page.getByLabel('Question to compare')
  await question.focus()
  await page.keyboard.type('Up to what')
  await press(page, page.getByRole('button', { name: 'Add the comparison' }))
  await expect(page.getByText(/^Shown when “Up to what amount .*” is 1 or more\.$/)).toBeVisible()
  const comparison = page.getByLabel('Comparison 1')
  await comparison.focus()
  await page.keyboard.type('more')
  await type(page, page.getByLabel('Number 1'), '5000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/is more than 5,000\.$/)).toBeVisible()
  for (const _ of ['the number', 'the comparison']) {
    await press(page, page.getByRole('button', { name: 'Undo the last change' }))
    await expect(page.getByRole('status')).toHaveText('The last change was undone.')
  }
  await expect(page.getByText('There is no draft.')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Studio' }))
  await press(page, page.getByRole('link', { name: 'Begin something new' }))
  await page.getByRole('radio', { name: 'Page', exact: true }).focus()
  await page.keyboard.press('Space')
  await type(page, page.getByRole('group', { name: 'Title' }).getByLabel('English'), 'Cats at home')
  await page.keyboard.press('Enter')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Cats at home' })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Cats at home' }).first())
  await type(page, page.locator('[name="new-id:sections"]'), 'ask')
  await type(page, page.locator('[name="new-text:sections"]'), 'Ask')
  await page.locator('[name="new-kind:sections"]').focus()
  await page.keyboard.type('form')
  await press(page, page.getByRole('button', { name: 'Add to: Sections' }))
  await type(page, page.getByLabel('Form', { exact: true }), form)
  await press(page, page.getByRole('button', { name: 'Save the draft' }))
  await expect(page.frameLocator('iframe').locator('[name^="root["]').first()).toBeAttached()
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  // What the frame loads is gone with the draft.
  await page.waitForLoadState('networkidle')
  await press(page, page.getByRole('button', { name: 'Discard the draft' }))
  await expect(page.getByRole('status')).toHaveText('The draft was discarded.')
  await expect(page.getByRole('link', { name: 'Cats at home' })).toHaveCount(0)
})

test('while a person types, the preview, the findings and the file follow, and nothing is saved', async ({ page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'lena@example.com', 'author')
  await page.goto(`${origin}/studio/${form}/edit?at=steps.pets.fields.name`)
  const preview = page.frameLocator('iframe')
  // It is shown at the screen that asks it, filled with answers that lead there.
  await expect(preview.locator('[name="root[pets.0.name]"]')).toBeVisible()
  await page.getByText('The file itself').click()
  // The editor draws the lines that are seen; what is posted has them all.
  const file = page.locator('textarea[name=file]')
  const title = page.getByRole('group', { name: 'Title' }).getByLabel('English')
  await title.fill('What do you call it?')
  await expect(preview.getByText('What do you call it?')).toBeVisible()
  await expect(file).toHaveValue(/What do you call it\?/)
  // The other way round.
  const changed = (await file.inputValue()).replace('What do you call it?', 'What is it called?')
  await type(page, page.getByRole('textbox', { name: 'Text of the file' }), changed)
  await expect(title).toHaveValue('What is it called?')
  await expect(preview.getByText('What is it called?')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('What is its name?')
  await page.goto(`${origin}/studio/${form}`)
  await expect(page.getByText('There is no draft.')).toBeVisible()
})

test('the file is completed and explained from the schemas, and findings are at their lines', async ({ page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'mara@example.com', 'author')
  await page.goto(`${origin}/studio/${form}/file`)
  const file = page.getByRole('textbox', { name: 'Text of the file' })
  const text = readFileSync(join(folder, own), 'utf8')
  const planted = text.replace('"maxLength": 40', '"pattern": "^[A-Z]{50}$", "maxLength": 40')
  await type(page, file, planted)
  const findings = page.getByRole('complementary', { name: 'Findings and preview' })
  await expect(findings).toContainText('No answer to "pets.#.name" was found that it takes')
  // Lines are drawn where they are seen.
  await page.keyboard.press('ControlOrMeta+Home')
  for (const _ of planted.slice(0, planted.indexOf('"pattern"')).split('\n').slice(1))
    await page.keyboard.press('ArrowDown')
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1)
  await expect(page.locator('.cm-lintRange-error').first()).toHaveCSS('background-image', 'none')
  await type(page, file, '{"locales": ["en"], ')
  await page.keyboard.type('"sav')
  await expect(page.getByRole('option', { name: 'saveAndResume' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(file).toContainText('"saveAndResume": ')
  // What changes in the file meanwhile, such as its findings, ends the wait for a meaning.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await file.getByText('"saveAndResume"').hover()
    await expect(page.locator('.cm-meaning')).toBeVisible({ timeout: 3000 })
  }).toPass()
})

test('a review shows each page that changes, whole, before and after, as wide as a phone and as a desk', async ({
  page,
}) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'paula@example.com', 'author')
  await page.goto(`${origin}/studio/${form}/edit?at=steps.use.fields.keeping`)
  await type(page, page.getByRole('group', { name: 'Title' }).getByLabel('German'), 'Wo leben Ihre Tiere?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The draft was saved.')
  await press(page, page.getByRole('link', { name: 'Back to the outline' }))
  // The page is there before any picture is.
  await press(page, page.getByText('Pictures of each page, before and after'))
  const pictures = page.locator('.pictures img')
  await expect(pictures).toHaveCount(4)
  const sizes = []
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    const size = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(async () => (await size())[0]).toBeGreaterThan(0)
    sizes.push(await size())
  }
  expect(sizes.map(([width]) => width)).toEqual([360, 360, 1280, 1280])
  for (const [, height = 0] of sizes) expect(height).toBeGreaterThan(500)
  const bytes = await pictures.evaluateAll((images) =>
    Promise.all(images.map(async (image) => (await fetch((image as HTMLImageElement).src)).text())),
  )
  expect(bytes[0]).not.toBe(bytes[1])
  await axe(page)
  await press(page, page.getByRole('button', { name: 'Discard the draft' }))
  await expect(page.getByRole('status')).toHaveText('The draft was discarded.')
})

test('with the keyboard alone texts are translated one after the other, with the lines that they take on a phone', async ({
  page,
}) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'tina@example.com', 'author')
  await page.goto(`${origin}/studio/${form}`)
  await press(page, page.getByRole('link', { name: 'Translate the texts' }))
  const line = page.getByRole('form', { name: 'How do you keep your pets? · Title' })
  const german = line.getByLabel('German')
  const long = 'Leben Ihre Tiere ausschließlich in der Wohnung, oder verbringen sie den größten Teil des Tages draußen?'
  await type(page, german, long)
  const counted = /Lines on a phone: (\d+), English: 1\./
  await expect(line).toContainText(counted)
  const [, lines] = counted.exec((await line.textContent()) ?? '') ?? []
  expect(Number(lines)).toBeGreaterThan(2)
  const waiting = Number(/To do \((\d+)\)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1])
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The draft was saved.')
  await expect(page.getByText(`To do (${waiting - 1})`)).toBeVisible()
  // The cursor is in the next one.
  const next = page.locator('[name="text de"]:focus')
  await expect(next).toHaveCount(1)
  expect(await next.inputValue()).not.toBe('')
  await axe(page)

  // The page itself breaks the text into as many lines.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${origin}/studio/${form}/see/de`)
  const label = page.getByText(long)
  await expect(label).toBeVisible()
  const drawn = await label.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(drawn).toBe(Number(lines))
  await page.goto(`${origin}/studio/${form}`)
  await press(page, page.getByRole('button', { name: 'Discard the draft' }))
  await expect(page.getByRole('status')).toHaveText('The draft was discarded.')
})

test('with the keyboard alone a section gets a drawing, then a photo of one’s own with what it shows', async ({
  page,
}) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'dora@example.com', 'author')
  await page.goto(`${origin}/studio/-/new`)
  await page.getByRole('radio', { name: 'Page', exact: true }).focus()
  await page.keyboard.press('Space')
  await type(page, page.getByRole('group', { name: 'Title' }).getByLabel('English'), 'Dogs at home')
  await press(page, page.getByText('Id and address'))
  await type(page, page.getByLabel('Id', { exact: true }), 'dogs')
  await page.keyboard.press('Enter')
  await page.locator('.outline .section a').focus()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('link', { name: 'Choose a picture' }))
  const preview = page.frameLocator('iframe')
  await page.getByLabel('No picture').focus()
  for (const name of ['home', 'bill']) await page.getByLabel(name, { exact: true }).focus()
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Save the draft' }))
  await expect(page.getByRole('status')).toHaveText('The draft was saved.')
  await expect(page.getByLabel('bill', { exact: true })).toBeChecked()
  await expect(preview.locator('main svg use')).toHaveAttribute('href', /bill/)

  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a75' } })
    .png()
    .toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await page.getByLabel('New photo').focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: '../A Dog.png', mimeType: 'image/png', buffer: picture })
  await type(page, page.getByLabel('English'), 'A dog on a sofa')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The draft was saved.')
  await expect(page.getByRole('radio', { name: /^a-dog \(at most \d+ kB\)/ })).toBeChecked()
  const shown = preview.getByRole('img', { name: 'A dog on a sofa' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await axe(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  await page.goto(`${origin}/studio/pages.dogs`)
  await page.waitForLoadState('networkidle')
  await press(page, page.getByRole('button', { name: 'Discard the draft' }))
  await expect(page.getByRole('status')).toHaveText('The draft was discarded.')
})

test.describe('with a lost connection', () => {
  test.use({ losesConnection: true })

  test('what was written stays on the page, and is saved once the server is back', async ({ page }) => {
    await withAuthenticator(page)
    await joinWith(page, site, 'lena@example.com', 'author')
    await page.goto(`${origin}/studio/${form}/edit?at=steps.use.fields.keeping`)
    const english = page.getByRole('group', { name: 'Title' }).getByLabel('English')
    await typeAndFollow(page, english, 'Where do they live?')
    await site.away()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('What you wrote is still here')
    await expect(english).toHaveValue('Where do they live?')
    await site.back()
    await press(page, page.getByRole('button', { name: 'Save the draft' }))
    await expect(page.getByRole('status')).toHaveText('The draft was saved.')
    // Signed out meanwhile.
    await typeAndFollow(page, english, 'Where, then?')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('You are signed out')
    await expect(english).toHaveValue('Where, then?')
  })
})

test('its pages are accessible in light and dark, on phones and desks, and in German', async ({ browser, page }) => {
  await withAuthenticator(page)
  await joinWith(page, site, 'anton@example.com', 'author')
  const part = 'steps.use.fields.keeping'
  const paths = [
    '',
    `/${form}`,
    `/${form}/edit?at=${part}`,
    `/${form}/edit?at=steps.use`,
    `/${form}/file`,
    `/${form}/translate`,
    `/${form}/translate?language=all&show=all`,
    `/${form}/journey`,
    `/${form}/partners`,
    '/-/new',
    '/-/tour',
  ]
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
    // The tour is offered until it is taken or skipped.
    await page.goto(`${origin}/studio`)
    await page.getByRole('link', { name: 'Take the tour' }).click()
    for (let count = 1; count < 6; count++) {
      await expect(page.getByRole('heading', { name: `Tour, page ${count} of 6` })).toBeVisible()
      await page.getByRole('link', { name: 'Next' }).click()
    }
    await page.getByRole('button', { name: 'Go to the studio' }).click()
    await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Take the tour' })).toHaveCount(0)

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

test('no byte of the editor is among what visitors load, and their pages let in no more than before', async ({
  request,
}) => {
  const built = (name: string) => join(import.meta.dirname, '../dist', name)
  const marks = ['cm-meaning', 'cm-scroller', 'editFile']
  const editor = readFileSync(built('console/editor.js'), 'utf8')
  expect(marks.filter((mark) => !editor.includes(mark))).toEqual([])
  for (const folder of ['browser', 'embed', 'server'])
    for (const name of readdirSync(built(folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|json)$/.test(name)) continue
      const text = readFileSync(built(join(folder, name)), 'utf8')
      expect([name, marks.filter((mark) => text.includes(mark))]).toEqual([name, []])
    }
  const page = await request.get(`${site.origin}/forms/${form}`)
  expect(page.headers()['content-security-policy']).toBe(contentSecurityPolicy)
  expect(await page.text()).not.toMatch(/studio|nonce=/)
})
