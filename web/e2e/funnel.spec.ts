// What pages report of the steps that visitors see: once a visit, and nothing of it is kept in the browser.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { joinWith, withAuthenticator } from './console-people.ts'
import { axe, expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')

let site: Site

test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

/** How many visits saw each step, once what was reported is written down. */
function shown(): Record<string, number> {
  const env = { PATH: process.env.PATH, DATA_DIR: site.dataDir }
  const words = ['tools/leadwright.ts', 'funnel', 'home-insurance', '--json']
  try {
    const lines = execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).split('\n')
    return (JSON.parse(lines[0] ?? '{}') as { shown?: Record<string, number> }).shown ?? {}
  } catch {
    return {}
  }
}

test('a visit is counted once, whatever is loaded again, and what it meets with it', async ({ page }) => {
  const reported = () => page.waitForResponse(`${site.origin}/api/v1/steps`)
  const first = reported()
  await page.goto(`${site.origin}/insurance/home-insurance`)
  await answersByItself(page)
  const token = await (await first).text()
  expect(token.length).toBeGreaterThan(100)
  // Nothing is answered, so the step stays, and its first error is reported.
  const second = reported()
  await page.locator('main .lw-buttons button[name=go][value=on]').click()
  expect((await second).status()).toBe(200)
  await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ housing: 1 })

  // Another visit, which counts when its page is left.
  await page.goto(`${site.origin}/insurance/home-insurance`)
  await answersByItself(page)
  for (let reload = 0; reload < 2; reload++) {
    await page.reload()
    await answersByItself(page)
  }
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain(token.slice(0, 40))
  // Longer than it takes to write down what was reported.
  await page.waitForTimeout(6000)
  expect(shown()).toMatchObject({ housing: 2 })
})

test('the funnel in the console is accessible in light and dark, from 360 px, and shows its table', async ({
  page,
}) => {
  const reported = page.waitForResponse(`${site.origin}/api/v1/steps`)
  await page.goto(`${site.origin}/insurance/home-insurance`)
  await answersByItself(page)
  await reported
  await withAuthenticator(page)
  await joinWith(page, site, 'vera@example.com', 'viewer')
  await page.getByRole('link', { name: 'Funnel' }).click()
  await page.getByLabel('Form').selectOption('home-insurance')
  await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ housing: expect.any(Number) })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('img', { name: 'Visits that saw each step' })).toBeVisible()
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await axe(page)
      if (process.env.PICTURES)
        await page.screenshot({ path: join(process.env.PICTURES, `${width}-${colorScheme}.png`), fullPage: true })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([width, overflow]).toEqual([width, 0])
    }
  await page.getByText('The figures as a table').click()
  await expect(page.getByRole('table', { name: 'Steps' })).toBeVisible()
  await axe(page)
})
