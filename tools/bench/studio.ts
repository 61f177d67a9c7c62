import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Command } from 'commander'
import { openSecretKey, openSqlite, sqliteFile } from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import { fail } from '../terminal/print-lines.ts'
import { withBrowser } from './browser.ts'
import { consoleSession } from './console.ts'
import { onGenerated } from './definitions.ts'
import { withServer } from './server.ts'

/** The longest that each may take at the median, in ms. */
const limits = { preview: 300, counterexample: 300, list: 2000, outline: 2000 }

/** The parts of the form that are typed in: a question, and one that can be made to refuse every answer. */
const form = 'home-insurance'
const [asked, refusing] = ['propertyType', 'homePostalCodeOrCity'].map((id) => `steps.housing.fields.${id}`)

const locales = ['English', 'Spanish', 'German', 'French', 'Italian', 'Dutch']

/** Times in ms. */
interface Row {
  what: string
  median: number
  p95: number
  limit: number
}

export function studioBench(bench: Command): void {
  bench
    .option('--rounds <number>', 'how often each is measured in each language', positive, 5)
    .option('--forms <number>', 'the number of forms of the large repository', positive, 1000)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ rounds, forms, json }: { rounds: number; forms: number; json: boolean }) => {
      const rows = [
        ...(await inStudio({}, (page, origin) => typing(page, origin, rounds))),
        ...(await onGenerated(forms, (folder) =>
          inStudio(
            { DEFINITIONS_DIR: join(folder, 'definitions'), LOCALES_DIR: join(folder, 'locales') },
            (page, origin) => opening(page, origin, rounds),
          ),
        )),
      ]
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
      const slow = rows.filter(({ median, limit }) => median > limit)
      if (slow.length > 0) fail(`Slower than their limits: ${slow.map(({ what }) => what).join(', ')}`)
    })
}

/** Runs something in the studio of a server, in a browser that is signed in. */
async function inStudio<T>(env: Record<string, string>, run: (page: Page, origin: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-studio-'))
  try {
    return await withServer(
      (origin) =>
        withBrowser(async (browser) => {
          const at = origin.replace('127.0.0.1', 'console.localhost')
          return run(await signedIn(browser, folder, at), at)
        }),
      { env: { ...env, DATA_DIR: folder } },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function signedIn(browser: Browser, folder: string, origin: string): Promise<Page> {
  const opened = await openSqlite(sqliteFile(folder))
  if (!opened.ok) throw new Error(opened.reason)
  const { cookie } = await consoleSession(opened.storage, await openSecretKey(opened.storage, null))
  await opened.storage.close()
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}

/** From a keystroke to the frame that shows it, and to the counterexample. */
async function typing(page: Page, origin: string, rounds: number): Promise<Row[]> {
  await open(page, `${origin}/studio/${form}/edit?at=${asked}`)
  await page.frameLocator('iframe').locator('form').first().waitFor()
  const times: number[] = []
  for (const language of locales) {
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption(language)
    const input = page.getByRole('group', { name: 'Title' }).getByLabel(language)
    await input.fill(`${language} `)
    await drawn(page, `${language} `)
    for (let round = 0; round < rounds; round++) {
      await noteTime(page)
      await input.press(`End`)
      await page.keyboard.type(String(round))
      times.push(await drawn(page, `${language} ${'0123456789'.slice(0, round + 1)}`))
    }
  }
  await open(page, `${origin}/studio/${form}/edit?at=${refusing}`)
  const proven: number[] = []
  for (let round = 0; round < rounds * locales.length; round++) {
    const pattern = page.getByLabel('Pattern', { exact: true })
    await pattern.fill('')
    await said(page, 'No findings')
    await noteTime(page)
    // A pattern that was not met before, which no answer of the proof's fits.
    await pattern.fill(`^[A-Z]{2}-[0-9]{${3 + round}}$`)
    proven.push(await said(page, 'was found that it takes'))
  }
  return [
    row('keystroke → preview', times, limits.preview),
    row('keystroke → counterexample', proven, limits.counterexample),
  ]
}

async function open(page: Page, url: string): Promise<void> {
  const reply = await page.goto(url)
  if (!reply?.ok()) throw new Error(`${url}: ${reply?.status()}`)
}

/** Has the page note when a key is pressed or a value put in. */
async function noteTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = () => {
      document.documentElement.dataset.begun = String(performance.now())
    }
    addEventListener('input', note, { once: true, capture: true })
  })
}

/** How long after the noted time the frame shows a text, in ms; measured in the frame after. */
function drawn(page: Page, text: string): Promise<number> {
  return sinceNoted(page, 'iframe', text)
}

function said(page: Page, text: string): Promise<number> {
  return sinceNoted(page, '[data-findings]', text)
}

function sinceNoted(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ([selector = '', text = '']) =>
      new Promise<number>((resolve, reject) => {
        const late = performance.now() + 20_000
        const look = () => {
          const found = document.querySelector(selector)
          const content = found instanceof HTMLIFrameElement ? found.contentDocument?.body : found
          const begun = Number(document.documentElement.dataset.begun ?? performance.now())
          if (content?.textContent?.includes(text)) requestAnimationFrame(() => resolve(performance.now() - begun))
          else if (performance.now() > late) reject(new Error(`“${text}” did not appear`))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [selector, text],
  )
}

/** From the press to the list of all forms, and to the outline of one. */
async function opening(page: Page, origin: string, rounds: number): Promise<Row[]> {
  const times: Record<'list' | 'outline', number[]> = { list: [], outline: [] }
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await page.goto(`${origin}/studio`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Form 999', exact: true }).or(page.getByRole('link').last()).first().waitFor()
    times.list.push(performance.now() - begun)
    const pressed = performance.now()
    await page.goto(`${origin}/studio/form-${round}`, { waitUntil: 'commit' })
    await page.locator('.outline li').last().waitFor()
    times.outline.push(performance.now() - pressed)
  }
  return [
    row('the list of all forms', times.list, limits.list),
    row('the outline of a form', times.outline, limits.outline),
  ]
}

function row(what: string, times: number[], limit: number): Row {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { what, median: at(0.5), p95: at(0.95), limit }
}
