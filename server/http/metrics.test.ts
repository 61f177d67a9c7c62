import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'

test('what happens is counted, and no person is named', async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  expect((await submit(origin, { key: 'a' })).status).toBe(201)
  expect((await submit(origin, { key: 'a' })).status).toBe(200)
  expect((await submit(origin, { answers: {} })).status).toBe(422)
  await storage.atomic([
    {
      sql: `INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, due_at)
        SELECT 'd', id, 'acme', 'hook', 'webhook', '{}', 0 FROM leads`,
      parameters: [],
    },
  ])
  // A storage that is busy says nothing of what waits.
  const lag = async () =>
    ((await (await fetch(`${origin}/readyz`)).json()) as { relay?: { lagSeconds: number } }).relay?.lagSeconds ?? 0
  await expect.poll(lag, { timeout: 60_000 }).toBeGreaterThan(1e9)
  const reply = await fetch(`${origin}/metrics`)
  expect(reply.headers.get('content-type')).toContain('text/plain')
  const text = await reply.text()
  for (const line of [
    'leadwright_submissions_total{form="home-insurance",outcome="stored"} 1',
    'leadwright_submissions_total{form="home-insurance",outcome="known"} 1',
    'leadwright_submissions_total{form="home-insurance",outcome="invalid"} 1',
    'leadwright_request_seconds_count{method="POST",route="/api/v1/submissions",status="201"} 1',
    'leadwright_deliveries_waiting{partner="acme"} 1',
  ])
    expect(text).toContain(line)
  expect(text).toMatch(/leadwright_commit_calls_count [1-9]/)
  expect(Number(/leadwright_delivery_lag_seconds\{partner="acme"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(1e9)
  for (const said of ['Ada', 'ada@example.com', 'SW1A']) expect(text).not.toContain(said)
})
