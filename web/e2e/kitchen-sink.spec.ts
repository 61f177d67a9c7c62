// A form with everything the language can say, dropped into a running server and filled without JavaScript.
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = join(root, 'engine/node/testing/fixtures')

let folder: string
let site: Site
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadwright-kitchen-'))
  for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
  site = await startSite({
    definitions: join(folder, 'definitions'),
    // A definition that breaks is an error in the log; this test wants to see it elsewhere.
    env: { LOCALES_DIR: join(folder, 'locales'), LOG_LEVEL: 'fatal' },
  })
})
test.afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})
test.describe.configure({ mode: 'serial' })
test.use({ baseURL: '', javaScriptEnabled: false, expectedStatuses: [422] })

/** What a language calls things, and what only its version of the form asks. */
const languages = {
  en: {
    prefix: '',
    title: 'Kitchen sink',
    budget: '1,250.50',
    deposited: '625.25',
    deposit: 'At most £625.25.',
    limits: (year: number) => [
      'The answer to “Your deposit” must be £625.25 or less: 50% of your answer to “Your budget”',
      `The answer to “When does it end?” must be 1 January ${year + 1} or later: 1 day after your answer to “When do you begin?”`,
    ],
    thanks: 'Everything arrived',
  },
  de: {
    prefix: '/de',
    title: 'Auswahl',
    budget: '1.250,50',
    deposited: '625,25',
    deposit: 'Höchstens 625,25\u00a0€.',
    limits: (year: number) => [
      'Die Antwort auf „Ihre Anzahlung“ darf höchstens 625,25\u00a0€ betragen: 50\u00a0% Ihrer Antwort auf „Ihr Budget“',
      `Die Antwort auf „Wann endet es?“ darf nicht vor dem 1. Januar ${year + 1} liegen: 1 Tag nach Ihrer Antwort auf „Wann beginnen Sie?“`,
    ],
    thanks: 'Alles angekommen',
  },
}
type Language = keyof typeof languages

const control = (page: Page, field: string) => page.locator(`main [name="root[${field}]"]`)
const press = (page: Page, go: string) => page.locator(`main button[name=go][value="${go}"]`).last().click()
const choose = (page: Page, field: string, value: string) =>
  page.locator(`main [name^="root[${field}]"][value="${value}"]`).check()

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await control(page, field).fill(value)
}

async function fillDate(page: Page, field: string, parts: Record<string, string>): Promise<void> {
  for (const [part, value] of Object.entries(parts))
    await page.locator(`main [name="root[${field}][${part}]"]`).fill(value)
}

async function waitFor(path: string, text: string): Promise<void> {
  await expect.poll(async () => (await fetch(site.origin + path)).text(), { timeout: 90_000 }).toContain(text)
}

test('is live in two languages, with no restart', async () => {
  // The words first, the form last: as somebody would copy them over.
  for (const name of ['locales', 'definitions']) await cp(join(fixtures, name), join(folder, name), { recursive: true })
  await waitFor('/forms/kitchen-sink', 'Where do you live?')
  await waitFor('/de/forms/kitchen-sink', 'Wo wohnen Sie?')
})

for (const language of Object.keys(languages) as Language[]) {
  test(`is filled and sent in ${language}, without JavaScript`, async ({ page }) => {
    const { prefix, budget, deposited, deposit, limits, thanks } = languages[language]
    await page.goto(`${site.origin}${prefix}/forms/kitchen-sink`)

    await choose(page, 'home', 'flat')
    await choose(page, 'likes', 'tea')
    await choose(page, 'likes', 'coffee')
    await control(page, 'region').selectOption('r7')
    await press(page, 'on')
    // What the answers opened is asked now, and not complained about.
    await fill(page, { floor: '7', rooms: '4' })
    await choose(page, 'sugar', '4')
    await press(page, 'on')
    await choose(page, 'lift', 'true')
    await choose(page, 'cellar', 'false')
    await fill(page, { either: 'Both' })
    await press(page, 'on')

    const year = new Date().getFullYear()
    await fill(page, { budget: 'much', deposit: '700', consumption: '3500', code: 'abc' })
    await fillDate(page, 'begin', { day: '31', month: '12', year: String(year - 1) })
    await fill(page, { site: 'https://example.org' })
    if (language === 'de') {
      await fill(page, { tax: '12/345/67890' })
      await choose(page, 'schufa', 'true')
    } else await expect(control(page, 'tax')).toHaveCount(0)
    await press(page, 'on')
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
    await expect(control(page, 'budget')).toHaveValue('much')
    await fill(page, { budget, code: 'ABC123' })
    await fillDate(page, 'begin', { day: '31', month: '12', year: String(year) })
    await fillDate(page, 'end', { day: '31', month: '12', year: String(year) })
    await press(page, 'on')
    // Half of the budget, and a day at least.
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(limits(year))
    await expect(page.locator('[id$="deposit-hint"]')).toHaveText(deposit)
    await fill(page, { deposit: deposited })
    await fillDate(page, 'end', { day: '1', month: '1', year: String(year + 1) })
    await press(page, 'on')

    // No child at first; two are added, the first is removed again.
    await expect(page.locator('fieldset.lw-item')).toHaveCount(0)
    await press(page, 'add')
    await fill(page, { 'children.0.name': 'Ada', 'children.0.age': '3' })
    await press(page, 'add')
    await fill(page, { 'children.1.name': 'Grace', 'children.1.age': '9' })
    await press(page, 'remove-0')
    await expect(control(page, 'children.0.name')).toHaveValue('Grace')
    await control(page, 'children.0.age').press('Enter')
    await fill(page, { 'children.0.school': 'Primary' })
    await press(page, 'on')

    await fill(page, { 'partner.firstName': 'Charles' })
    await choose(page, 'partner.working', 'true')
    await press(page, 'on')
    await fill(page, { 'partner.employer': 'ACME' })
    await press(page, 'on')

    await choose(page, 'gender', 'other')
    await fill(page, { firstName: 'Ada', lastName: 'Lovelace', street: 'High Street 1', city: 'Utrecht' })
    await fillDate(page, 'birthDate', { day: '7', month: '3', year: '1985' })
    await control(page, 'country').selectOption('NL')
    await fill(page, { postalCode: 'SW1A 1AA', phone: '030 2334455', email: 'ada@example.com' })
    if (language === 'de') {
      await expect(control(page, 'houseNumber')).toHaveCount(0)
      await control(page, 'profile').check()
    } else await expect(control(page, 'profile')).toHaveCount(0)
    await control(page, 'privacy').check()
    await press(page, 'on')
    // A British postal code is none in the Netherlands, the country chosen.
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
    await fill(page, { postalCode: '1012 ab' })
    await press(page, 'on')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks)

    const database = new DatabaseSync(join(site.dataDir, 'leadwright.db'), { readOnly: true, timeout: 30_000 })
    const row = database
      .prepare('SELECT answers FROM leads WHERE form = ? AND locale = ?')
      .get('kitchen-sink', language)
    database.close()
    expect(JSON.parse(String(row?.answers))).toEqual({
      home: 'flat',
      floor: 7,
      rooms: 4,
      lift: true,
      cellar: false,
      likes: ['tea', 'coffee'],
      sugar: 4,
      region: 'r7',
      either: 'Both',
      budget: 1250.5,
      deposit: 625.25,
      consumption: 3500,
      begin: `${year}-12-31`,
      end: `${year + 1}-01-01`,
      code: 'ABC123',
      site: 'https://example.org',
      ...(language === 'de' && { tax: '12/345/67890', schufa: true }),
      children: [{ name: 'Grace', age: 9, school: 'Primary' }],
      partner: { firstName: 'Charles', working: true, employer: 'ACME' },
      gender: 'other',
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthDate: '1985-03-07',
      country: 'NL',
      postalCode: '1012 AB',
      city: 'Utrecht',
      street: 'High Street 1',
      phone: '+31302334455',
      email: 'ada@example.com',
    })
  })
}

test.describe('with JavaScript', () => {
  test.use({ javaScriptEnabled: true })

  for (const width of [360, 1280]) {
    test(`repeated questions are accessible and fit ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${site.origin}/forms/car`)
      await hydrated(page)
      await choose(page, 'request', 'first')
      await press(page, 'on')
      await choose(page, 'bought', 'new')
      await fillDate(page, 'firstRegistration', { month: '5', year: '2020' })
      await press(page, 'on')
      await press(page, 'add')
      await press(page, 'on')
      await expect(page.getByRole('alert')).toContainText('Driver 2: Enter your date of birth')
      await expect(page.getByText('Who drives it?')).toHaveCount(1)
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `web/e2e/results/drivers-${width}.png`, fullPage: true })
    })
  }
})

test('breaking it leaves the previous version serving, and says where the mistake is', async () => {
  const file = join(folder, 'definitions/forms/kitchen-sink.json')
  const text = await readFile(file, 'utf8')
  const broken = text.replace('"kind": "rating"', '"kind": "ratign"')
  await writeFile(`${file}.new`, broken)
  await rename(`${file}.new`, file)
  const line = broken.slice(0, broken.indexOf('"ratign"')).split('\n').length
  await expect
    .poll(async () => (await fetch(`${site.origin}/readyz`)).text(), { timeout: 90_000 })
    .toContain(`kitchen-sink.json:${line}:`)
  expect(await (await fetch(`${site.origin}/readyz`)).text()).toContain('Did you mean \\"rating\\"?')
  await waitFor('/forms/kitchen-sink', 'Where do you live?')
})
