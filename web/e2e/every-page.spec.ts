// Every page once: its console, its policy, and what axe finds in each layout and section kind in both schemes.

import type { PageAt } from '#engine/catalog/portal/addresses/path-table.ts'
import { pagePath } from '#engine/catalog/portal/addresses/paths.ts'
import { layoutId } from '#engine/catalog/portal/shown-forms.ts'
import { loadCatalog } from '#engine/node/load.ts'
import { axe, expect, test } from './fixture.ts'

const root = `${import.meta.dirname}/../..`
const loaded = await loadCatalog({ definitions: `${root}/definitions`, locales: `${root}/locales` })
if (!loaded.ok) throw new Error('The definitions have problems.')
const { catalog } = loaded

const brands = catalog.brands.map(({ id }) => id)
const locales = Object.keys(catalog.site.locales)
const ids = [...new Set(catalog.pages.map(({ id }) => id))]

/** Each page in one language, and the brand that shows it: both take turns. */
const visits = ids.map((id, turn) => {
  const inTurn = [...locales.slice(turn % locales.length), ...locales]
  const at = inTurn.flatMap((locale) => catalog.pages.find((each) => each.id === id && each.locale === locale) ?? [])[0]
  if (!at) throw new Error(`${id} is in no language.`)
  return {
    at,
    brand: brands[Math.floor(turn / 2) % brands.length] ?? '',
    path: pagePath(catalog.site, at.page, at.locale),
  }
})

/** The first page that shows something is looked at closely: each layout with each kind of section in it. */
const seen = new Set<string>()
const close = new Set(
  visits.filter(({ at }) => featuresOf(at).filter((each) => !seen.has(each) && seen.add(each)).length > 0),
)

function featuresOf({ page, locale }: PageAt): string[] {
  const layout = layoutId(page, locale)
  return Object.values(page.sections).map(({ kind }) => `${layout} ${kind}`)
}

const parts = 4
for (let part = 0; part < parts; part++) {
  test(`every page runs without complaint, and every layout and section is clean for axe in both schemes: ${part + 1} of ${parts}`, async ({
    page,
    site,
  }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { port } = new URL(site.origin)
    for (const visit of visits.filter((_, index) => index % parts === part)) {
      await page.goto(`http://${visit.brand}.localhost:${port}${visit.path}`)
      await expect(page.locator('h1')).toHaveCount(1)
      // A page without a form runs once somebody acts.
      await page.keyboard.press('Tab')
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
      )
      if (!close.has(visit)) continue
      // The link to the content covers the mark as long as it is focused.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axe(page)
      }
    }
  })
}
