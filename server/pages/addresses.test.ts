import { request } from 'node:http'
import { expect, test } from 'vitest'
import { fixtureServer } from '../testing/fixture-server.ts'
import { patiently } from '../testing/patiently.ts'

const server = fixtureServer()

const get = (...asked: Parameters<typeof fetch>) => patiently(() => fetch(...asked))

test('a former address leads to the present one and keeps its query', async () => {
  const reply = await get(`${server().origin}/adv/cars?utm_source=mail`, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([301, '/adv/car-partner?utm_source=mail'])
})

/** fetch does not let a client choose its Host. */
async function pageOn(host: string, path: string): Promise<string> {
  return (await patiently(() => askOn(host, path))).text
}

function askOn(host: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(server().origin + path, { headers: { host } }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    asked.on('error', reject).end()
  })
}

test('each host shows its brand, also from the cache, and any other the site’s own', async () => {
  for (const turn of [1, 2]) {
    const lapis = await pageOn('lapis.example', '/adv/car-partner')
    expect(lapis, `turn ${turn}`).toContain('Car insurance with Example Partner – Lapis</title>')
    expect(lapis).toContain('<link rel="canonical" href="https://lapis.example/adv/car-partner"/>')
    expect(await pageOn('evil.example', '/adv/car-partner')).toContain('– Leadwright</title>')
  }
})

test('a page shows its form in its own market', async () => {
  const amount = async (path: string) => (await get(server().origin + path)).text()
  expect(await amount('/forms/kitchen-sink')).toContain('Where do you live?')
  expect(await amount('/adv/car-partner')).toContain('Questions and answers')
  const definition = async (path: string) => /name="definition" value="(\w+)"/.exec(await amount(path))?.[1]
  expect(await definition('/adv/car-partner-2')).not.toBe(await definition('/adv/car-partner'))
})

test('an affiliation layout leads nowhere but through its form', async () => {
  const page = await (await get(`${server().origin}/adv/car-partner`)).text()
  expect(page).not.toContain('hreflang="de" lang')
  expect(page).toContain('<meta name="robots" content="noindex"/>')
})

test.each(['/a%0Ab', '/privacy%0A', '/x/%E2%80%A8', '/api/page?path=/a%250Ab'])('%s is not found', async (path) => {
  const reply = await get(server().origin + path)
  expect(reply.status).toBe(404)
})

test('a former address is asked again each time, sends a step on with its answers, and is known to a page that runs', async () => {
  const reply = await get(`${server().origin}/adv/cars`, { redirect: 'manual' })
  expect(reply.headers.get('cache-control')).toBe('no-cache')
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const step = await get(`${server().origin}/adv/cars?step=car`, {
    method: 'POST',
    headers,
    body: 'a=b',
    redirect: 'manual',
  })
  expect([step.status, step.headers.get('location')]).toEqual([308, '/adv/car-partner?step=car'])
  const { view } = await (await get(`${server().origin}/api/page?path=/adv/cars`)).json()
  expect(view.path).toBe('/adv/car-partner')
})

test('a form ends as it would without an alert where the address names one that there is not', async () => {
  const heading = async (step: string) => {
    const page = await (await get(`${server().origin}/forms/internet-survey?step=${step}`)).text()
    return /<h1[^>]*>([^<]*)</.exec(page)?.[1]
  }
  const thanks = await heading('done')
  expect(thanks).toMatch(/\w+/)
  for (const name of ['nothing', ...Object.getOwnPropertyNames(Object.prototype)])
    expect(await heading(`done-${name}`), name).toBe(thanks)
})

test('a word that every object knows is an answer like any other', async () => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const body = new URLSearchParams({ 'root[propertyType]': name, go: 'back', key: name })
    const address = `${server().origin}/forms/home-insurance?step=contact-2`
    const reply = await get(address, { method: 'POST', headers, body })
    expect([name, reply.status]).toEqual([name, 200])
    expect((await reply.text()).replace(/<script.*/s, '')).toContain(`<dd>${name}</dd>`)
  }
})

test.each([
  ['/adv/car-partner/?utm_source=mail', 301, '/adv/car-partner?utm_source=mail'],
  ['/adv/car-partner//', 301, '/adv/car-partner'],
  ['/de/forms/kitchen-sink/', 301, '/de/forms/kitchen-sink'],
  ['/adv/cars/?a=b', 301, '/adv/car-partner?a=b'],
  ['/nothing/', 404, null],
  // No address leads to another site.
  ['//evil.example/', 404, null],
  ['//evil.example//', 404, null],
  ['///evil.example/', 404, null],
  ['/%2Fevil.example/', 404, null],
  ['/%5Cevil.example/', 404, null],
])('a slash at the end: %s', async (path, status, location) => {
  const reply = await get(server().origin + path, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([status, location])
})

test('a page that runs finds a page with a slash at the end too', async () => {
  const { view } = await (await get(`${server().origin}/api/page?path=/adv/car-partner/`)).json()
  expect(view.path).toBe('/adv/car-partner')
})
