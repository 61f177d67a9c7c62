// Slides under tabs: by keyboard, as a list without a script, and moving on by themselves only where they are told to.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'

// One server for them all.
test.describe.configure({ mode: 'default' })

const slide = (name: string) => ({ name, title: `${name} in under`, figure: '2 minutes', description: `If ${name}.` })
const shown = (seconds?: number) =>
  JSON.stringify({
    locales: ['en'],
    path: seconds === undefined ? '/slides' : '/moving-slides',
    title: 'Slides',
    description: 'x',
    sections: {
      slides: {
        kind: 'slider',
        title: 'What there is',
        ...(seconds !== undefined && { seconds }),
        slides: {
          energy: { ...slide('Energy'), label: 'Compare', page: 'energy', query: { utm_campaign: 'slides' } },
          home: slide('Home'),
          deals: { ...slide('Deals'), label: 'See', page: 'exclusive-deal' },
        },
      },
      voices: {
        kind: 'testimonials',
        title: 'Voices',
        testimonials: {
          one: { name: 'A', title: 'nurse', content: '“Good.”', rate: 4, source: 'A letter of 3 March 2026' },
          two: { name: 'B', title: 'nurse', content: '“Very good.”', rate: 5, sample: true },
        },
      },
    },
  })

const { site } = fixtureSite({
  'definitions/pages/slides.json': shown(),
  'definitions/pages/moving-slides.json': shown(5),
})

const open = (page: Page, path = '/slides') => page.goto(site().origin + path)
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function expectShown(page: Page, name: string): Promise<void> {
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

test('arrows, Home and End choose slides before the page is React’s and after', async ({ page }) => {
  await open(page)
  await expect(page.locator('[data-slider=followed]')).toBeVisible()
  await expectShown(page, 'Energy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What there is')
  await tab(page, 'Energy').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Home'],
    ['End', 'Deals'],
    ['ArrowRight', 'Energy'],
    ['ArrowLeft', 'Deals'],
    ['Home', 'Energy'],
    ['ArrowRight', 'Home'],
  ] as const) {
    await page.keyboard.press(key)
    await expectShown(page, name)
    await expect(tab(page, name)).toBeFocused()
  }
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-slider]') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await expectShown(page, 'Home')
  await tab(page, 'Deals').click()
  await expectShown(page, 'Deals')
  await expect(page).toHaveURL(`${site().origin}/slides`)
  await axe(page)
})

test('a button is filled where a form waits, and carries the parameters of its slide', async ({ page }) => {
  await open(page, '/slides#slides.deals')
  await expectShown(page, 'Deals')
  await expect(page.getByRole('link', { name: 'See', exact: true })).toHaveClass(/lw-button-quiet/)
  await tab(page, 'Energy').click()
  const button = page.getByRole('link', { name: 'Compare', exact: true })
  await expect(button).not.toHaveClass(/lw-button-quiet/)
  await expect(button).toHaveAttribute('href', '/electricity-gas/energy?utm_campaign=slides')
})

test('stars are said, and samples are not shown', async ({ page }) => {
  await open(page)
  await expect(page.getByText('4 of 5 stars')).toBeVisible()
  await expect(page.getByText('“Very good.”')).toHaveCount(0)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('all slides are listed, without tabs', async ({ page }) => {
    await open(page)
    for (const name of ['Energy', 'Home', 'Deals'])
      await expect(page.getByRole('heading', { name: `${name} in under` })).toBeVisible()
    await expect(page.getByRole('tablist')).toHaveCount(0)
  })
})

test.describe('that move on', () => {
  test('do so after their seconds, not while one is used, and never again once paused', async ({ page }) => {
    await page.clock.install()
    await open(page, '/moving-slides')
    await expect(page.locator('[data-slider=followed]')).toBeVisible()
    await page.clock.fastForward(5000)
    await expectShown(page, 'Home')
    await tab(page, 'Home').hover()
    await page.clock.fastForward(20_000)
    await expectShown(page, 'Home')
    await page.getByRole('heading', { name: 'Voices' }).hover()
    await page.clock.fastForward(5000)
    await expectShown(page, 'Deals')
    const pause = page.getByRole('button', { name: 'Pause' })
    await pause.click()
    await expect(pause).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('heading', { name: 'Voices' }).click()
    await page.clock.fastForward(20_000)
    await expectShown(page, 'Deals')
  })

  test('stand still for those who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await open(page, '/moving-slides')
    await expect(page.locator('[data-slider=followed]')).toBeVisible()
    await page.clock.fastForward(60_000)
    await expectShown(page, 'Energy')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
  })
})
