import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

const stories = Object.fromEntries(
  ['one', 'two', 'three', 'four'].map((name) => [name, { kind: 'long-text', title: `Story ${name}` }]),
)
const form = { locales: ['en'], title: 'Stories', steps: { all: { title: 'Your stories', fields: stories } } }

let site: Site
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadwright-errors-'))
  await cp(join(import.meta.dirname, '../../definitions'), folder, { recursive: true })
  await writeFile(join(folder, 'forms/stories.json'), JSON.stringify(form))
  site = await startSite({ definitions: folder, env: { RATE_LIMIT: '1' } })
})
test.afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})
test.use({ baseURL: '', viewport: { width: 360, height: 640 } })

for (const javaScriptEnabled of [false, true]) {
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [400, 404] })

    test('an address without a page, and one that cannot be read, lead on in their language', async ({ page }) => {
      for (const [path, status] of [
        ['/de/nichts/hier', 404],
        ['/de/%zz', 400],
      ] as const) {
        expect((await page.goto(site.origin + path))?.status()).toBe(status)
        const { title, heading } = textsOf('de', 'error-pages').notFound
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        // The drawing, where there is one, leaves the button in the first screen.
        if (status === 404) await expect(page.locator('main section').first().locator('svg')).toBeVisible()
        await expect(page.getByRole('link', { name: textsOf('de', 'chrome').toHome })).toBeInViewport()
        if (javaScriptEnabled) await axe(page)
        const width = await page.evaluate(() => document.documentElement.scrollWidth).catch(() => 360)
        expect(width).toBeLessThanOrEqual(360)
        await page
          .getByRole('link', { name: textsOf('de', 'pages/insurance/home-insurance').title })
          .or(page.getByRole('main').getByRole('link').first())
          .first()
          .click()
        await expect(page.getByRole('heading', { level: 1 })).not.toContainText(title)
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [413, 429] })

  test('too long a form leads back to what was typed', async ({ page }) => {
    // Each within its limit, and together more than the server reads.
    const long = '€'.repeat(2000)
    await page.goto(`${site.origin}/forms/stories`)
    for (const name of Object.keys(stories)) await page.getByLabel(`Story ${name}`).fill(long)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('en', 'error-pages').tooLarge.title)
    await expect(page.getByText(textsOf('en', 'error-pages').answersKept)).toBeVisible()
    await page.goBack()
    for (const name of Object.keys(stories)) await expect(page.getByLabel(`Story ${name}`)).toHaveValue(long)
  })

  test('who sends too often keeps the filled step, is told so on the first screen, and can send it again', async ({
    page,
  }) => {
    const send = async (text: string) => {
      await page.goto(`${site.origin}/forms/stories`)
      for (const name of Object.keys(stories)) await page.getByLabel(`Story ${name}`).fill(text)
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Send' }).click()
      return answered
    }
    await send('The first')
    const refused = await send('The second')
    expect(refused.status()).toBe(429)
    expect(refused.headers()['retry-after']).toMatch(/^\d+$/)
    const { refusedTitle, busyText } = textsOf('en', 'chrome')
    await expect(page.getByRole('alert')).toContainText(`${refusedTitle}${busyText}`)
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(page).toHaveTitle(/^Error: /)
    for (const name of Object.keys(stories)) await expect(page.getByLabel(`Story ${name}`)).toHaveValue('The second')
  })
})

test('a page that moves away and back is found each time, by a browser that has been there', async ({ page }) => {
  const place = async (path: string, former: string) => {
    const moved = {
      ...{ locales: ['en'], path, formerPaths: [former], title: `Stories at ${path}`, description: 'Stories' },
      sections: { form: { kind: 'form', form: 'stories' } },
    }
    await writeFile(join(folder, 'pages/stories.json'), JSON.stringify(moved))
    await expect.poll(async () => (await fetch(site.origin + path, { redirect: 'manual' })).status).toBe(200)
  }
  for (const [path, former] of [
    ['/here', '/there'],
    ['/there', '/here'],
    ['/here', '/there'],
  ] as const) {
    await place(path, former)
    for (const asked of [path, former]) {
      await page.goto(site.origin + asked)
      await expect(page).toHaveURL(site.origin + path)
      await expect(page).toHaveTitle(new RegExp(`Stories at ${path}`))
    }
  }
})
