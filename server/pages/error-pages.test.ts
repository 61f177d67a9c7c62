import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { contentSecurityPolicy } from '../http/headers.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { patiently } from '../testing/patiently.ts'
import { formBody } from '../testing/running-server.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']
const form = '/insurance/home-insurance'
const inLanguage = (locale: string, path: string) => (locale === 'en' ? path : `/${locale}${path}`)

/** The heading of each error by language: what proves that it is the right page. */
function headingOf(locale: string, kind: string): string {
  const { title, heading = title } = textsOf(locale, 'error-pages')[kind]
  return heading
}

const failed: Record<string, string> = {
  en: 'An error occurred while showing the error page',
  es: 'error al mostrar la página de error',
  de: 'Beim Anzeigen der Fehlerseite',
  fr: 'lors de l’affichage de la page d’erreur',
  it: 'visualizzazione della pagina di errore',
  nl: 'bij het tonen van de foutpagina',
}

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** As a browser's address bar asks: fetch would tidy the address up. */
function askOnce(origin: string, method: string, path: string, headers: object = {}, body = ''): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers: { ...headers } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    asked.on('error', reject).end(body)
  })
}

const ask = (...asked: Parameters<typeof askOnce>) => patiently(() => askOnce(...asked))

const fromHere = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

function expectErrorPage({ status, headers, text: page }: Reply, locale: string, expected: number, kind: string): void {
  const text = page.replace(/<script.*/s, '')
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(String(headers['content-security-policy']).replaceAll(';', '; ').replaceAll('  ', ' ')).toContain(
    "script-src 'self'",
  )
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers.etag).toBeUndefined()
  expect(text).not.toMatch(/rel="(canonical|alternate)"|og:|ld.json/)
  expect(text).toContain(`<html lang="${locale}"`)
  expect(text).toMatch(/<meta name="robots" content="noindex"\/?>/)
  expect(/<h1[^>]*>([^<]+)<\/h1>/.exec(text)?.[1]).toBe(headingOf(locale, kind))
  expect(text).not.toContain('answersKept')
  expect(text).not.toContain('{{')
  // A way on: home in the language, and its forms.
  expect(text).toContain(`href="${inLanguage(locale, '') || '/'}"`)
  expect(text).toContain(`href="${inLanguage(locale, '/electricity-gas/energy')}"`)
}

const program = 'application/problem+json; charset=utf-8'
const fail = () => Promise.reject(new Error('The renderer is broken'))

test('what is not there, too large, from elsewhere, refused or our fault is a page in each language', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const { origin: broken } = await appOn(await temporaryStorage(), ({ render }) => ({
    render: { ...render, render: fail },
  }))
  for (const locale of languages) {
    const page = inLanguage(locale, form)
    const show = (reply: Reply, status: number, kind: string) => expectErrorPage(reply, locale, status, kind)
    const nothing = inLanguage(locale, '/nothing/here')
    show(await ask(origin, 'GET', nothing), 404, 'notFound')
    show(await ask(origin, 'GET', inLanguage(locale, '/%zz')), 400, 'notFound')
    show(await ask(origin, 'POST', nothing, fromHere, 'a=b'), 404, 'notFound')
    show(await ask(origin, 'POST', inLanguage(locale, '/privacy'), fromHere, 'a=b'), 404, 'notFound')
    show(await ask(origin, 'POST', page, fromHere, 'a'.repeat(70_000)), 413, 'tooLarge')
    show(await ask(origin, 'POST', page, { ...fromHere, 'sec-fetch-site': 'cross-site' }, 'a=b'), 403, 'refused')
    show(await ask(origin, 'POST', page, { ...fromHere, 'content-type': 'application/json' }, '{}'), 415, 'refused')
    show(await ask(origin, 'POST', page, fromHere, 'a=%ff'), 400, 'refused')
    const put = await ask(origin, 'PUT', page)
    show(put, 405, 'refused')
    expect(put.headers.allow).toBe('GET, HEAD, POST')
    show(await ask(broken, 'GET', page), 500, 'fault')
    show(await ask(broken, 'POST', page, fromHere, 'a=b'), 500, 'fault')
    const typed = textsOf(locale, 'error-pages').answersKept
    expect((await ask(origin, 'POST', nothing, fromHere, 'a=b')).text).toContain(typed)
    expect((await ask(origin, 'GET', nothing)).text.replace(/<script.*/s, '')).not.toContain(typed)
  }
})

test('programs get application/problem+json, and made-up addresses one page that is rendered once', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const [one, other] = [await ask(origin, 'GET', '/de/eins'), await ask(origin, 'GET', '/de/zwei?x=1')]
  expect(other.text).toBe(one.text)
  // The mark alone above it, and the long sentence in it.
  const header = /<header.*?<\/header>/s.exec(one.text)?.[0]
  expect(header).toContain('<svg')
  expect(header).not.toMatch(/<a |<details|<nav/)
  expect(one.text).toMatch(/<title>Diese Seite wurde nicht gefunden – /)
  const main = /<main.*<\/main>/s.exec(one.text)?.[0]
  expect(main).toMatch(/<h1[^>]*>Wo geht es weiter\?</)
  expect(main).toContain('Diese Seite wurde nicht gefunden oder ist in Ihrem Land nicht verfügbar.')
  expect(main?.match(/<li/g)?.length).toBeLessThanOrEqual(9)
  for (const way of ['/de/shopping/exclusive-deal', '/de/blog']) expect(main).toContain(`href="${way}"`)
  const packed = await fetch(`${origin}/de/drei`, { headers: { 'accept-encoding': 'br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toBe(one.text)
  for (const [method, path, status] of [
    ['GET', '/api/nothing', 404],
    ['GET', '/api/%zz', 400],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/validators/x/en/y/z.js', 404],
    ['GET', '/schemas/nothing', 404],
    ['POST', '/readyz', 415],
    ['POST', '/api/v1/submissions', 415],
    ['GET', '/api/page?path=x', 422],
  ] as const) {
    const reply = await ask(origin, method, path, { 'content-type': 'text/plain' })
    expect([path, reply.status, reply.headers['content-type']]).toEqual([path, status, program])
  }
  const nothing = JSON.parse((await ask(origin, 'GET', '/api/nothing')).text)
  expect(nothing.detail).toBe('This page could not be found.')
  const posted = await ask(origin, 'POST', '/readyz', fromHere, 'a=b')
  expect([posted.status, posted.headers['content-type']]).toEqual([404, program])
  const missing = await ask(origin, 'GET', '/api/page?path=/de/nichts')
  expect(missing.status).toBe(404)
  expect(JSON.parse(missing.text).view).toMatchObject({
    locale: 'de',
    sections: [{ kind: 'error', error: 'notFound' }],
  })
})

test('headers that are too large are answered in the language of the address', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const { hostname, port } = new URL(origin)
  const say = (line: string) =>
    new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${line}\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}`),
      )
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })
  const page = await say('GET /fr/assurances HTTP/1.1')
  expect(page).toMatch(/^HTTP\/1\.1 431 /)
  expect(page).toContain('content-type: text/html')
  expect(page).toContain(`content-security-policy: ${contentSecurityPolicy}`)
  expect(page).toContain('Supprimez les cookies')
  expect(await say('GET /api/page?path=/ HTTP/1.1')).toContain('content-type: application/problem+json')
})

test('when nothing can be rendered, the plain page says the same', async () => {
  const { origin } = await appOn(await temporaryStorage(), ({ render }) => ({
    render: { ...render, render: fail, show: fail, data: fail },
  }))
  for (const locale of languages) {
    expectErrorPage(await ask(origin, 'GET', inLanguage(locale, form)), locale, 500, 'fault')
    const missing = await ask(origin, 'GET', inLanguage(locale, '/x'))
    expectErrorPage(missing, locale, 404, 'notFound')
    expect(missing.text).toContain(failed[locale])
    expect(missing.text).toMatch(new RegExp(`<p><a href="${locale === 'en' ? '/' : `/${locale}`}">`))
  }
  const data = await ask(origin, 'GET', '/api/page?path=/')
  expect([data.status, data.headers['content-type']]).toEqual([500, program])
})

test('storage that is away, and too many posts, say when to come back', async () => {
  const { origin } = await appOn(await temporaryStorage(), ({ config, render }) => ({
    config: { ...config, rateLimit: 1 },
    render: { ...render, render: () => Promise.reject(new StorageUnavailable('The database is away')) },
  }))
  for (const locale of languages) {
    const reply = await askOnce(origin, 'GET', inLanguage(locale, form))
    expectErrorPage(reply, locale, 503, 'busy')
    expect(reply.headers['retry-after']).toBe('5')
  }
  // As often as one may try in a minute, and once more.
  expect((await ask(origin, 'POST', form, fromHere, 'a=b')).status).toBe(429)
  for (const locale of languages) {
    const refused = await ask(origin, 'POST', inLanguage(locale, form), fromHere, 'a=b')
    expectErrorPage(refused, locale, 429, 'tooMany')
    expect(refused.headers['retry-after']).toBe('60')
  }
})

test('a server with no time to spare answers without rendering, and says when to come back', async () => {
  const { origin } = await appOn(await temporaryStorage(), ({ config, render }) => ({
    render: { ...render, show: () => Promise.reject(new Error('There was no time for this')) },
    // Far below the time that is held up: what is measured is a mean, with the moments before and after.
    config: { ...config, maxEventLoopDelayMs: 20 },
  }))
  // What is refused is not answered from what is at hand either.
  for (const locale of languages) await ask(origin, 'GET', inLanguage(locale, form))
  // The event loop is held up for longer than anybody should wait; it is measured a moment later.
  const requests = [
    ...languages.flatMap((locale) => [
      () => askOnce(origin, 'GET', inLanguage(locale, form)),
      () => askOnce(origin, 'POST', inLanguage(locale, form), fromHere, String(formBody())),
    ]),
    () => askOnce(origin, 'GET', '/api/page?path=/'),
  ]
  const busy = new Map<number, Reply>()
  while (busy.size < requests.length) {
    await holdUp()
    const open = requests.flatMap((ask, index) => (busy.has(index) ? [] : [{ ask, index }]))
    await Promise.all(
      open.map(async ({ ask, index }) => {
        const reply = await ask()
        if (reply.status === 503) busy.set(index, reply)
      }),
    )
  }
  const replies = requests.flatMap((_, index) => busy.get(index) ?? [])
  expect(replies).toHaveLength(languages.length * 2 + 1)
  for (const [index, locale] of languages.entries())
    for (const reply of replies.slice(index * 2, index * 2 + 2)) {
      expectErrorPage(reply, locale, 503, 'busy')
      expect(reply.headers['retry-after']).toBe('5')
    }
  expect(replies.at(-1)?.headers['content-type']).toBe(program)
  expect(replies.at(-1)?.headers['retry-after']).toBe('5')
})

test('a page that is refused for lack of time is not rendered after all', async () => {
  let rendered = 0
  const { origin, site } = await appOn(await temporaryStorage(), ({ config, render }) => ({
    render: {
      ...render,
      render(...asked) {
        rendered += 1
        return render.render(...asked)
      },
    },
    config: { ...config, maxEventLoopDelayMs: 20 },
  }))
  const paths = site.pages.all.filter(({ locale }) => locale === 'en').map(({ written }) => written.path)
  const statuses: number[] = []
  while (!statuses.includes(503)) {
    await holdUp()
    const replies = await Promise.all(paths.splice(0, 3).map((path) => askOnce(origin, 'GET', path)))
    statuses.push(...replies.map(({ status }) => status))
  }
  expect(rendered).toBe(statuses.filter((status) => status === 200).length)
})

/** Holds up the event loop for 3 s. */
async function holdUp(): Promise<void> {
  const until = Date.now() + 3000
  while (Date.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 0))
}
