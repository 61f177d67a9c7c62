// A site whose home-insurance form three companies answer: one at once, one later, one never.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { removeSamplePartners, submit } from '../../server/testing/running-server.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')

/** Where links of the offers lead. Tests answer for it: nothing is asked of a real host. */
export const insurer = 'https://insurer.example.com'

export interface QuotingSite extends Site {
  /** What the companies were told of choices. */
  chosen: unknown[]
  /** Lets the second company answer, this lead and all that follow until it is held again. */
  release(): void
  hold(): void
  /** Sends the form. @returns the path of the page with the offers */
  ask(locale?: string): Promise<string>
}

interface Options {
  /** How long companies are waited for, in seconds. */
  seconds: number
  /** The id of a consent that is asked of who chooses an offer. */
  consent?: string
  /** What the first and the second company offer; by default `oneOffer` and two. */
  first?: readonly object[]
  second?: readonly object[]
}

export const oneOffer = [
  {
    id: 'comfort',
    product: 'Home Comfort',
    price: { amount: 14.9, period: 'month' },
    parts: [
      { name: 'buildings', amount: 9.4 },
      { name: 'contents', amount: 6.5 },
      { name: 'discount', amount: -1 },
    ],
    excess: 150,
    term: { value: 1, unit: 'year' },
    benefits: ['waterDamage', 'glassBreakage', 'theft', 'naturalEvents', '24-hour helpline'],
    exclusions: ['flood', 'wearAndTear'],
    rating: { value: 4.4, of: 5, source: 'Example Ratings' },
    link: `${insurer}/take?q=comfort`,
    validUntil: '2099-12-31',
    documents: [{ title: 'conditions', url: `${insurer}/conditions.pdf` }],
  },
]

const two = [
  {
    id: 'basic',
    product: 'Basic',
    price: { amount: 9.5, period: 'month' },
    excess: 300,
    term: { value: 1, unit: 'year' },
    benefits: ['waterDamage', 'theft'],
    phone: '+442079460018',
  },
  {
    id: 'plus',
    product: 'Plus with legal cover',
    price: { amount: 199, period: 'year' },
    excess: 0,
    term: { value: 12, unit: 'month' },
    benefits: ['waterDamage', 'glassBreakage', 'theft', 'legalProtection', 'bicycleTheft', 'newForOld', 'homeOffice'],
    rating: { value: 4.8, of: 5, source: 'Example Ratings', url: `${insurer}/ratings` },
    link: `${insurer}/take?q=plus`,
  },
]

const sunrise = {
  viewBox: '0 0 32 32',
  paths: [
    { d: 'M0 8a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z', fill: 'ink' },
    { d: 'M6 21a10 10 0 0 1 20 0z', fill: 'accent' },
    { d: 'M6 23.5h20v2.5H6z', fill: 'paper' },
  ],
}

const brook = {
  viewBox: '0 0 32 32',
  paths: [
    { d: 'M16 0a16 16 0 1 1 0 32 16 16 0 0 1 0-32z', fill: 'ink' },
    { d: 'M16 5l7.5 6v3h-15v-3z', fill: 'accent' },
    { d: 'M3 18c4-4 8-4 13 0s9 4 13 0v4c-4 4-8 4-13 0s-9-4-13 0z', fill: 'paper' },
  ],
}

export async function startQuotingSite({
  seconds,
  consent,
  first = oneOffer,
  second = two,
}: Options): Promise<QuotingSite> {
  const chosen: unknown[] = []
  let released = () => {}
  let held: Promise<void> = Promise.resolve()
  const hold = () => {
    held = new Promise((resolve) => {
      released = resolve
    })
  }
  const companies = {
    alba: ['Alba Insurance', async () => first, sunrise],
    brook: ['Brookfield & Sons Household Mutual', async () => held.then(() => second), brook],
    cedar: ['Cedar Direct', () => new Promise<never>(() => {}), null],
  } as const
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-quotes-'))
  const definitions = join(folder, 'definitions')
  await cp(join(root, 'definitions'), definitions, { recursive: true })
  removeSamplePartners(definitions)
  const form = join(definitions, 'forms/home-insurance.json')
  const definition = JSON.parse(await readFile(form, 'utf8'))
  const offers = { ...definition.offers, seconds, ...(consent !== undefined && { consent }) }
  await writeFile(form, JSON.stringify({ ...definition, offers }))
  const servers: Server[] = []
  for (const [id, [name, answer, logo]] of Object.entries(companies)) {
    const server = createServer(async (request, response) => {
      const body = await json(request)
      const isChoice = request.url === '/chosen'
      if (isChoice) chosen.push(body)
      const offers = isChoice ? [] : await answer()
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ offers }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const { port } = server.address() as AddressInfo
    const partner = {
      name,
      ...(logo && { logo }),
      disclosure: { name, address: '1 Street', privacy: `${insurer}/privacy` },
      filters: [{ form: 'home-insurance' }],
      map: { type: 'propertyType' },
      deliveries: {
        quotes: {
          kind: 'http',
          url: `http://127.0.0.1:${port}/quotes`,
          offers: {
            hosts: [new URL(insurer).host],
            seconds: 20,
            chosen: { path: '/chosen', map: { offer: '{offer}' } },
          },
        },
      },
    }
    await writeFile(join(definitions, `partners/${id}.json`), JSON.stringify(partner))
  }
  const site = await startSite({ definitions, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  return {
    ...site,
    chosen,
    hold,
    release: () => released(),
    async ask(locale = 'en') {
      const reply = await submit(site.origin, { locale })
      return ((await reply.json()) as { results: string }).results
    },
    async stop() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
