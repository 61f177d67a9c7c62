// The blog: choosing what to read, reading it to its end, passing it on; with and without a script.
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'

const article = '/blog/which-home-appliances-consume-the-most-electricity'

test.describe('a reader', () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
      test.use({ javaScriptEnabled })

      test('chooses what it is about, goes on to older articles and reads one', async ({ page, site }) => {
        await page.goto(`${site.origin}/blog`)
        const titles = page.locator('#articles').getByRole('heading', { level: 2 })
        await expect(titles).toHaveCount(10)
        await page.getByRole('link', { name: 'Older articles' }).click()
        await expect(titles).toHaveCount(9)
        await expect(page.getByText('Page 2 of 2')).toBeVisible()
        await page.getByRole('link', { name: 'Finance', exact: true }).click()
        await expect(page).toHaveURL(/\/blog\?category=finance$/)
        await expect(page.getByRole('link', { name: 'Finance', exact: true })).toHaveAttribute('aria-current', 'true')
        await page.getByRole('link', { name: 'Getting out of debt in Spain: common questions' }).click()
        await expect(page).toHaveURL(/\/blog\/common-questions/)
        // The list had a heading too: a link that is pressed while its page makes way is not the article's.
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Getting out of debt')
        const last = page.getByRole('navigation', { name: 'In this article' }).getByRole('link').last()
        const [, place] = (await last.getAttribute('href'))?.split('#') ?? []
        expect(place).toMatch(/^article-\d+$/)
        await expect(page.locator(`[id="${place}"]`)).not.toBeInViewport()
        await last.click()
        // The app shows it without a step in history.
        await expect(page.locator(`[id="${place}"]`)).toBeInViewport()
        await expect(page.getByRole('link', { name: 'Get free advice' }).last()).toHaveAttribute(
          'href',
          '/finance/lso?utm_source=blog&utm_medium=article&utm_campaign=lso&utm_id=blog13&sid=blog13&ssid=end',
        )
      })

      test('changes the language: to the article where it is there, to the blog where not', async ({ page, site }) => {
        await page.goto(`${site.origin}/blog/electricity-tariffs`)
        await page.locator('header details summary').filter({ hasText: 'English' }).click()
        await page
          .locator('header')
          .getByRole('link', { name: /Deutsch/ })
          .click()
        await expect(page).toHaveURL(/\/de\/blog$/)
        await page.goto(site.origin + article)
        await page.locator('header details summary').filter({ hasText: 'English' }).click()
        await page
          .locator('header')
          .getByRole('link', { name: /Español/ })
          .click()
        await expect(page).toHaveURL(/\/es\/blog\/[\w-]+$/)
        await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      })
    })

  test('passes an article on in the ways that the browser has', async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(site.origin + article)
    const copy = page.getByRole('button', { name: 'Copy the link' })
    await copy.click()
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://leadwright.example${article}`)
    await expect(page.getByRole('link', { name: textsOf('en', 'blog').mail })).toHaveAttribute(
      'href',
      /^mailto:\?subject=.+&body=https/,
    )
    await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  })

  test('who only reads fetches no React', async ({ page, site }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(site.origin + article)
    await page.mouse.wheel(0, 4000)
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((url) => url.includes('entry-client'))).toEqual([])
  })
})

for (const [width, colorScheme] of [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)
  test(`the list and a long article are clean for axe at ${width} px, ${colorScheme}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [name, path] of Object.entries({ list: '/blog', article })) {
      await page.goto(site.origin + path)
      await axe(page)
      expect(await widest(page)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `web/e2e/results/blog-${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  })

test('printed, an article is its text', async ({ page, site }) => {
  await page.goto(site.origin + article)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const hidden of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByText('Related Articles')])
    await expect(hidden).toBeHidden()
})

function widest(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}
