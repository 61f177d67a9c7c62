// What stands around pages, as the product's own definitions have it (portal, sections 2 and 5).
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { MenuGroup, MenuLink } from '../site/frame/frame-view.ts'
import { pageView } from '../site/page-view.ts'
import type { Site } from '../site/site.ts'
import type { Folders } from './disk-files.ts'
import { loadSite } from './load.ts'
import { sandbox } from './testing/sandbox.ts'

const locales = ['en', 'es', 'de', 'fr', 'it', 'nl']
const root = join(import.meta.dirname, '../..')
let site: Site
beforeAll(async () => {
  site = await siteOf({ definitions: join(root, 'definitions'), locales: join(root, 'locales') })
})

async function siteOf(folders: Folders): Promise<Site> {
  const loaded = await loadSite(folders)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

function frame(page: string, locale: string, from = site) {
  const at = from.pages.all.find(({ id, locale: language }) => id === page && language === locale)
  if (!at) throw new Error(`There is no page ${page} in ${locale}.`)
  return pageView(from, at, from.brands.byId(from.definition.brand)).frame
}

/** Every link of a menu, `group > link` where it stands under a title. */
function links(entries: readonly (MenuLink | MenuGroup)[] = []): Map<string, MenuLink> {
  return new Map(
    entries.flatMap((entry) =>
      'links' in entry
        ? entry.links.map((link): [string, MenuLink] => [`${entry.id} > ${link.id}`, link])
        : [[entry.id, entry]],
    ),
  )
}

test.each([
  ['home', locales],
  ['electricityGas > energy', ['es', 'en']],
  ['banking > credit', ['es', 'fr']],
  ['banking > lso', ['es']],
  ['banking > loan', locales],
  ['telecom', locales],
  ['shopping > deal', locales],
  ['comparison > property', ['de']],
  ['blog', ['en', 'de', 'es', 'fr']],
])('the menu has %s in %j', (entry, shown) => {
  const having = locales.filter((locale) => links(frame('home', locale).header?.menu?.entries).has(entry))
  expect(having.sort()).toEqual([...shown].sort())
})

test.each([
  ['imprint', locales],
  ['privacy', locales],
  ['legal', ['es']],
  ['terms', ['es']],
  ['cookies', ['es']],
  ['blog', ['en', 'de']],
])('the footer has %s in %j', (entry, shown) => {
  const having = locales.filter((locale) => links(frame('home', locale).footer?.menu?.entries).has(`about > ${entry}`))
  expect(having.sort()).toEqual([...shown].sort())
})

test('the footer leads to what can be compared, and names the company of the language', () => {
  for (const locale of locales) {
    const { footer } = frame('home', locale)
    const all = [...links(footer?.menu?.entries).keys()]
    for (const entry of [
      'compare > home',
      'compare > energy',
      'compare > credit',
      'insurance > home',
      'shopping > deal',
    ])
      expect(all).toContain(entry)
    expect(footer?.company?.name).toBe(locale === 'es' ? 'Leadwright España, S.L.' : 'Leadwright GmbH')
  }
})

test('the newsletter stands in the footer of the default layout and in its popup, in each language', () => {
  for (const locale of locales) {
    const { footer, popup } = frame('home', locale)
    expect(footer?.newsletter).toMatchObject({ id: 'newsletter', kind: 'form', main: false })
    expect([footer?.newsletter?.form.id, popup?.form.id]).toEqual(['newsletter-footer', 'newsletter-popup'])
    expect(site.forms.isShown('home', 'newsletter-popup', locale)).toBe(true)
  }
  expect(frame('gaming', 'es').popup).toBeNull()
})

test('whoever wants to know who we are and what we store is held nowhere', () => {
  const legal = site.pages.all.filter(({ page }) => /(imprint|privacy)$/.test(page.path))
  expect(legal.filter(({ page }) => page.gate !== false).map(({ id }) => id)).toEqual([])
  expect(frame('privacy', 'en').popup).toBeNull()
})

test('energy, credit and the second-chance law are tracked, with the click id', () => {
  const found = links(frame('home', 'es').header?.menu?.entries)
  for (const [entry, campaign] of [
    ['electricityGas > energy', 'energy'],
    ['banking > credit', 'credit'],
    ['banking > lso', 'lso'],
  ] as const)
    expect(found.get(entry)).toMatchObject({
      href: expect.stringContaining(`?utm_source=site&utm_medium=menu&utm_campaign=${campaign}`),
      clickId: 'click_id',
    })
  expect(found.get('banking > loan')).not.toHaveProperty('clickId')
})

test('a layout more is a file: the page that names it is drawn with it', async () => {
  const box = await sandbox()
  await box.edit(
    'definitions/layouts/tenth.json',
    null,
    JSON.stringify({
      locales: ['en'],
      header: { tagline: 'Together with {partner}', badge: 'New', menu: 'main' },
      banner: true,
      footer: { dialogs: { privacy: { title: 'Privacy', page: 'privacy', section: 'rights' } } },
      palette: 'plum',
    }),
  )
  await box.edit(
    'definitions/pages/tenth.json',
    null,
    JSON.stringify({
      locales: ['en'],
      path: '/tenth',
      layout: 'tenth',
      partner: 'Acme',
      banner: { image: 'home', title: 'A roof', subtitle: 'and what is under it' },
      title: 'Tenth',
      description: 'Tenth.',
      sections: { text: { kind: 'text', title: 'Tenth', paragraphs: { one: 'One.' } } },
    }),
  )
  expect(frame('tenth', 'en', await siteOf(box))).toMatchObject({
    header: { home: null, tagline: 'Together with Acme', badge: 'New', languages: null, menu: { title: 'Main menu' } },
    banner: { title: 'A roof' },
    footer: { company: null, menu: null, dialogs: [{ title: 'Privacy', href: '/privacy#rights' }] },
  })
  await box.remove()
})
