import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit, validAnswers } from '../testing/running-server.ts'

type Answered = { errors?: { pointer: string; code: string }[]; detail: string }

async function rows(storage: Awaited<ReturnType<typeof temporaryStorage>>, sql: string) {
  const [found = []] = await storage.atomic([{ sql, parameters: [] }])
  return found
}

test('what is no text is refused where it comes in, by JSON, by form, and in addresses', async () => {
  const storage = await temporaryStorage()
  const { origin, visits } = await appOn(storage)
  const json = 'application/json'
  const api = (body: string | Uint8Array, type = json) =>
    fetch(`${origin}/api/v1/submissions`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from(body),
    })
  const whole = JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers })
  const named = (name: string) => whole.replace('"Ada"', `"${name}"`)

  for (const name of ['A\\u0000da', 'A\\ud800da', '\\udc00\\ud800']) {
    const reply = await api(named(name))
    expect([reply.status, (await reply.json()) as Answered]).toMatchObject([
      422,
      { errors: [{ pointer: '/answers/firstName', code: 'text' }] },
    ])
  }
  const others = [
    '"definition":"\\u0000"',
    '"context":{"page":"a\\u0000"}',
    '"context":{"attribution":{"source":"\\ud800"}}',
  ]
  for (const other of others) expect((await api(whole.replace('{', `{${other},`))).status).toBe(422)
  expect((await api(whole.replace('"firstName"', '"first\\u0000Name"'))).status).toBe(422)
  expect((await api(Buffer.from(named('Ad\u00e1'), 'latin1'))).status).toBe(400)
  expect((await api(Buffer.from(whole, 'utf16le'), `${json}; charset=utf-16`)).status).toBe(415)
  expect((await api(named('Ad\u00e1 \\ud83d\\ude00'), `${json}; charset="UTF-8"`)).status).toBe(201)

  const post = (
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/x-www-form-urlencoded',
    step = 'contact-2',
  ) =>
    fetch(`${origin}/insurance/home-insurance?step=${step}`, {
      ...{ method: 'POST', body, redirect: 'manual' as const },
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': type },
    })
  const form = formBody().toString()
  for (const odd of ['%00', '%ff', '%ed%a0%80'])
    expect((await post(form.replace('=Ada', `=Ada${odd}`))).status).toBe(400)
  expect((await post(form, 'application/x-www-form-urlencoded; charset=iso-8859-1')).status).toBe(415)
  expect((await post(new Uint8Array(Buffer.from(`${form}&x=\u00e1`, 'latin1')))).status).toBe(400)
  expect((await post(form.replace('=Ada', '=Ad%C3%A1'))).status).toBe(303)

  const places = [
    '/validators/home-insurance/en/%00/housing.js',
    '/validators/a/b/c/%00.js',
    '/%00',
    '/api/page?path=/%00',
  ]
  for (const place of [...places, '/api/v1/forms/%00/schema?locale=en', '/api/v1/leads?after=%00'])
    expect([place, (await fetch(origin + place)).status]).toEqual([place, 400])
  // A step that is none is shown, and counted nowhere.
  for (const step of ['%00', 'made-up']) await post(form, undefined, step)
  await visits.flush()
  const shown = (await rows(storage, 'SELECT step FROM visit_steps ORDER BY step')).map(({ step }) => step)
  expect(shown).toEqual(['', 'contact-2'])

  const names = await rows(storage, 'SELECT answers FROM leads ORDER BY id')
  expect(names.map(({ answers }) => JSON.parse(String(answers)).firstName)).toEqual(['Ad\u00e1 \u{1f600}', 'Ad\u00e1'])
})

test('an answer that nobody can read is none', async () => {
  const { origin } = await appOn(await temporaryStorage())
  for (const email of ['\u200b\u200b', '\u202e', '\u2066\u2069', '\u200d']) {
    const reply = await submit(origin, { answers: { ...validAnswers, email } })
    expect([reply.status, (await reply.json()) as Answered]).toMatchObject([
      422,
      { errors: [{ pointer: '/answers/email', code: 'required' }] },
    ])
  }
})

test('thousands of mistakes get a reply no longer than what was sent', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const unknown = Object.fromEntries(Array.from({ length: 6500 }, (_, n) => [`x${n}`, 1]))
  for (const body of [{ answers: unknown }, { ...unknown }, { answers: { ['x'.repeat(60_000)]: 1 } }]) {
    const text = JSON.stringify({ form: 'home-insurance', locale: 'en', answers: {}, ...body })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body: text })
    expect(reply.status).toBe(422)
    const said = await reply.text()
    expect(said.length).toBeLessThan(text.length * 1.2)
    expect((JSON.parse(said) as Answered).errors?.length).toBeLessThanOrEqual(50)
  }
})

test('what is refused is limited too, ten times as high as what is taken, on both ways in', async () => {
  const { origin } = await appOn(await temporaryStorage(), undefined, { env: { RATE_LIMIT: '2' } })
  // A visitor who corrects mistakes is far from it.
  for (let n = 0; n < 18; n++) expect((await submit(origin, { answers: {} })).status).toBe(422)
  expect((await submit(origin)).status).toBe(201)
  expect((await submit(origin)).status).toBe(201)
  const limited = await submit(origin, { answers: {} })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  const headers = { 'sec-fetch-site': 'same-origin' }
  const address = `${origin}/insurance/home-insurance?step=contact-2`
  expect((await fetch(address, { method: 'POST', headers, body: formBody() })).status).toBe(429)
})

test('another port, another spelling, another key: still the same who asks', async () => {
  const env = { RATE_LIMIT: '2', TRUST_PROXY: '127.0.0.0/8' }
  const storage = await temporaryStorage()
  const { app } = await appOn(storage, undefined, { env })
  const payload = { form: 'home-insurance', locale: 'en', answers: validAnswers }
  const send = async (from: string) =>
    (await app.inject({ method: 'POST', url: '/api/v1/submissions', headers: { 'x-forwarded-for': from }, payload }))
      .statusCode
  expect([await send('192.0.2.1:1'), await send('192.0.2.1:2'), await send('192.0.2.1')]).toEqual([201, 201, 429])
  expect([await send('[2001:db8::1]:1'), await send('2001:db8::2'), await send('[2001:db8::3]')]).toEqual([
    201, 201, 429,
  ])
  // What is no address is nobody's: it counts as the proxy's own.
  expect([await send('nobody'), await send('<script>'), await send('x')]).toEqual([201, 201, 429])
  const addresses = (await rows(storage, 'SELECT DISTINCT ip FROM consents ORDER BY ip')).map(({ ip }) => ip)
  expect(addresses.sort()).toEqual(['127.0.0.1', '192.0.2.1', '2001:db8::1', '2001:db8::2'])

  const read = async (authorization: string) =>
    (await app.inject({ url: '/api/v1/leads', headers: { authorization } })).statusCode
  const spellings = ['Bearer k', 'bearer k', 'BEARER  k', 'Bearer k ']
  const statuses = []
  for (let n = 0; n <= 600; n++) statuses.push(await read(spellings[n % 4] ?? ''))
  expect(statuses.slice(0, 600).every((status) => status === 401)).toBe(true)
  expect(statuses[600]).toBe(429)
})

test('the page of a submission is one that shows the form in that language, or none', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  for (const page of ['anything at all', 'home', 'form:energy', 'constructor', '']) {
    const reply = await submit(origin, { context: { page } })
    expect([page, reply.status, (await reply.json()) as Answered]).toMatchObject([
      page,
      409,
      { errors: [{ pointer: '/context/page', code: 'superseded' }] },
    ])
  }
  for (const context of [{ page: 'home-insurance' }, { page: 'form:home-insurance' }, {}])
    expect((await submit(origin, { context })).status).toBe(201)
  const pages = (await rows(storage, 'SELECT page FROM leads ORDER BY id')).map(({ page }) => page)
  expect(pages).toEqual(['home-insurance', 'form:home-insurance', null])
})

test('a number that nobody has makes a test lead, in every language', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const locales = Object.keys(site.definition.locales)
  const fictional: Record<string, string> = {
    ...{ en: '07700 900123', es: '750 12 34 56', de: '0171 3920012' },
    ...{ fr: '06 39 98 12 34', it: '300 123 4567', nl: '06 01234567' },
  }
  for (const locale of locales) {
    const phone = fictional[locale]
    const rest = { topic: 'energy', callDay: 'any', callTime: 'any', firstName: 'Ada', 'privacy-advisers': true }
    const reply = await submit(origin, { form: 'call-back', locale, answers: { ...rest, phone } })
    expect([locale, phone, reply.status]).toEqual([locale, phone, 201])
  }
  const found = await rows(storage, 'SELECT locale, test FROM leads')
  const tests = Object.fromEntries(found.map(({ locale, test: isTest }) => [locale, isTest]))
  expect(tests).toEqual(Object.fromEntries(locales.map((locale) => [locale, 1])))
})

test('a step’s validator is one module for all languages with the same rules, ready for each who asks', async () => {
  const { origin, site } = await appOn(await temporaryStorage())
  const address = (locale: string) => {
    const version = site.forms.version('newsletter-footer', locale)
    return `${origin}/validators/newsletter-footer/${locale}/${version?.hash}/subscribe.js`
  }
  const first = await fetch(address('en'))
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  const text = await first.text()
  const others = await Promise.all(
    ['de', 'en', 'fr', 'en'].map(async (locale) => (await fetch(address(locale))).text()),
  )
  expect(new Set([text, ...others]).size).toBe(1)
  const plain = await fetch(address('en'), { headers: { 'accept-encoding': 'identity' } })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
  const known = await fetch(address('en').replace('subscribe', 'constructor'))
  expect(known.status).toBe(404)
})
