import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { visitors } from '../leads/messages.ts'
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

test('the metrics that the documentation names exist, with the labels that it gives them', async () => {
  const root = join(import.meta.dirname, '../..')
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const text = documents.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const named = [...text.matchAll(/\b(leadwright_[a-z_]+)(?:\{([^}]*)\})?/g)]
  expect(named.length).toBeGreaterThan(9)

  const { origin, onTry } = await appOn(await temporaryStorage())
  await submit(origin)
  onTry({ partner: visitors, topic: 'reminder', outcome: 'delivered' })
  onTry({ partner: visitors, topic: 'confirmation', outcome: 'bounced' })
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const exposed = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
  const samples = metrics.split('\n')
  const wrong = named.filter(([, name = '', labels = '']) => {
    const isSaid = (line: string) =>
      line.startsWith(`${name}{`) && labels.split(',').every((label) => line.includes(known.get(label) ?? label))
    return !exposed.has(name) || (labels !== '' && !samples.some(isSaid))
  })
  expect(wrong.map(([whole]) => whole)).toEqual([])
  // The reference lists all but those of the process, each with what it means.
  const reference = readFileSync(join(root, 'docs/reference/metrics.md'), 'utf8')
  const helps = [...metrics.matchAll(/^# HELP (leadwright_(?!process_|nodejs_)\S+) (.*)$/gm)]
  expect(helps.length).toBeGreaterThan(9)
  expect(
    helps.filter(
      ([, name, help]) =>
        !new RegExp(`\\| \`${name}\` \\| \\w+ \\| `).test(reference) || !reference.includes(`${help}`),
    ),
  ).toEqual([])
  // A label says nothing without its metric.
  expect(text).not.toMatch(/`(outcome|mail|event|partner)="/)
})

/** Values that other tests bring about (storage-away, postgres-outage), with the part of them that is compared here. */
const known = new Map([
  ['outcome="unavailable"', 'outcome="'],
  ['outcome="unknown"', 'outcome="'],
])
