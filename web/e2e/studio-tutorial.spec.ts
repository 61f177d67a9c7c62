// The tutorial of the studio, step by step, with the keyboard alone. Its pictures are made with TUTORIAL_PICTURES=1.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { withAuthenticator } from './console-people.ts'
import { axe, expect, test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const guide = join(root, 'docs/guide')

let site: Site
let folder: string

test.afterAll(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The steps of the tutorial, as its headings say them. */
const steps = [...readFileSync(join(guide, 'studio-tutorial.md'), 'utf8').matchAll(/^## \d+\. (.+)$/gm)].map(
  ([, title = '']) => title,
)

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
    ...{ cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' } },
  }).trim()

/** What the command line prints, in the new repository. */
function leadwright(...words: string[]): string {
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: site?.dataDir, PORT: site && new URL(site.origin).port },
    ...{ DEFINITIONS_DIR: join(folder, 'definitions'), LOCALES_DIR: join(folder, 'locales') },
  }
  return execFileSync(process.execPath, ['tools/leadwright.ts', ...words], { cwd: root, env, encoding: 'utf8' }).trim()
}

/** Goes to a control with Tab, or back with Shift and Tab, as hands do; among radio buttons with the arrows. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = (element: Element) => document.activeElement === element
  const isInGroup = (element: Element) => {
    const [own, now] = [element as HTMLInputElement, document.activeElement as HTMLInputElement]
    return own === now || (own.type === 'radio' && now.type === 'radio' && now.name === own.name)
  }
  const isBehind = (element: Element) =>
    document.activeElement !== document.body &&
    document.activeElement?.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING
  const key = (await target.evaluate(isBehind)) ? 'Shift+Tab' : 'Tab'
  for (let count = 0; count < 500 && !(await target.evaluate(isInGroup)); count++)
    await target.page().keyboard.press(key)
  for (let count = 0; count < 20 && !(await target.evaluate(isThere)); count++)
    await target.page().keyboard.press('ArrowDown')
  await expect(target).toBeFocused()
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target)
  await target.page().keyboard.press(key)
}

/** Writes over what an input holds, as fingers do. */
async function type(input: Locator, text: string): Promise<void> {
  await reach(input)
  await input.page().keyboard.press('ControlOrMeta+a')
  await input.page().keyboard.insertText(text)
}

/** Chooses in a list by the first letters. */
async function choose(list: Locator, letters: string): Promise<void> {
  await reach(list)
  await list.page().keyboard.type(letters)
}

/** A person of the console, in a browser of their own. */
async function join_(page: Page, email: string, role: string): Promise<void> {
  await withAuthenticator(page)
  await page.goto(leadwright('people', 'invite', email, '--role', role))
  await press(page.getByRole('button', { name: 'Create a passkey' }))
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
}

/** A picture of the documents, where they are asked for. */
async function picture(page: Page, name: string, at?: Locator): Promise<void> {
  if (process.env.TUTORIAL_PICTURES !== '1') return
  await at?.evaluate((element) => element.scrollIntoView())
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  writeFileSync(join(guide, `pictures/studio-${name}.webp`), Buffer.from(data, 'base64'))
}

/** Writes the next full minute that is not about to begin into an input, as it is in Berlin. */
async function typeNextMinute(input: Locator): Promise<void> {
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
  const written = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: 'Europe/Berlin', month: '2-digit', day: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h12' },
  })
  const part = Object.fromEntries(written.formatToParts(at).map(({ type, value }) => [type, value]))
  await reach(input)
  const { keyboard } = input.page()
  await keyboard.type(`${part.month}${part.day}${part.year}`)
  await keyboard.press('ArrowRight')
  await keyboard.type(`${part.hour}${part.minute}${part.dayPeriod?.slice(0, 1)}`)
}

const words = {
  en: 'What is your contract number?',
  de: 'Wie lautet Ihre Vertragsnummer?',
  fr: 'Quel est votre numéro de contrat ?',
}

test.use({ viewport: { width: 1280, height: 800 } })

test('from an empty folder to a lead and back, with the keyboard alone', async ({ page: ada, browser }) => {
  test.setTimeout(600_000)
  const taken: string[] = []
  const step = (title: string, act: () => Promise<void>) => {
    taken.push(title)
    return test.step(title, act)
  }
  const open = async (page: Page, name: string) => {
    await press(page.getByRole('link', { name: 'Studio', exact: true }))
    await press(page.getByRole('link', { name, exact: true }).first())
  }
  const title = ada.getByRole('group', { name: 'Title' })
  const saved = (page: Page) => expect(page.getByRole('status')).toHaveText('The draft was saved.')
  const petra = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  /** Puts live what Ada wrote, as it is shown. */
  const putLive = async (name: string, note: string) => {
    await open(petra, name)
    await type(petra.getByLabel('What changes, in one sentence'), note)
    await petra.keyboard.press('Enter')
    await expect(petra.getByRole('status')).toContainText('The draft was put live.')
  }

  await step('Begin a repository', async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadwright-tutorial-'))
    git('init', '--quiet', '--initial-branch=main')
    leadwright('init', folder, '--yes', '--name=Acme', '--languages=en,de,fr')
    git('add', '.')
    git('commit', '--quiet', '-m', 'Begin')
    site = await startSite({ definitions: join(folder, 'definitions'), env: { LOCALES_DIR: join(folder, 'locales') } })
    await join_(ada, 'ada@example.com', 'author')
    await join_(petra, 'petra@example.com', 'publisher')
  })

  await step('Begin a form', async () => {
    await press(ada.getByRole('link', { name: 'Studio', exact: true }))
    await press(ada.getByRole('link', { name: 'Begin something new' }))
    await press(ada.getByRole('radio', { name: 'Call back' }), 'Space')
    await type(title.getByLabel('English'), 'Ask our service team')
    await type(title.getByLabel('German'), 'Fragen Sie unser Serviceteam')
    await type(title.getByLabel('French'), 'Posez une question à notre service client')
    await press(ada.getByText('Id and address'))
    await type(ada.getByLabel('Id', { exact: true }), 'service')
    await axe(ada)
    await picture(ada, 'templates', ada.getByRole('group', { name: 'What do you need?' }))
    await press(ada.getByRole('button', { name: 'Begin the draft' }))
    await saved(ada)
    await expect(ada.frameLocator('iframe').getByText('What is it about?')).toBeVisible()
    await ada.getByRole('combobox', { name: 'Language', exact: true }).focus()
    await ada.keyboard.type('French')
    await expect(ada.frameLocator('iframe').getByText('De quoi s’agit-il')).toBeVisible()
  })

  await step('Ask a question under a condition', async () => {
    await press(ada.getByRole('link', { name: 'When may we call you?' }))
    const fields = ada.getByRole('group', { name: 'Questions' })
    await type(fields.getByLabel('New id'), 'contract')
    await type(fields.getByLabel('Its text'), words.en)
    await press(fields.getByRole('button', { name: 'Add to: Questions' }))
    await type(title.getByLabel('German'), words.de)
    await type(title.getByLabel('French'), words.fr)
    await ada.keyboard.press('Enter')
    await saved(ada)
    await choose(ada.getByLabel('Question to compare'), 'What is it')
    await press(ada.getByRole('button', { name: 'Add the comparison' }))
    await saved(ada)
    const answers = ada.getByRole('group', { name: 'Answers 1' })
    await press(answers.getByRole('checkbox', { name: 'A question' }), 'Space')
    await press(answers.getByRole('checkbox', { name: 'My contract' }), 'Space')
    await press(ada.getByRole('button', { name: 'Save the draft' }).first())
    await expect(ada.getByText('Shown when “What is it about?” is “My contract”.')).toBeVisible()
    await picture(ada, 'condition', ada.getByRole('group', { name: 'Condition' }))
  })

  await step('Find and mend a dead end', async () => {
    await type(ada.getByLabel('Pattern', { exact: true }), '^[A-Z]{50}$')
    await type(ada.getByLabel('Most characters', { exact: true }), '40')
    // The findings follow what is typed: they are there before the page that Enter leads to.
    const loaded = ada.waitForEvent('domcontentloaded')
    await ada.keyboard.press('Enter')
    await loaded
    const findings = ada.getByRole('complementary', { name: 'Findings and preview' })
    await expect(findings).toContainText('No answer to "contract" was found that it takes')
    await press(ada.getByRole('link', { name: 'Show these answers in the preview' }).first())
    await expect(ada.frameLocator('iframe').getByRole('radio', { name: 'My contract' })).toBeChecked()
    await press(ada.getByRole('link', { name: 'Back to the outline' }))
    await press(ada.getByRole('link', { name: 'See the journey' }))
    await expect(ada.getByRole('main').locator('svg .stuck')).toHaveCount(1)
    await picture(ada, 'dead-end')
    await axe(ada)
    await press(ada.getByRole('link', { name: 'Back to the outline' }))
    await press(ada.getByRole('button', { name: 'Undo the last change' }))
    await expect(findings).toContainText('No findings')
  })

  await step('Review the form and put it live', async () => {
    await open(petra, 'Ask our service team')
    await type(petra.getByLabel('What do you say of this draft?'), 'Please say who calls.')
    await press(petra.getByRole('button', { name: 'Ask for changes' }))
    await expect(petra.getByRole('status')).toBeVisible()
    await picture(petra, 'review', petra.getByRole('heading', { name: 'Review', exact: true }))
    await press(ada.getByRole('link', { name: 'When may we call you?' }))
    await type(title.getByLabel('English'), 'When may our team call you?')
    await ada.keyboard.press('Enter')
    await saved(ada)
    await open(petra, 'Ask our service team')
    await press(petra.getByRole('button', { name: 'Approve', exact: true }))
    await putLive('Ask our service team', 'A form for contracts')
    expect(git('log', '-1', '--format=%s')).toBe('Put live: service')
    await expect.poll(async () => (await ada.request.get(`${site.origin}/fr/forms/service`)).text()).toContain(words.fr)
  })

  await step('Make a variant', async () => {
    await open(ada, 'Ask our service team')
    const variant = ada.locator('form[action$="/variant"]')
    await type(variant.getByLabel('New id'), 'service-short')
    await type(variant.getByLabel('Title'), 'Call me back')
    await press(variant.getByRole('button', { name: 'Duplicate' }))
    await saved(ada)
    await press(ada.getByRole('link', { name: 'Call me back' }).first())
    await type(title.getByLabel('German'), 'Rufen Sie mich zurück')
    await type(title.getByLabel('French'), 'Rappelez-moi')
    await ada.keyboard.press('Enter')
    await saved(ada)
    await putLive('Call me back', 'The same form for the campaign')
  })

  await step('Add a partner', async () => {
    await press(ada.getByRole('link', { name: 'Studio', exact: true }))
    await press(ada.getByRole('link', { name: 'Begin something new' }))
    await press(ada.getByRole('radio', { name: 'Partner', exact: true }), 'Space')
    await type(title.getByLabel('English'), 'Callers')
    await choose(ada.getByLabel('Form whose leads the partner gets'), 'Call me back')
    await press(ada.getByRole('button', { name: 'Begin the draft' }))
    await saved(ada)
    await putLive('Callers', 'They call back')
    await open(ada, 'Call me back')
    await press(ada.getByRole('link', { name: 'See what partners get' }))
    await expect(ada.getByText('Gets this lead.')).toBeVisible()
    await axe(ada)
    await press(ada.getByRole('button', { name: 'Send as a test lead' }))
    await expect(ada.getByRole('status')).toContainText('The test lead was sent.')
  })

  await step('Make a page', async () => {
    await press(ada.getByRole('link', { name: 'Studio', exact: true }))
    await press(ada.getByRole('link', { name: 'Begin something new' }))
    await press(ada.getByRole('radio', { name: 'Page', exact: true }), 'Space')
    await type(title.getByLabel('English'), 'We call you back')
    await press(ada.getByText('Id and address'))
    await type(ada.getByLabel('Address of the page, such as /solar'), '/campaign')
    await ada.keyboard.press('Enter')
    await saved(ada)
    await press(ada.getByRole('link', { name: 'We call you back' }).first())
    await type(ada.locator('[name="new-id:sections"]'), 'ask')
    await type(ada.locator('[name="new-text:sections"]'), 'Ask for a call')
    await choose(ada.locator('[name="new-kind:sections"]'), 'form')
    await press(ada.getByRole('button', { name: 'Add to: Sections' }))
    await type(ada.getByLabel('Form', { exact: true }), 'service-short')
    await press(ada.getByRole('button', { name: 'Save the draft' }).first())
    await saved(ada)
    await expect(ada.frameLocator('iframe').locator('[name^="root["]').first()).toBeAttached()
    await picture(ada, 'page')
  })

  await step('Put the page live at a time', async () => {
    await open(petra, 'We call you back')
    await press(petra.getByText('Go live at a time'))
    await typeNextMinute(petra.getByLabel('Day and time'))
    await choose(petra.getByLabel('Time zone'), 'Europe/Berlin')
    await press(petra.getByRole('button', { name: 'Approve for this time' }))
    await expect(petra.getByText(/^Goes live at .* Europe\/Berlin, approved by/)).toBeVisible()
    await picture(petra, 'planned', petra.getByText(/^Goes live at/))
    const status = async () => (await ada.request.get(`${site.origin}/campaign`)).status()
    expect(await status()).toBe(404)
    await expect.poll(status, { timeout: 150_000, intervals: [1000] }).toBe(200)
  })

  const visitor = await (await browser.newContext()).newPage()
  await step('Fill in the form', async () => {
    await visitor.goto(`${site.origin}/campaign`)
    await press(visitor.getByRole('radio', { name: 'My contract' }), 'Space')
    await type(visitor.getByLabel(words.en), 'C-1815')
    await press(visitor.getByRole('radio', { name: 'In the morning' }), 'Space')
    await type(visitor.getByLabel('First name'), 'Grace')
    await type(visitor.getByLabel(/phone/i), '020 7946 0018')
    await press(visitor.getByRole('checkbox'), 'Space')
    await press(visitor.getByRole('button', { name: 'Call me back' }))
    await expect(visitor.getByRole('heading', { name: 'Thank you, we will call you back' })).toBeVisible()
  })

  await step('Read the lead as the partner', async () => {
    const headers = { authorization: `Bearer ${leadwright('partners', 'key', 'callers')}` }
    const read = async () => (await ada.request.get(`${site.origin}/api/v1/leads`, { headers })).text()
    await expect.poll(read).toContain('C-1815')
    expect(await read()).toContain('Grace')
  })

  await step('Take the page back', async () => {
    await open(petra, 'We call you back')
    await press(petra.getByRole('button', { name: 'Take back number 4' }))
    await expect(petra.getByRole('status')).toContainText('It was taken back.')
    await expect.poll(async () => (await ada.request.get(`${site.origin}/campaign`)).status()).toBe(404)
    expect(git('status', '--porcelain')).toBe('')
    git('fsck', '--strict', '--no-dangling')
    expect(leadwright('audit', 'verify')).toContain('The audit is complete and unchanged.')
    await picture(petra, 'releases', petra.getByRole('heading', { name: 'Put live so far' }))
  })
  expect(taken).toEqual(steps)
})
