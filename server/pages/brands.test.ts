import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSite } from '../../engine/node/load.ts'
import { folders } from '../../engine/node/testing/repository.ts'
import { pagePath } from '../../engine/site/addresses/paths.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { temporaryFolder } from '../testing/running-server.ts'

/** The repository's definitions with changes to some files. */
async function changedSite(changes: Record<string, (value: Record<string, unknown>) => object>) {
  const definitions = temporaryFolder()
  cpSync(folders.definitions, definitions, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    const path = join(definitions, file)
    const value = JSON.parse(readFileSync(path, { encoding: 'utf8', flag: 'a+' }) || '{}')
    writeFileSync(path, JSON.stringify(change(value)))
  }
  const loaded = await loadSite({ ...folders, definitions })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

/** A page as a host has it. fetch would name the host it connects to. */
function read(origin: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; location: string; etag: string; text: string }>((resolve, reject) => {
    request(origin + path, { headers }, async (reply) => {
      let text = ''
      for await (const part of reply.setEncoding('utf8')) text += part
      const { location = '', etag = '' } = reply.headers
      resolve({ status: reply.statusCode ?? 0, location, etag, text })
    })
      .on('error', reject)
      .end()
  })
}

const said = (title: string) => ({
  locales: ['en'],
  title,
  description: title,
  sections: { text: { kind: 'text', paragraphs: { first: `${title}.` } } },
})

test('brands have pages of their own, also at the same address', async () => {
  const site = await changedSite({
    'brands/default.json': ({ origin: _, ...brand }) => brand,
    'brands/moon.json': () => ({
      name: 'Moon',
      sender: 'moon@moon.example',
      origin: 'https://moon.example',
      hosts: ['moon.localhost'],
    }),
    'pages/ours.json': () => ({ ...said('Ours'), path: '/who', formerPaths: ['/was'], brands: ['default'] }),
    'pages/theirs.json': () => ({ ...said('Theirs'), path: '/who', brands: ['moon'] }),
  })
  const { origin } = await appOn(await temporaryStorage(), ({ live }) => ({
    live: { ...live, current: () => site },
  }))
  const at = (host: string, path: string) => read(origin, path, { host })
  const title = async (host: string, path = '/who') => /<title>([^<]*)/.exec((await at(host, path)).text)?.[1]
  // Twice each, because the second answer is kept from the first.
  for (const round of [1, 2]) {
    expect([round, await title('moon.example')]).toEqual([round, 'Theirs – Moon'])
    expect([round, await title('leads.example')]).toEqual([round, 'Ours – Leadwright'])
  }
  for (const host of ['MOON.example', 'moon.localhost:8080', 'moon.example:443'])
    expect(await title(host)).toBe('Theirs – Moon')
  for (const host of ['moon.example.evil.example', '127.0.0.1:80', 'x'])
    expect(await title(host)).toBe('Ours – Leadwright')
  expect((await at('moon.example', '/who')).text).not.toMatch(/Leadwright(?! GmbH)/)
  // What both show is drawn for each, under its own canonical address.
  expect((await at('moon.example', '/privacy')).text).toContain(
    '<link rel="canonical" href="https://moon.example/privacy"',
  )
  expect((await at('leads.example', '/privacy')).text).not.toContain('canonical')
  const [ours, theirs] = [await at('leads.example', '/was'), await at('moon.example', '/was')]
  expect([ours.status, ours.location, theirs.status]).toEqual([301, '/who', 404])
  expect(theirs.text).toContain('Moon')
})

test('only a trusted proxy may say by which host and scheme a visitor came, and of a list the last counts', async () => {
  const site = await changedSite({
    'brands/default.json': ({ origin: _, ...brand }) => ({ ...brand, hosts: ['leads.example'] }),
    'brands/moon.json': () => ({ name: 'Moon', sender: 'moon@moon.example', hosts: ['moon.example'] }),
  })
  const { app } = await appOn(await temporaryStorage(), ({ live }) => ({ live: { ...live, current: () => site } }), {
    env: { TRUST_PROXY: '10.0.0.0/8' },
  })
  const told = async (remoteAddress: string, forwarded: string, scheme: string) => {
    const headers = { host: 'leads.example', 'x-forwarded-host': forwarded, 'x-forwarded-proto': scheme }
    const { body } = await app.inject({ url: '/robots.txt', remoteAddress, headers })
    return /^Sitemap: (.*)\/sitemap/m.exec(body)?.[1]
  }
  expect(await told('203.0.113.5', 'moon.example', 'https')).toBe('http://leads.example')
  expect(await told('10.1.2.3', 'moon.example', 'https')).toBe('https://moon.example')
  expect(await told('10.1.2.3', 'moon.example, leads.example', 'https, http')).toBe('http://leads.example')
})

test('a change of one page makes that page anew, and no other', async () => {
  const title = (title: string) => (value: Record<string, unknown>) => ({ ...value, title })
  const before = await changedSite({ 'pages/general/privacy.json': title('Before') })
  const after = await changedSite({ 'pages/general/privacy.json': title('After') })
  let site = before
  const { origin } = await appOn(await temporaryStorage(), ({ live }) => ({
    live: { ...live, current: () => site },
  }))
  const paths = ['/privacy', '/de/privacy', '/insurance/home-insurance', '/insurance/car-insurance', '/forms/loan']
  const all = () => Promise.all(paths.map(async (path) => (await read(origin, path, {})).etag.slice(0, 33)))
  const rendered = async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^leadwright_pages_rendered_total (\d+)/m.exec(metrics)?.[1])
  }
  const first = await all()
  expect(await rendered()).toBe(paths.length)
  expect(await all()).toEqual(first)
  site = after
  const second = await all()
  expect(await rendered()).toBe(paths.length + 1)
  expect(second.map((etag, index) => etag === first[index])).toEqual([false, true, true, true, true])
})

test('a page that was read before it was compressed as well as can be is still the same page', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const ask = (etag?: string) =>
    read(origin, '/privacy', { 'accept-encoding': 'br', ...(etag !== undefined && { 'if-none-match': etag }) })
  const first = (await ask()).etag
  expect(first).toMatch(/^"[0-9a-f]{32}-quick-br"$/)
  await expect.poll(async () => (await ask()).etag, { timeout: 60_000 }).toBe(first.replace('-quick', ''))
  for (const etag of [first, first.replace('-quick', ''), `"other", ${first}`])
    expect((await ask(etag)).status).toBe(304)
  for (const etag of ['"other"', first.replace('br', 'gzip')]) expect((await ask(etag)).status).toBe(200)
})

test('a brand that names its pages shows no other, and no link, menu entry or card that leads to one', async () => {
  const site = await changedSite({
    'brands/moon.json': () => ({
      ...{ name: 'Moon', sender: 'moon@moon.example', origin: 'https://moon.example', hosts: ['moon.localhost'] },
      pages: ['home', 'insurance/', 'privacy', 'imprint', 'confirm', 'thankyou', 'unsub', 'results'],
    }),
    'pages/moon-only.json': () => ({ ...said('Moonshine'), path: '/moonshine', brands: ['moon'] }),
  })
  const { origin } = await appOn(await temporaryStorage(), ({ live }) => ({
    live: { ...live, current: () => site },
  }))
  const moon = { host: 'moon.localhost' }
  for (const path of ['/insurance/home-insurance', '/moonshine', '/privacy', '/es'])
    expect([path, (await read(origin, path, moon)).status]).toEqual([path, 200])
  for (const path of ['/finance/loan', '/de/energy', '/blog'])
    expect([path, (await read(origin, path, moon)).status]).toEqual([path, 404])
  expect((await read(origin, '/finance/loan', { host: 'localhost' })).status).toBe(200)
  const shown = site.pages.ofBrand('moon').map(({ page, locale }) => pagePath(site.definition, page, locale))
  for (const path of ['/', '/es', '/insurance/home-insurance', '/de/insurance/mutual-health-insurance']) {
    const { text } = await read(origin, path, moon)
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, href = '']) => href)
    expect([path, links.filter((href) => !shown.includes(href))]).toEqual([path, []])
    expect(links.length).toBeGreaterThan(3)
  }
})

test('a brand cannot leave out what declarations and mails lead to', async () => {
  const moon = { name: 'Moon', sender: 'moon@moon.example', origin: 'https://moon.example' }
  const withPages = (pages: string[]) => changedSite({ 'brands/moon.json': () => ({ ...moon, pages }) })
  await expect(withPages(['home', 'imprint', 'confirm', 'thankyou', 'unsub'])).rejects.toThrow(
    /consents.*The page .{1,2}privacy.{1,2} is not shown by the brand moon, so this leads nowhere there\. Add the page to/,
  )
})
