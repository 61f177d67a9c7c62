import { expect, test } from 'vitest'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit, validAnswers } from '../testing/running-server.ts'

const keys = 1000
const postsPerKey = 10

test('1,000 keys, each posted ten times at once to two servers: 1,000 leads', { timeout: 120_000 }, async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const origins = (await Promise.all(storages.map(appOn))).map(({ origin }) => origin)
  const ids = new Map<string, Set<string>>()
  const statuses = new Map<number, number>()
  const postKey = async (key: string) => {
    const posts = Array.from({ length: postsPerKey }, (_, n) => submit(origins[n % 2] ?? '', { key }))
    for (const reply of await Promise.all(posts)) {
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      const { id } = (await reply.json()) as { id: string }
      ids.set(key, (ids.get(key) ?? new Set()).add(id))
    }
  }
  const queue = Array.from({ length: keys }, (_, n) => `key-${n}`)
  const worker = async () => {
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) await postKey(key)
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  expect(Object.fromEntries(statuses)).toEqual({ 201: keys, 200: keys * (postsPerKey - 1) })
  expect([...ids.values()].filter((same) => same.size !== 1)).toEqual([])
  const counts = ['leads', 'consents', 'deliveries', 'routings'].map((table) => ({
    sql: `SELECT count(*) AS n FROM ${table}`,
    parameters: [],
  }))
  expect((await storages[0]?.atomic(counts))?.flat()).toEqual(Array(4).fill({ n: keys }))

  const other = { ...validAnswers, firstName: 'Grace' }
  const refused = await submit(origins[1] ?? '', { key: 'key-7', answers: other })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('Use a new key') })
})
