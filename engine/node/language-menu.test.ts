import { expect, test } from 'vitest'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { languageCookie } from '../site/languages/language-settings.ts'
import { languageName, languagesView } from '../site/languages/languages-view.ts'
import type { Site } from '../site/site.ts'
import { checkTree } from './testing/check-tree.ts'
import { repositoryLive, repositorySite } from './testing/repository.ts'
import { smallTree, type Tree } from './testing/small-tree.ts'

async function siteOf(tree: Tree, settings: Partial<SiteDefinition>): Promise<Site> {
  const site = { ...JSON.parse(tree['definitions/site.json'] ?? ''), ...settings }
  const loaded = await checkTree({ ...tree, 'definitions/site.json': JSON.stringify(site) })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

/** A tree whose privacy page, in English, Spanish and German, leaves languages out of its menu. */
const without = (...locales: string[]): Tree => ({
  ...smallTree,
  'definitions/pages/privacy.json': (smallTree['definitions/pages/privacy.json'] ?? '').replace(
    '"path": "/privacy"',
    `"path": "/privacy", "languageMenu": { "exclude": ${JSON.stringify(locales)} }`,
  ),
})

/** The languages that the menu of a page leads to, from each of its languages. */
function targets(site: Site, path: string): Record<string, string[]> {
  const pages = site.pages.all.filter(({ page }) => page.path === path)
  return Object.fromEntries(pages.map((at) => [at.locale, languagesView(site, at).others.map(({ locale }) => locale)]))
}

test('the menu leads to the other languages of the page', async () => {
  const site = await siteOf(smallTree, {})
  expect(targets(site, '/privacy')).toEqual({ en: ['es', 'de'], es: ['en', 'de'], de: ['en', 'es'] })
  expect(targets(site, '/solar')).toEqual({ en: ['de'], de: ['en'] })
})

test('a language that is left out is no target, whatever the language at hand', async () => {
  const site = await siteOf(without('de'), {})
  expect(targets(site, '/privacy')).toEqual({ en: ['es'], es: ['en'], de: ['en', 'es'] })
})

test('read the other way, a page in a language that is left out has no menu', async () => {
  const site = await siteOf(without('de', 'es'), { excludedAs: 'current' })
  expect(targets(site, '/privacy')).toEqual({ en: ['es', 'de'], es: [], de: [] })
  // Search engines are told of every version all the same.
  expect(site.pages.at('sun', '/de/datenschutz')?.page.locales).toEqual(['en', 'es', 'de'])
})

test('each language is named in itself and in the language of the page', async () => {
  const site = await siteOf(smallTree, {})
  const at = site.pages.at('sun', '/es/privacy')
  if (!at) throw new Error('There is no page')
  expect(languagesView(site, at)).toEqual({
    name: 'Español',
    cookie: 'language={}; Path=/; Max-Age=31536000; SameSite=Lax',
    others: [
      { locale: 'en', path: '/privacy', name: 'English', called: 'Inglés' },
      { locale: 'de', path: '/de/datenschutz', name: 'Deutsch', called: 'Alemán' },
    ],
  })
})

test.each([
  [{ key: 'lang', age: 30 }, 'lang={}; Path=/; Max-Age=2592000; SameSite=Lax'],
  [{ secure: true }, 'language={}; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  [
    { crossOrigin: true, domain: 'sun.example' },
    'language={}; Path=/; Max-Age=31536000; SameSite=None; Secure; Domain=sun.example',
  ],
])('the cookie is as the site says: %j', (cookie, text) => {
  expect(languageCookie({ languageCookie: cookie } as SiteDefinition)).toBe(text)
})

/** The portal's table: routes, by a language that they are left out of the menu for. */
const rows: Record<string, string[]> = {
  en: ['loan', 'gaming', 'property-management-comparison'],
  de: ['debt-reunification', 'energy', 'loan', 'telecom', 'gaming'],
  fr: ['blog', 'loan', 'telecom', 'gaming', 'property-management-comparison'],
  es: ['telecom', 'gaming', 'property-management-comparison'],
}

/** The page that each variant is one of, by their ids. */
async function variantBases(): Promise<Map<string, string>> {
  const sources = (await repositoryLive()).files()
  return new Map(
    sources.flatMap(({ folder, id, locale, value }) => {
      const { variantOf } = (value ?? {}) as { variantOf?: string }
      return folder === 'pages' && locale === null && variantOf !== undefined ? [[id, variantOf]] : []
    }),
  )
}

test('the portal’s menus leave out what its table says, read in either way', async () => {
  const loaded = await repositorySite()
  const {
    pages: { all: pages },
    definition: site,
  } = loaded
  const all = Object.keys(site.locales)
  const bases = await variantBases()
  // A variant stands in for its page, also in the table, and so does the list of the companies that its form goes to.
  const isOut = (page: string, locale: string) => {
    const own = page.replace('-sponsor-list', '')
    return rows[locale]?.includes(bases.get(own) ?? own) ?? false
  }
  for (const excludedAs of ['target', 'current'] as const)
    for (const at of pages) {
      // An article's menu leads to the blog of a language without it.
      const { languageMenu, locales } = at.page
      const others = (languageMenu?.fallbackPage ? all : locales).filter((locale) => locale !== at.locale)
      const expected =
        excludedAs === 'target'
          ? others.filter((locale) => !isOut(at.id, locale))
          : others.filter(() => !isOut(at.id, at.locale))
      const { others: found } = languagesView({ ...loaded, definition: { ...site, excludedAs } }, at)
      expect([at.id, at.locale, found.map(({ locale }) => locale)]).toEqual([at.id, at.locale, expected])
    }
  for (const page of new Set(Object.values(rows).flat()))
    expect(pages.filter(({ id }) => id === page).map(({ locale }) => locale)).toEqual(all)
})

test('a page with an address of its own in a language is found there, and led to from the other', async () => {
  const site = await repositorySite()
  for (const [from, to] of [
    ['/de/property-management-comparison', '/de/hausverwaltungs-vergleich'],
    ['/es/finance/loan', '/es/finanzas/prestamos'],
    ['/fr/finance/loan', '/fr/finance/pretpersonnel'],
    ['/es/finance/debt-reunification', '/es/finanzas/reunificaciondeudas'],
    ['/es/finance/lso', '/es/finanzas/lso'],
  ] as const) {
    expect([from, site.pages.at('default', from), site.pages.movedTo('default', from)]).toEqual([from, null, to])
    expect([to, site.pages.at('default', to) !== null]).toEqual([to, true])
  }
  expect(site.pages.movedTo('default', '/it/property-management-comparison')).toBeNull()
})

test('each language is named in each', async () => {
  const site = await repositorySite()
  const all = Object.keys(site.definition.locales)
  const names = all.map((locale) => all.map((language) => languageName(site, language, locale)))
  expect(names).toEqual([
    ['English', 'Spanish', 'German', 'French', 'Italian', 'Dutch'],
    ['Inglés', 'Español', 'Alemán', 'Francés', 'Italiano', 'Neerlandés'],
    ['Englisch', 'Spanisch', 'Deutsch', 'Französisch', 'Italienisch', 'Niederländisch'],
    ['Anglais', 'Espagnol', 'Allemand', 'Français', 'Italien', 'Néerlandais'],
    ['Inglese', 'Spagnolo', 'Tedesco', 'Francese', 'Italiano', 'Olandese'],
    ['Engels', 'Spaans', 'Duits', 'Frans', 'Italiaans', 'Nederlands'],
  ])
})
