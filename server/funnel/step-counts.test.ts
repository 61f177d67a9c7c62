import { expect, test } from 'vitest'
import { mintKey } from '../leads/store-lead.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit } from '../testing/running-server.ts'
import { funnelsOf, stepCounts } from './step-counts.ts'

test('steps are counted by form, language, definition and day, over several processes', async () => {
  const storage = await temporaryStorage()
  let now = Date.parse('2026-11-20T23:59:00Z')
  const processes = [stepCounts(storage, () => now), stepCounts(storage, () => now)]
  const view = { form: 'home', locale: 'de', definition: 'd', step: 'one' }
  for (const steps of processes) {
    for (let count = 0; count < 3; count++) steps.count(view)
    steps.count({ ...view, step: 'two' })
    await steps.flush()
    await steps.flush()
  }
  now += 120_000
  processes[0]?.count(view)
  await processes[0]?.flush()
  const shown = async (since: string) => (await funnelsOf(storage, 'home', since)).map((each) => [...each.shown].sort())
  expect(await shown('2026-11-20')).toEqual([
    [
      ['one', 7],
      ['two', 2],
    ],
  ])
  expect(await shown('2026-11-21')).toEqual([[['one', 1]]])
  expect(await shown('2026-11-22')).toEqual([])
})

test('pages say what they show, with JavaScript and without; made-up steps are not counted', async () => {
  const storage = await temporaryStorage()
  const { app, origin, steps } = await appOn(storage)
  const { definition } = (await (await submit(origin)).json()) as { definition: string }
  const say = async (step: string) => {
    const payload = { form: 'home-insurance', locale: 'en', definition, step }
    return (await app.inject({ method: 'POST', url: '/api/v1/steps', payload })).statusCode
  }
  expect([await say('housing'), await say('housing'), await say('nonsense')]).toEqual([204, 204, 204])
  const post = (step: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/insurance/home-insurance?step=${step}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams(fields).toString(),
    })
  await post('housing', { 'root[residence]': 'primary' })
  await post('housing', { key: 'k', go: 'back' })
  await steps.flush()
  const [funnel] = await funnelsOf(storage, 'home-insurance', '2026-01-01')
  expect(funnel).toMatchObject({ locale: 'en', definition, sent: 0, byApi: 1 })
  expect([...(funnel?.shown ?? [])]).toEqual([['housing', 3]])
  // Who sends by another program saw no step: only what pages bring is measured against what they showed.
  const key = mintKey(Date.now() - 60_000)
  expect((await submit(origin, { key, context: { page: 'home-insurance' } })).status).toBe(201)
  await post('contact-2', Object.fromEntries(formBody({ 'root[firstName]': 'Grace' })))
  expect(await funnelsOf(storage, 'home-insurance', '2026-01-01')).toMatchObject([{ sent: 2, byApi: 1 }])
})

test('an address that reports too many steps is refused for a minute, and its lead and others are not', async () => {
  const { app, origin } = await appOn(await temporaryStorage(), undefined, { env: { RATE_LIMIT: '30' } })
  const payload = { form: 'home-insurance', locale: 'en', definition: 'x', step: 'housing' }
  const say = (remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url: '/api/v1/steps', payload, remoteAddress })
  for (let said = 0; said < 600; said++) expect((await say()).statusCode).toBe(204)
  const refused = await say()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await say('192.0.2.7')).statusCode).toBe(204)
  expect((await submit(origin)).status).toBe(201)
})
