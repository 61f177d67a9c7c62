import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'

const shop = 'https://shop.example'
const embed = `"embed": { "origins": ["${shop}", "http://localhost:3000"] },`

/** The server, where two sites may show the form for home insurance. */
async function embeddingSite() {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/forms/home-insurance.json', '"title":', `${embed} "title":`)
  await box.edit('definitions/forms/credit.json', '"title":', `${embed} "title":`)
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage, () => ({ live: begun.live }))
  const stored = async () =>
    ((await storage.atomic([{ sql: 'SELECT page, attribution FROM leads ORDER BY id', parameters: [] }]))[0] ?? []).map(
      ({ page, attribution }) => [page, JSON.parse(String(attribution))],
    )
  return { origin, stored, get: (path: string, init: RequestInit = {}) => fetch(origin + path, init) }
}

const ancestors = ({ headers }: Response) =>
  headers.get('content-security-policy')?.match(/frame-ancestors ([^;]*)/)?.[1]
const framing = ({ headers }: Response) => [
  headers.get('x-frame-options'),
  headers.get('cross-origin-resource-policy'),
  headers.get('access-control-allow-origin'),
]

test('a form is framed by the sites that its definition names, and nothing else by anybody', async () => {
  const { get } = await embeddingSite()
  const own = [null, 'cross-origin', null]
  for (const path of ['/embed/home-insurance', '/de/embed/home-insurance?theme=dark&utm_source=x']) {
    const page = await get(path)
    expect([page.status, ancestors(page), framing(page)]).toEqual([200, `${shop} http://localhost:3000`, own])
  }
  // What goes wrong in a frame is told in it.
  const strange = await get('/embed/home-insurance', {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { origin: shop },
  })
  expect([strange.status, ancestors(strange)]).toEqual([403, `${shop} http://localhost:3000`])

  const none = ['SAMEORIGIN', 'same-origin', null]
  const others = [
    '/forms/home-insurance',
    '/embed/',
    '/embed/docs',
    '/embed/docs/home-insurance',
    '/',
    '/x?/embed/home-insurance',
  ]
  for (const path of others) {
    const page = await get(path)
    expect([path, ancestors(page), framing(page)]).toEqual([path, "'none'", none])
  }
})

test('an error in a frame speaks of the form, in each language, with nothing of the portal around it', async () => {
  const { get } = await embeddingSite()
  for (const locale of ['en', 'es', 'de', 'fr', 'it', 'nl']) {
    const { notFound, again, elsewhere } = textsOf(locale, 'error-pages').frame
    const prefix = locale === 'en' ? '' : `/${locale}`
    const page = await get(`${prefix}/embed/car-insurance?theme=dark&utm_source=x`)
    expect([page.status, ancestors(page), framing(page)]).toEqual([404, '*', [null, 'cross-origin', null]])
    const html = await page.text()
    expect(html).toContain(`<html lang="${locale}" data-brand="default" data-scheme="dark"`)
    expect(html).toContain(`<h1 class="lw-heading">${notFound.title}</h1>`)
    for (const link of [again, elsewhere]) expect(html).toContain(`>${link}</a>`)
    expect(html).toContain('<a href="">')
    expect(html).toContain(`<a href="${prefix}/forms/car-insurance" target="_blank" rel="noopener">`)
    expect(html).not.toMatch(/<(header|footer|nav)\b/)
    // So that the site around it makes room for all of it.
    expect(html).toMatch(/<script type="module" src="\/assets\/entry-embedded-[^"]+"><\/script>/)
  }
  // Where there is no form of that name at all, the site itself is what it leads to.
  expect(await (await get('/de/embed/nichts')).text()).toMatch(/<a href="\/de" target="_blank" rel="noopener">/)

  const refused = await get('/de/embed/home-insurance', {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { origin: shop },
  })
  expect([refused.status, ancestors(refused)]).toEqual([403, `${shop} http://localhost:3000`])
  const html = await refused.text()
  const { refused: words, answersKept } = textsOf('de', 'error-pages').frame
  for (const told of [words.title, words.text, answersKept]) expect(html).toContain(told)
  expect(html).toContain('<a href="/de/forms/home-insurance" target="_blank" rel="noopener">')
})

test('the frame has the form, and nothing that stands around it on a page', async () => {
  const { get } = await embeddingSite()
  const html = await (await get('/de/embed/home-insurance')).text()
  const body = html.slice(html.indexOf('<body'), html.indexOf('id="page-seed"'))
  expect(body).toMatch(/<form [^>]*action="\/de\/embed\/home-insurance\?step=housing"/)
  expect(body).not.toMatch(/<(header|footer|dialog|nav)\b|data-cookie-settings|data-asks|data-others/)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  // A link in a mail would lead away from the site around it.
  expect(await (await get('/forms/credit')).text()).toContain('saveAndResume')
  expect(await (await get('/embed/credit')).text()).not.toContain('saveAndResume')
  expect(html).toContain('<link rel="canonical" href="https://leadwright.example/de/forms/home-insurance"/>')
  expect(html).not.toContain('hrefLang')
  // The visitor's language is not asked for: the page around it has chosen.
  expect(await (await get('/embed/home-insurance', { headers: { 'accept-language': 'fr' } })).text()).toContain(
    '<html lang="en"',
  )

  const scheme = async (search: string) => {
    const text = await (await get(`/embed/home-insurance${search}`)).text()
    return [/<html [^>]*data-scheme="(\w+)"/.exec(text)?.[1], /<form [^>]*action="([^"]*)"/.exec(text)?.[1]]
  }
  expect(await scheme('?theme=dark&frame=2')).toEqual([
    'dark',
    '/embed/home-insurance?theme=dark&amp;frame=2&amp;step=housing',
  ])
  expect(await scheme('?theme=auto&frame=x')).toEqual([undefined, '/embed/home-insurance?step=housing'])
  expect(await (await get('/sitemap.xml')).text()).not.toContain('/embed/')
})

test('the site around is kept with the lead if it is one that may be', async () => {
  const { origin, stored } = await embeddingSite()
  const post = (path: string, site: string, firstName: string) =>
    fetch(`${origin}${path}?step=contact-2`, {
      method: 'POST',
      body: formBody({ go: 'on', 'root[firstName]': firstName, 'from[utm_source]': 'mail', 'from[embedded_on]': site }),
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
  const sent = await post('/embed/home-insurance', shop, 'Ada')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/embed/home-insurance?step=done'])
  expect(sent.headers.getSetCookie()).toEqual([])
  await post('/embed/home-insurance', 'https://evil.example', 'Bea')
  await post('/forms/home-insurance', shop, 'Cleo')
  const embedded = 'form:home-insurance:embed'
  for (const page of [embedded, 'form:home-insurance'])
    await submit(origin, { context: { page, attribution: { embedded_on: 'http://localhost:3000' } } })
  expect(await stored()).toEqual([
    [embedded, { utm_source: 'mail', embedded_on: shop }],
    [embedded, { utm_source: 'mail' }],
    ['form:home-insurance', { utm_source: 'mail' }],
    [embedded, { embedded_on: 'http://localhost:3000' }],
    ['form:home-insurance', {}],
  ])
})

test('the script is small, is known again, and may be loaded by anybody', async () => {
  const { get, origin } = await embeddingSite()
  const script = await get('/embed.js', { headers: { 'accept-encoding': 'br' } })
  const { headers } = script
  expect(framing(script).slice(1)).toEqual(['cross-origin', '*'])
  expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  for (const encoding of ['br', 'gzip', 'identity']) {
    const sent = await get('/embed.js', { headers: { 'accept-encoding': encoding } })
    expect([encoding, Number(sent.headers.get('content-length')) < 2000]).toEqual([encoding, true])
  }
  const etag = headers.get('etag') ?? ''
  const again = await get('/embed.js', { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  const text = await script.text()
  expect(text).toContain('"utm_campaign"')
  expect(text).not.toMatch(/LEADWRIGHT_SITE|\beval\b|innerHTML|new Function/)

  const docs = await (await get('/embed/docs')).text()
  expect(docs).toContain(
    `&lt;script src=&quot;${origin}/embed.js&quot; data-form=&quot;home-insurance&quot; data-locale=&quot;de&quot;`,
  )
  expect(docs).toContain(`&lt;noscript&gt;&lt;a href=&quot;${origin}/de/forms/home-insurance&quot;`)
  expect(docs).not.toContain('data-form=&quot;solar&quot;')
})
