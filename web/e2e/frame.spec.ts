// What stands around pages: every layout in every brand and scheme, and menus by keyboard and without a script.

import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'

const brands = ['default', 'prussian-blue', 'lapis-lazuli']
const layouts = ['default', 'affiliation', 'affiliation-de', 'bassols', 'dela', 'crm', 'casino', 'credit-fr', 'blank']
const words = { title: 'Mietwagen', description: 'Vergleich.', text: 'Kraftfahrzeughaftpflichtversicherungen' }

/** A page of the layout, in its language, with a banner and a partner for those that show them. */
function pageWith(layout: string): string {
  const locale = layout === 'credit-fr' ? 'fr' : 'en'
  return JSON.stringify({
    locales: [locale],
    path: `/layouts/${layout}`,
    layout,
    partner: 'Acme',
    banner: { image: 'home', title: 'A roof', subtitle: 'and what is under it' },
    title: words.title,
    description: words.description,
    sections: { text: { kind: 'text', title: words.title, paragraphs: { one: words.text } } },
  })
}

const { site } = fixtureSite(
  Object.fromEntries(layouts.map((layout) => [`definitions/pages/layout-${layout}.json`, pageWith(layout)])),
)

const pictured = [
  'default default light',
  'default casino dark',
  'prussian-blue default dark',
  'prussian-blue affiliation-de dark',
  'lapis-lazuli default light',
  'lapis-lazuli bassols dark',
]

for (const brand of brands) {
  test(`${brand}: every layout is clean for axe, and fits 320 px`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { port } = new URL(site().origin)
    for (const [index, layout] of layouts.entries()) {
      // Every layout in both schemes, the other brands in the one whose turn it is.
      const turn = (['light', 'dark'] as const)[(index + brands.indexOf(brand)) % 2] ?? 'light'
      const schemes = brand === 'default' ? (['light', 'dark'] as const) : [turn]
      const prefix = layout === 'credit-fr' ? '/fr' : ''
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`http://${brand}.localhost:${port}${prefix}/layouts/${layout}`)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await axe(page)
        if (pictured.includes(`${brand} ${layout} ${colorScheme}`))
          await page.screenshot({ path: `web/e2e/results/frame-${brand}-${layout}-${colorScheme}.png` })
      }
      await page.setViewportSize({ width: 320, height: 640 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${brand} ${layout}`).toBeLessThanOrEqual(0)
    }
  })
}

test('the menu is used by keyboard: Enter opens, Escape closes and gives the focus back', async ({ page }) => {
  await page.goto('/es')
  const { title, entries } = textsOf('es', 'menus/main')
  const menu = page.getByRole('navigation', { name: title })
  const energy = menu.getByText(entries.electricityGas.title)
  await energy.focus()
  await page.keyboard.press('Enter')
  const link = menu.getByRole('link', { name: entries.electricityGas.entries.energy.title })
  await expect(link).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(energy).toBeFocused()
  await menu.getByText(entries.shopping.title, { exact: true }).click()
  const deals = menu.getByRole('link', { name: entries.shopping.entries.deal.title })
  await expect(deals).toBeVisible()
  await menu.getByText(entries.banking.title).click()
  await expect(deals).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the menu, the languages, the footer and what opens in dialogs are reached', async ({ page }) => {
    await page.goto('/es')
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByText('Banca y crédito').click()
    await page.getByRole('link', { name: 'Préstamos' }).click()
    await expect(page).toHaveURL(/\/es\/finanzas\/prestamos$/)
    await page.goto('/es')
    await page.getByText('ES', { exact: true }).click()
    await page.getByRole('link', { name: /^Deutsch/ }).click()
    await expect(page).toHaveURL(/\/de$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
    await page.goto(`${site().origin}/fr/layouts/credit-fr`)
    await page.getByRole('link', { name: 'Confidentialité' }).last().click()
    await expect(page).toHaveURL(/\/fr\/privacy/)
  })
})

test('small print opens above a campaign, and closes to where it was', async ({ page }) => {
  await page.goto(`${site().origin}/fr/layouts/credit-fr`)
  const link = page.getByRole('link', { name: 'Confidentialité' }).last()
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Confidentialité' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('heading').first()).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await expect(page).toHaveURL(/layouts\/credit-fr$/)
})

test('the terms open by themselves, under a heading of their own', async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`${site().origin}/fr/layouts/credit-fr`)
    await page.getByRole('link', { name: 'Conditions d’utilisation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conditions d’utilisation' })
    await expect(dialog.getByRole('heading').first()).toHaveText('Conditions d’utilisation')
    await expect(dialog.getByRole('heading', { name: /confidentialité/i })).toHaveCount(0)
    // The clauses are there, and nothing else of the page that they are on.
    await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(dialog.locator('section')).toHaveCount(1)
    await axe(page)
    await page.screenshot({ path: `web/e2e/results/terms-${width}.png` })
  }
})
