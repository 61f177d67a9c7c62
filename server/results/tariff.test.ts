// Offers from a partner's own tariff table, on the page that the visitor is led to.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folders } from '../../engine/node/testing/repository.ts'
import type { ResultsView } from '../../engine/site/results-view.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, removeSamplePartners, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const partner = {
  name: 'Acme Insurance',
  filters: [{ form: 'home-insurance' }],
  deliveries: {
    tariff: {
      kind: 'tariff',
      table: 'home',
      date: '2026-07-01',
      columns: {
        type: { field: 'propertyType', compare: 'option' },
        place: { field: 'homePostalCodeOrCity', compare: 'start' },
        price: { value: 'base' },
      },
      hosts: ['acme.example'],
      offers: [
        {
          product: 'Comfort',
          price: {
            amount: { sum: [{ product: [{ field: 'base' }, { field: 'claims', values: { none: 1 }, default: 1.2 }] }] },
            period: 'year',
          },
          excess: 150,
          link: 'https://acme.example/comfort',
        },
      ],
    },
  },
}

test('the first view of the page has the offers of a tariff, and a new table is live without a start', async () => {
  const definitions = temporaryFolder()
  cpSync(folders.definitions, definitions, { recursive: true })
  removeSamplePartners(definitions)
  mkdirSync(join(definitions, 'tariffs'), { recursive: true })
  writeFileSync(join(definitions, 'tariffs/home.csv'), 'type,place,price\nflat,*,100\n*,*,150.125\n')
  writeFileSync(join(definitions, 'partners/acme.json'), JSON.stringify(partner))
  buildPages()
  const { origin, stop, said } = await startServer(temporaryFolder(), {
    DEFINITIONS_DIR: definitions,
    LOG_LEVEL: 'error',
  })
  onTestFinished(async () => {
    await stop()
  })
  const quoted = async (): Promise<ResultsView> => {
    const { results } = await (await submit(origin)).json()
    const reply = await fetch(`${origin}/api/results/${String(results).split('/').at(-1)}?locale=en`)
    return (await reply.json()) as ResultsView
  }
  const first = await quoted()
  expect(first.offers).toMatchObject([
    {
      product: 'Comfort',
      provider: 'Acme Insurance',
      price: { amount: 100, period: 'year' },
      excess: 150,
      currency: 'GBP',
      asOf: '2026-07-01',
    },
  ])
  expect(first.asked).toEqual([{ name: 'Acme Insurance', state: 'answered' }])
  expect(first.leftMs).toBe(0)

  writeFileSync(join(definitions, 'tariffs/home.csv'), 'type,place,price\nflat,*,110.5\n')
  await eventually(async () => expect((await quoted()).offers[0]?.price?.amount).toBe(110.5))
  writeFileSync(join(definitions, 'tariffs/home.csv'), 'type,place,price\nhouse,*,110.5\n')
  await eventually(async () =>
    expect(await quoted()).toMatchObject({ offers: [], asked: [{ name: 'Acme Insurance', state: 'declined' }] }),
  )
  // A mistake in the table leaves the last good one live.
  writeFileSync(join(definitions, 'tariffs/home.csv'), 'type,place,price\nhouse,*,cheap\n')
  await eventually(() => expect(said()).toContain('cheap'))
  await eventually(async () => expect((await quoted()).asked).toEqual([{ name: 'Acme Insurance', state: 'declined' }]))
})
