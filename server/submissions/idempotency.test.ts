import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mintKey } from '../leads/store-lead.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit, validAnswers } from '../testing/running-server.ts'

const keys = 100
const postsPerKey = 10

test('100 keys, each posted ten times at once to two servers: 100 leads', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const origins = (await Promise.all(storages.map((storage) => appOn(storage)))).map(({ origin }) => origin)
  const ids = new Map<string, Set<string>>()
  const statuses = new Map<number, number>()
  const postKey = async (key: string) => {
    const posts = Array.from({ length: postsPerKey }, (_, n) => insist(origins[n % 2] ?? '', key))
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
  // All are from one address, which gets three mails a day.
  const tables = ['leads', 'consents', "deliveries WHERE kind = 'pull'", "routings WHERE partner = 'demo'"]
  const counts = [...tables, "deliveries WHERE kind = 'mail' AND state = 'pending'"].map((rows) => ({
    sql: `SELECT count(*) AS n FROM ${rows}`,
    parameters: [],
  }))
  const counted = (await storages[0]?.atomic(counts))?.flat()
  expect(counted).toEqual([...tables.map(() => ({ n: keys })), { n: 3 }])

  const other = { ...validAnswers, firstName: 'Grace' }
  const refused = await submit(origins[1] ?? '', { key: 'key-7', answers: other })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('Use a new key') })
})

/** A busy machine sheds load: whoever is told 503 sends the same again. */
async function insist(origin: string, key: string): Promise<Response> {
  for (;;) {
    const reply = await submit(origin, { key })
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}

test('a key is one caller’s, and one form’s: a stranger with the same number loses no lead', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const call = (changes: object, userAgent = 'orders/1') =>
    fetch(`${origin}/api/v1/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': '1001', 'user-agent': userAgent },
      body: JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers, ...changes }),
    })
  const receipt = async (reply: Promise<Response>) => ((await (await reply).json()) as { id: string }).id
  const first = await receipt(call({}))
  const other = { answers: { ...validAnswers, firstName: 'Grace' } }
  expect((await call(other)).status).toBe(422)
  // Another program's order 1001, and the same program's for another form.
  expect((await call(other, 'orders/2')).status).toBe(201)
  const callBack = {
    ...{ topic: 'energy', callDay: 'any', callTime: 'any', firstName: 'Ada', phone: '020 7946 0018' },
    'privacy-advisers': true,
  }
  expect((await call({ form: 'call-back', answers: callBack })).status).toBe(201)
  // The same call is the same lead whoever makes it: a program that tries again may leave by another address.
  expect(await receipt(call({}, 'orders/3'))).toBe(first)
})

test('a filled page is one lead, sent with JavaScript or without, in either order', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const ways = [
    async (key: string) => (await submit(origin, { key, context: { page: 'home-insurance' } })).status,
    async (key: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const address = `${origin}/insurance/home-insurance?step=contact-2`
      return (await fetch(address, { method: 'POST', body: formBody({ key }), headers, redirect: 'manual' })).status
    },
  ] as const
  const began = () => mintKey(Date.now() - 60_000)
  const [first, second] = [began(), began()]
  expect([await ways[0](first), await ways[1](first), await ways[0](first)]).toEqual([201, 303, 200])
  expect([await ways[1](second), await ways[0](second)]).toEqual([303, 200])
})
