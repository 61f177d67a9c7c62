// Offers from the partner's reply to the visitor's page, with a real partner and a real server.
import { cpSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { folders } from '../../engine/node/testing/repository.ts'
import type { ResultsView } from '../../engine/site/results-view.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, removeSamplePartners, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const offer = {
  id: 'q-1',
  product: 'Comfort',
  price: { amount: 12.5, period: 'month' },
  excess: 150,
  link: 'https://insurer.example.com/take?q=1',
}

/** A partner that answers each call in turn; the last answer stands for all that follow. */
async function startPartner(answer: (body: unknown, path: string) => unknown) {
  const calls: { path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await json(request)
    calls.push({ path, body })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(body, path)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

/** A server with one partner that takes home insurance. */
async function startSite(delivery: object) {
  const definitions = temporaryFolder()
  cpSync(folders.definitions, definitions, { recursive: true })
  removeSamplePartners(definitions)
  const partner = {
    name: 'Acme Insurance',
    disclosure: { name: 'Acme Insurance Ltd', address: '1 Street', privacy: 'https://acme.example.com/privacy' },
    filters: [{ form: 'home-insurance' }],
    map: { type: 'propertyType', lead: { leadProperty: 'id' } },
    deliveries: { quotes: delivery },
  }
  writeFileSync(join(definitions, 'partners/acme.json'), JSON.stringify(partner))
  buildPages()
  const server = await startServer(temporaryFolder(), {
    DEFINITIONS_DIR: definitions,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  })
  onTestFinished(async () => {
    await server.stop()
  })
  const view = async (path: string): Promise<ResultsView> => {
    const token = path.split('/').at(-1)
    const reply = await fetch(`${server.origin}/api/results/${token}?locale=en`)
    return (await reply.json()) as ResultsView
  }
  return { ...server, view }
}

test('offers of a reply are on the page of the visitor who sent the form', async () => {
  const { url, calls } = await startPartner(() => ({
    offers: [
      { ...offer, phone: '+442079460018' },
      { ...offer, id: 'q-2', price: { amount: -3, period: 'month' } },
    ],
  }))
  const { origin, view, said } = await startSite({
    kind: 'http',
    url: `${url}/quotes`,
    offers: { hosts: ['insurer.example.com'], chosen: { path: '/chosen', map: { offer: '{offer}' } } },
  })
  const receipt = await (await submit(origin)).json()
  expect(receipt.results).toMatch(/^\/results\/[\w-]{44}$/)
  await eventually(async () => expect((await view(receipt.results)).offers).toHaveLength(1))
  const shown = await view(receipt.results)
  expect(calls[0]?.body).toEqual({ type: 'flat', lead: receipt.id })
  expect(shown.offers).toMatchObject([
    { product: 'Comfort', provider: 'Acme Insurance Ltd', currency: 'GBP', phoneText: '020 7946 0018' },
  ])
  expect(shown.asked).toEqual([{ name: 'Acme Insurance Ltd', state: 'answered' }])
  expect(shown.leftMs).toBe(0)
  expect(JSON.stringify(shown)).not.toMatch(/ada@example|Lovelace|London/)

  const page = await fetch(origin + receipt.results)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toContain('no-store')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect([page.headers.get('content-encoding'), page.headers.get('vary')]).toEqual(['gzip', 'accept-encoding'])
  const html = await page.text()
  expect(html).toContain('Comfort')
  expect(html).not.toContain('ada@example.com')
  expect(html).not.toMatch(/<script[^>]+src="https/)
  // What stands before the offers is neither shown nor sent along: its sections and their words.
  const [, seed = '{}'] = /<script id="page-seed"[^>]*>([^<]*)/.exec(html) ?? []
  const sent = JSON.parse(seed).view
  expect(sent.sections.map(({ kind }: { kind: string }) => kind)).toEqual(['offers'])
  expect(Object.keys(sent.words)).toEqual(['chrome', 'errors', 'offers'])

  const chosen = await fetch(origin + receipt.results, {
    method: 'POST',
    body: new URLSearchParams({ pressed: 'offers', offer: shown.offers[0]?.key ?? '' }),
    headers: { origin },
    redirect: 'manual',
  })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, offer.link])
  await eventually(() => expect(calls.find(({ path }) => path === '/chosen')?.body).toEqual({ offer: 'q-1' }))
  expect((await view(receipt.results)).offers[0]?.isChosen).toBe(true)
  expect(said()).not.toContain('"level":50')
})
