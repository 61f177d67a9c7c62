import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { checkTree } from '../../engine/node/testing/check-tree.ts'
import { smallTree, type Tree } from '../../engine/node/testing/small-tree.ts'
import type { Site } from '../../engine/site/site.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

/** A home page in English and German, which has its own name there. */
const home: Tree = {
  'definitions/pages/home.json': `{
  "locales": ["en", "de"],
  "path": "/",
  "title": "Home",
  "description": "Home.",
  "sections": { "text": { "kind": "text", "paragraphs": { "first": "Welcome." } } }
}`,
  'locales/de/pages/home.json': `{
  "title": "Start", "description": "Start.", "sections": { "text": { "paragraphs": { "first": "Willkommen." } } }
}`,
}

async function siteOf(tree: Tree): Promise<Site> {
  const loaded = await checkTree(tree)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

/** One app whose site settings a test changes between requests. */
async function siteWith(tree: Tree) {
  const site = await siteOf(tree)
  let current = site
  const { app } = await appOn(await temporaryStorage(), ({ live }) => ({ live: { ...live, current: () => current } }))
  return {
    app,
    set: (settings: Partial<Site['definition']>) => {
      current = { ...site, hash: JSON.stringify(settings), definition: { ...site.definition, ...settings } }
    },
  }
}

type Row = readonly [path: string, headers: Record<string, string>, status: number, location?: string]
const german = { cookie: 'language=de' }
const browser = { 'accept-language': 'fr-CH, de-AT;q=0.9, en;q=0.1, *;q=0.5' }
const root = { languageRedirect: 'root' } as const
const all = { languageRedirect: 'all' } as const
const detect = { detectBrowserLanguage: true }

const tables: readonly (readonly [name: string, settings: Partial<Site['definition']>, rows: readonly Row[]])[] = [
  [
    'a chosen language counts on / alone',
    {},
    [
      ['/', {}, 200],
      ['/', browser, 200],
      ['/', german, 302, '/de'],
      ['/?utm_source=a&utm_source=b', german, 302, '/de?utm_source=a&utm_source=b'],
      ['/', { cookie: 'other=1; language=de; language=en' }, 302, '/de'],
      ['/', { cookie: 'language=en' }, 200],
      ['/de', { cookie: 'language=en' }, 200],
      ['/privacy', german, 200],
      // Not the home page's languages, not the site's, no language, another cookie.
      ...['language=es', 'language=nl', 'language=__proto__', 'language=%E0%A4', 'language=', 'languages=de'].map(
        (cookie): Row => ['/', { cookie }, 200],
      ),
    ],
  ],
  [
    'who comes from a page of ours is not sent back',
    root,
    [
      ['/', { ...german, 'sec-fetch-site': 'same-origin' }, 200],
      ['/', { ...german, 'sec-fetch-site': 'cross-site' }, 302, '/de'],
      ['/', { ...german, 'sec-fetch-site': 'none' }, 302, '/de'],
      ['/', { ...german, host: 'sun.example', referer: 'https://sun.example/de' }, 200],
      ['/', { ...german, host: 'sun.example', referer: 'https://search.example/' }, 302, '/de'],
      ['/', { ...german, host: 'sun.example', referer: 'nonsense' }, 302, '/de'],
    ],
  ],
  [
    'what the browser asks for comes after what was chosen',
    detect,
    [
      ['/', browser, 302, '/de'],
      ['/', { ...browser, cookie: 'language=en' }, 200],
      ['/', { ...browser, cookie: 'language=xx' }, 302, '/de'],
      ['/', { 'accept-language': 'fr, *' }, 200],
      ['/', { 'accept-language': ',;q=,de;q=0,;;' }, 200],
      ['/privacy', browser, 200],
      ['/', {}, 200],
    ],
  ],
  [
    'on every page, when the site says so',
    { ...all, ...detect },
    [
      ['/privacy?x=1', german, 302, '/de/datenschutz?x=1'],
      ['/de/datenschutz', { cookie: 'language=es' }, 302, '/es/privacy'],
      ['/de/datenschutz', browser, 200],
      ['/es/privacy', browser, 302, '/de/datenschutz'],
      ['/solar', { cookie: 'language=es' }, 200],
      ['/de/datenschutz', {}, 200],
      ['/de/datenschutz', { 'accept-language': '*' }, 200],
      ['/de/datenschutz', { cookie: 'language=en', 'sec-fetch-site': 'same-origin' }, 200],
      ['/nothing', german, 404],
    ],
  ],
  [
    'the cookie has the name that the site gives it',
    { languageCookie: { key: 'lang' } },
    [
      ['/', german, 200],
      ['/', { cookie: 'lang=de' }, 302, '/de'],
    ],
  ],
  [
    '/ leads to a page, in the visitor’s language',
    { rootRedirect: { path: '/privacy' } },
    [
      ['/', {}, 302, '/privacy'],
      ['/?gclid=1', german, 302, '/de/datenschutz?gclid=1'],
      ['/', { cookie: 'language=nl', 'sec-fetch-site': 'same-origin' }, 302, '/privacy'],
      ['/de', {}, 200],
    ],
  ],
  [
    'with its own status, and never in circles',
    { rootRedirect: { path: '/de', status: 307 } },
    [
      ['/', {}, 307, '/de'],
      ['/', { cookie: 'language=en' }, 200],
    ],
  ],
  [
    'an address in a language that has its own leads there',
    {},
    [
      ['/de/privacy?a=b', {}, 301, '/de/datenschutz?a=b'],
      ['/de/datenschutz', {}, 200],
      ['/es/privacy', {}, 200],
      ['/datenschutz', {}, 404],
      ['/en/privacy', {}, 404],
    ],
  ],
]

test('which page a visitor gets by language', async () => {
  const { app, set } = await siteWith({ ...smallTree, ...home })
  for (const [name, settings, rows] of tables) {
    set(settings)
    // Twice, because the second answer may be kept from the first.
    for (const turn of [1, 2])
      for (const [url, headers, status, location] of rows) {
        const reply = await app.inject({ url, headers })
        const row = `${name}: ${url} ${JSON.stringify(headers)}, ${turn}`
        expect([row, reply.statusCode, reply.headers.location]).toEqual([row, status, location])
        expect(reply.headers['set-cookie'], row).toBeUndefined()
      }
  }
})

test('caches are told what an answer depends on', async () => {
  const { app, set } = await siteWith({ ...smallTree, ...home })
  const told = async (url: string, headers = {}) => {
    const reply = await app.inject({ url, headers })
    return [reply.headers['cache-control'], reply.headers.vary]
  }
  set({})
  for (const _ of [1, 2]) expect(await told('/')).toEqual(['no-cache', 'accept-encoding, cookie'])
  expect(await told('/', german)).toEqual(['private, no-cache', 'accept-encoding, cookie'])
  expect(await told('/privacy', german)).toEqual(['no-cache', 'accept-encoding'])
  set({ ...all, ...detect })
  for (const _ of [1, 2])
    expect(await told('/privacy')).toEqual(['private, no-cache', 'accept-encoding, cookie, accept-language'])
})

test('the browser that goes to / itself gets the page that / leads to', async () => {
  const { app, set } = await siteWith({ ...smallTree, ...home })
  const path = async () => (await app.inject({ url: '/api/page?path=/', headers: german })).json().view.path
  set({})
  expect(await path()).toBe('/')
  set({ rootRedirect: { path: '/privacy' } })
  expect(await path()).toBe('/de/datenschutz')
})

test('whatever a request says of host, language, cookies and query: the page or a 404, the same for the next', async () => {
  const { app, set } = await siteWith({ ...smallTree, ...home })
  set({})
  const mark = 'hostile'
  const clean = await app.inject('/privacy')
  const long = mark.repeat(400)
  const table: readonly (readonly [url: string, headers: Record<string, string>, status: number])[] = [
    ...[mark, `${mark}:1:2`, '', '[::1]:80', '<script>hostile', `sun.example.${mark}`, `sun.example@${mark}`, long].map(
      (host) => ['/privacy', { host }, 200] as const,
    ),
    ...['sun.example', 'SUN.example:8080', 'sun.localhost', 'sun.localhost:1', 'sun.example.', 'sun.example:'].map(
      (host) => ['/privacy', { host }, 200] as const,
    ),
    ['/privacy', { 'x-forwarded-host': 'moon.example', forwarded: 'host=moon.example' }, 200],
    ...[`language=${long}`, `${mark}=1;;=;language`, 'language="<script>hostile"', 'a=b;'.repeat(900)].map(
      (cookie) => ['/privacy', { cookie }, 200] as const,
    ),
    ...[`language=${long}`, `${mark}=1;;=;language`, 'language="de', 'language=de%0d%0ahostile'].map(
      (cookie) => ['/', { cookie }, 200] as const,
    ),
    [`/privacy?${mark}=${long}`, {}, 200],
    [`/privacy?${'step=hostile&'.repeat(500)}`, {}, 200],
    [`/privacy?${'category[]=hostile&'.repeat(100)}__proto__=hostile`, {}, 200],
    ...['/xx/privacy', '/pt-BR/privacy', '/DE/datenschutz', '/__proto__/privacy', `/${long}/privacy`].map(
      (url) => [url, {}, 404] as const,
    ),
    ...['/de%2Fdatenschutz', '/%2fprivacy', '/privacy%2f', '/privacy%252f', '/de/..%2f..%2fhostile'].map(
      (url) => [url, {}, 404] as const,
    ),
    ['/privacy/', {}, 301],
  ]
  for (const [url, headers, status] of table) {
    const row = `${url} ${JSON.stringify(headers)}`.slice(0, 100)
    const reply = await app.inject({ url, headers: { host: '127.0.0.1', ...headers } })
    expect([row, reply.statusCode]).toEqual([row, status])
    expect(reply.body.includes(mark), row).toBe(false)
    expect(JSON.stringify(reply.headers).includes(mark), row).toBe(false)
    if (status === 200 && url.startsWith('/privacy')) expect([row, reply.body === clean.body]).toEqual([row, true])
  }
  const after = await app.inject('/privacy')
  expect(after.body).toBe(clean.body)
})

test('a brand answers at its id under localhost, and the site’s own wherever nobody is at home', async () => {
  const { app } = await siteWith({ ...smallTree, ...home })
  const brandOn = async (host: string) =>
    /<title>Privacy – (\w+)/.exec((await app.inject({ url: '/privacy', headers: { host } })).body)?.[1]
  for (const host of ['moon.localhost', 'moon.localhost:8080', 'Moon.LOCALHOST', 'moon.example', 'www.moon.example:1'])
    expect([host, await brandOn(host)]).toEqual([host, 'Moon'])
  for (const host of ['sun.localhost', 'localhost:8080', 'x.moon.localhost', 'moon.localhost.evil.example', 'moon'])
    expect([host, await brandOn(host)]).toEqual([host, 'Sun'])
})

test('requests that no client of ours writes get an answer too', async () => {
  const { app } = await siteWith({ ...smallTree, ...home })
  const { port } = app.server.address() as AddressInfo
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let said = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(said.split('\r\n')[0] ?? ''))
    })
  const ask = (path: string, ...headers: string[]) =>
    say([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  const table: readonly (readonly [answer: Promise<string>, status: number])[] = [
    [say('GET /privacy HTTP/1.0\r\n\r\n'), 200],
    [ask('/privacy', 'Host:'), 200],
    [ask('/privacy', 'Host: a b'), 200],
    [ask('/privacy', 'Host: \xff\xfe'), 200],
    [ask('/privacy', 'Host: x:99999999'), 200],
    [ask('http://moon.example/privacy', 'Host: sun.example'), 200],
    [ask('//moon.example/privacy', 'Host: sun.example'), 404],
    [ask('/', 'Host: x', 'Cookie: language=de', 'Cookie: language=en'), 302],
    [ask('/', 'Host: x', 'Cookie: language=\xff'), 200],
    [ask('/privacy', 'Host: a', 'Host: b'), 200],
    [ask('/%zz', 'Host: a'), 400],
    [ask('/de/%2e%2e/privacy', 'Host: a'), 200],
  ]
  for (const [index, [answer, status]] of table.entries())
    expect([index, await answer]).toEqual([index, expect.stringMatching(`^HTTP/1.1 ${status} `)])
})
