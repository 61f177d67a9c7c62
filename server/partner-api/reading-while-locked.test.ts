// What only reads is answered while somebody holds every lock that a writer needs.
import { expect, test } from 'vitest'
import { funnelsOf } from '../funnel/figures.ts'
import { countDeliveries, listDeliveries } from '../leads/deliveries.ts'
import { evidenceOf } from '../leads/find-leads.ts'
import { listLeads } from '../leads/list-leads.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { inTime } from '../storage/batcher.ts'
import { holdWriteLock } from '../storage/testing/held-lock.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { createKey, listKeys } from './keys.ts'

test('listings, metrics and the feed are answered while a writer holds its locks', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  const deliveries = [sampleDelivery('acme', 'pull', { number: 1 }), sampleDelivery('acme', 'webhook')]
  const first = sampleLead({ deliveries, via: 'page' })
  await storeLead(storage, first)
  const { key } = await createKey(storage, 'acme', Date.now)
  const { origin } = await appOn(storage)
  const get = async (path: string) =>
    (await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } })).text()
  const feed = async (query: string) => JSON.parse(await get(`/api/v1/leads${query}`))
  const { leads, next } = await feed('')
  const second = sampleLead({ deliveries: [sampleDelivery('acme', 'pull', { number: 2 })] })
  await storeLead(storage, second)

  const release = await holdWriteLock(place)
  const answered = <T>(answer: Promise<T>) => inTime(30_000, answer)
  expect((await answered(listLeads(storage, { limit: 9 }))).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await answered(evidenceOf(storage, first.id))).toEqual([])
  expect(await answered(listDeliveries(storage, { limit: 9 }))).toHaveLength(3)
  expect(await answered(countDeliveries(storage))).toContainEqual({ partner: 'acme', state: 'delivered', count: 1 })
  expect(await answered(funnelsOf(storage, 'home-insurance', '2026-01-01'))).toMatchObject([{ sent: 1, byApi: 1 }])
  expect(await answered(listKeys(storage))).toHaveLength(1)
  // It leaves out what takes a busy machine more than a second.
  await expect
    .poll(() => get('/metrics'), { timeout: 30_000 })
    .toContain('leadwright_deliveries_waiting{partner="acme"} 1')
  // As much as was asked for has its number already.
  expect(await answered(feed('?limit=1'))).toEqual({ leads, next })
  const waiting = feed(`?after=${next}`)
  await release()
  expect((await waiting).leads).toEqual([{ number: 2 }])

  await holdWriteLock(place)
  expect((await answered(feed(''))).leads).toEqual([{ number: 1 }, { number: 2 }])
})
