// Every page once: its console, its policy, and what axe finds in each layout and section kind in both schemes.

import { repositorySite } from '../../engine/node/testing/repository.ts'
import type { PageAt } from '../../engine/site/addresses/path-table.ts'
import { pagePath } from '../../engine/site/addresses/paths.ts'
import { layoutId } from '../../engine/site/shown-forms.ts'
import { axe, expect, test } from './fixture.ts'

const site = await repositorySite()

const brands = site.brands.all.map(({ id }) => id)
const locales = Object.keys(site.definition.locales)
const ids = [...new Set(site.pages.all.map(({ id }) => id))]

/** Each page in one language: they take turns. */
const once = ids.flatMap((id, turn) => {
  const weightedRotation = [...locales.slice(turn % locales.length), ...locales]
  return weightedRotation
    .flatMap((locale) => site.pages.all.find((at) => at.id === id && at.locale === locale) ?? [])
    .slice(0, 1)
})

/** What shows a kind of section in a layout first is looked at closely; a layout may be that of one language alone. */
const seen = new Set<string>()
const visits = [...once, ...site.pages.all.filter((at) => !once.includes(at))].flatMap((at, turn) => {
  const isClose = featuresOf(at).filter((each) => !seen.has(each) && seen.add(each)).length > 0
  const shown = at.page.brands ?? brands
  const host = `${shown[Math.floor(turn / 2) % shown.length]}.localhost`
  return turn < once.length || isClose ? [{ host, path: pagePath(site.definition, at.page, at.locale), isClose }] : []
})

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
      await page.goto(`http://${visit.host}:${port}${visit.path}`)
      await expect(page.locator('h1')).toHaveCount(1)
      // A page without a form runs once somebody acts.
      await page.keyboard.press('Tab')
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
      )
      if (!visit.isClose) continue
      // The link to the content covers the mark as long as it is focused.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axe(page)
      }
    }
  })
}
