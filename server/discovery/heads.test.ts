import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { checkTree } from '../../engine/node/testing/check-tree.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { pageView } from '../../engine/site/page-view.ts'
import type { Site } from '../../engine/site/site.ts'
import { loadRenderer } from '../pages/renderer.ts'
import { buildPages } from '../testing/running-server.ts'
import { searchRoutes, shareRoutes } from './discovery-routes.ts'

/** The small site with changes: file → text that is replaced → what stands there instead. */
async function siteWith(changes: Record<string, [string, string]> = {}): Promise<Site> {
  const changed = Object.entries(changes).map(([file, [find, put]]) => {
    const text = smallTree[file] ?? ''
    expect(text).toContain(find)
    return [file, text.replace(find, () => put)]
  })
  const loaded = await checkTree({ ...smallTree, ...Object.fromEntries(changed) })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

function viewAt(site: Site, path: string, brand = 'sun') {
  const at = site.pages.at(brand, path)
  if (!at) throw new Error(`There is no page at ${path}.`)
  return pageView(site, at, site.brands.byId(brand))
}

const solar = 'definitions/pages/solar.json'

test('a title is that for the country of the language, for the language, its own or the site’s, in this order', async () => {
  const titles =
    '"titles": { "gb": "Solar in Britain", "de": "Solar für Sie" }, "descriptions": { "en": "In {fact:wait}." },'
  const site = await siteWith({ [solar]: ['"title": "Solar",', `"title": "Solar", ${titles}`] })
  expect(viewAt(site, '/solar')).toMatchObject({ title: 'Solar in Britain', description: 'In 2\u00a0minutes.' })
  expect(viewAt(site, '/de/solar').title).toBe('Solar für Sie')
  // Of another country, by its tag.
  const austria = await siteWith({
    'definitions/site.json': ['"de": { "country"', '"de": { "iso": "de-AT", "country"'],
    [solar]: ['"title": "Solar",', '"title": "Solar", "titles": { "at": "Solar in Österreich", "de": "Solar" },'],
  })
  expect(viewAt(austria, '/de/solar').title).toBe('Solar in Österreich')
  expect(viewAt(austria, '/de/solar').head).toMatchObject({ locale: 'de_AT', otherLocales: ['en_GB'] })
  const untitled = await siteWith({
    'definitions/pages/privacy.json': ['"title": "Privacy",\n  "description": "What we keep.",', ''],
    'locales/de/pages/privacy.json': ['"title": "Datenschutz",\n  "description": "Was wir behalten.",', ''],
    'locales/es/pages/privacy.json': ['"title": "Privacidad",\n  "description": "Qué guardamos.",', ''],
  })
  expect(viewAt(untitled, '/privacy').title).toBe(textsOf('en', 'heads').title)
  expect(viewAt(untitled, '/de/datenschutz')).toMatchObject(textsOf('de', 'heads'))
})

test('a picture has another address when it shows something else, and only then', async () => {
  const site = await siteWith()
  const image = (path: string, brand = 'sun', of = site) => viewAt(of, path, brand).head?.image
  expect(image('/solar')).toMatch(/^\/share\/[0-9a-f]{20}\.png$/)
  expect(image('/solar')).toBe(image('/solar', 'sun', await siteWith({ [solar]: ['Compare solar panels', 'Compare'] })))
  const others = [
    image('/solar', 'moon'),
    image('/privacy'),
    image('/solar', 'sun', await siteWith({ [solar]: ['"title": "Solar",', '"title": "Sun",'] })),
    image(
      '/solar',
      'sun',
      await siteWith({ [solar]: ['"title": "Solar", "action"', '"title": "Solar", "drawing": "bill", "action"'] }),
    ),
  ]
  expect(new Set([image('/solar'), ...others]).size).toBe(5)
})

test('a picture is drawn for the pages that there are, once for all who ask, and for nothing else', async () => {
  buildPages()
  const { share, close } = await loadRenderer()
  onTestFinished(close)
  let site = await siteWith({ [solar]: ['"title": "Solar",', '"title": "<b>&amp; \\u0007 „Ж\\ud800“ </text>",'] })
  const app = Fastify()
  shareRoutes(app, () => site, share)
  const address = viewAt(site, '/solar').head?.image ?? ''
  const [one, same] = await Promise.all([app.inject(address), app.inject(address)])
  expect([one.statusCode, one.headers['content-type'], one.headers['cache-control']]).toEqual([
    ...[200, 'image/png', 'public, max-age=31536000, immutable'],
  ])
  expect(one.rawPayload.readUInt32BE(16)).toBe(300)
  expect(same.rawPayload.equals(one.rawPayload)).toBe(true)
  for (const path of ['/share/00000000000000000000.png', '/share/x.png', `${address}?x`.replace('.png', '.svg')])
    expect((await app.inject(path)).statusCode, path).toBe(404)
  // What was shared before a change is still there.
  site = await siteWith()
  expect((await app.inject(address)).statusCode).toBe(200)
})

test('the sitemap lists a brand’s pages with their languages, at its own address', async () => {
  let site = await siteWith({ 'definitions/pages/solar-2.json': ['"brands"', '"noindex": true, "brands"'] })
  const app = Fastify()
  searchRoutes(app, () => site)
  const read = async (path: string, host: string) => (await app.inject({ url: path, headers: { host } })).body
  const map = await read('/sitemap.xml', 'sun.example')
  expect([...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://sun.example/solar',
    'https://sun.example/de/solar',
    'https://sun.example/privacy',
    'https://sun.example/es/privacy',
    'https://sun.example/de/datenschutz',
  ])
  expect(map).toContain(
    '<url><loc>https://sun.example/de/solar</loc>' +
      '<xhtml:link rel="alternate" hreflang="en" href="https://sun.example/solar"/>' +
      '<xhtml:link rel="alternate" hreflang="de" href="https://sun.example/de/solar"/>' +
      '<xhtml:link rel="alternate" hreflang="x-default" href="https://sun.example/solar"/></url>',
  )
  expect(await read('/sitemap.xml', 'www.moon.example')).toContain('<loc>https://moon.example/solar</loc>')
  expect(await read('/robots.txt', 'moon.example')).toBe(
    'User-agent: *\nDisallow:\n\nSitemap: https://moon.example/sitemap.xml\n',
  )

  // A brand that is at home nowhere has the address it is asked at, if that is its own.
  site = await siteWith({
    'definitions/brands/moon.json': ['"origin": "https://moon.example", ', ''],
    'definitions/site.json': ['"brand": "sun"', '"brand": "moon"'],
  })
  expect(await read('/sitemap.xml', 'www.moon.example')).toContain('<loc>http://www.moon.example/solar</loc>')
  const unknown = await app.inject({ url: '/sitemap.xml', headers: { host: 'evil.example' } })
  expect([unknown.statusCode, unknown.body.includes('evil')]).toEqual([404, false])
  expect(await read('/robots.txt', 'evil.example')).toBe('User-agent: *\nDisallow:\n')
})
