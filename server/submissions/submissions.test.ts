import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildPages,
  type RunningServer,
  startServer,
  submit,
  temporaryFolder,
  validAnswers,
} from '../testing/running-server.ts'

const folder = temporaryFolder()
let server: RunningServer
beforeAll(async () => {
  buildPages()
  server = await startServer(folder)
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function stored(sql: string): Record<string, string | number>[] {
  const database = new DatabaseSync(join(folder, 'leadwright.db'), { readOnly: true, timeout: 30_000 })
  try {
    return database.prepare(sql).all() as Record<string, string | number>[]
  } finally {
    database.close()
  }
}
const count = () => Number(stored('SELECT count(*) AS n FROM leads')[0]?.n)

function post(
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  return fetch(`${server.origin}/api/v1/submissions`, { method: 'POST', headers, body })
}
const wrapped = (body: object) =>
  JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers, ...body })

test('201 with a receipt; the lead, its consent and its delivery are stored', async () => {
  const reply = await submit(server.origin, {
    context: { attribution: { click_id: 'c1', utm_source: 'mail' }, test: true },
  })
  expect(reply.status).toBe(201)
  const receipt = (await reply.json()) as { id: string; receivedAt: string; definition: string }
  expect(receipt.definition).toMatch(/^[0-9a-f]{32}$/)
  const [lead] = stored(`SELECT * FROM leads WHERE id = '${receipt.id}'`)
  expect(lead).toMatchObject({
    received_at: receipt.receivedAt,
    test: 1,
    attribution: '{"click_id":"c1","utm_source":"mail"}',
  })
  expect(JSON.parse(String(lead?.answers))).not.toHaveProperty('privacy')
  const [consent] = stored(`SELECT * FROM consents WHERE lead_id = '${receipt.id}'`)
  expect(consent).toMatchObject({ consent: 'privacy', granted: 1, locale: 'en' })
  expect(consent?.text).toBe(
    'I have read the privacy policy and agree to my answers being passed to insurers so that they can send me quotes.',
  )
  expect(stored(`SELECT partner, kind FROM deliveries WHERE subject_id = '${receipt.id}' ORDER BY partner`)).toEqual([
    { partner: 'demo', kind: 'pull' },
    { partner: 'sample-insurance-a', kind: 'http' },
    { partner: 'sample-insurance-b', kind: 'tariff' },
  ])
})

test('one key is one lead: repeats get the same receipt, another body is refused', async () => {
  const before = count()
  const replies = await Promise.all(Array.from({ length: 10 }, () => submit(server.origin, { key: 'order-1' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  const receipts = await Promise.all(replies.map((reply) => reply.text()))
  expect(new Set(receipts).size).toBe(1)
  expect(count()).toBe(before + 1)
  expect((await submit(server.origin, { key: 'order-1', locale: 'de' })).status).toBe(422)
})

const proto = wrapped({}).replace('"insured"', '"__proto__":{"admin":true},"insured"')
test.each<[string, number, string, Record<string, string>?]>([
  ['not JSON', 400, '{"form":'],
  ['__proto__ among the answers', 400, proto],
  ['constructor.prototype', 400, wrapped({ constructor: { prototype: { admin: true } } })],
  ['no body', 400, ''],
  ['too large', 413, wrapped({ context: { page: 'x'.repeat(70_000) } })],
  ['text', 415, wrapped({}), { 'content-type': 'text/plain' }],
  ['an unknown form', 404, wrapped({ form: 'houses' })],
  ['a form named like a property', 404, wrapped({ form: 'constructor' })],
  ['a language it is not offered in', 404, wrapped({ locale: 'pt' })],
  ['no form', 422, JSON.stringify({ locale: 'en', answers: {} })],
  ['an unknown property', 422, wrapped({ extra: 1 })],
  ['answers that are a list', 422, wrapped({ answers: [] })],
  ['an unknown answer', 422, wrapped({ answers: { ...validAnswers, shoeSize: 42 } })],
  ['no consent', 422, wrapped({ answers: { ...validAnswers, privacy: false } })],
  ['a bad key', 400, wrapped({}), { 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(300) }],
])('%s: %i, and nothing is stored', async (_, status, body, headers) => {
  const before = count()
  const reply = await post(body, headers)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toContain('application/problem+json')
  expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await reply.json()).toMatchObject({ type: 'about:blank', status })
  expect(count()).toBe(before)
})

test('invalid answers are explained in the visitor’s language, in the order of the questions', async () => {
  const answers = { ...validAnswers, features: ['none', 'pool'], phone: '12', email: 'ada', shoeSize: 42 }
  const errors = async (locale: string) =>
    ((await (await submit(server.origin, { locale, answers })).json()) as { errors: unknown[] }).errors
  expect(await errors('en')).toEqual([
    { pointer: '/answers/shoeSize', code: 'unknown', message: 'The form has no question “shoeSize”. Remove it' },
    {
      pointer: '/answers/features',
      code: 'exclusive',
      message: 'Choose either “None of these” or other answers to “Does the home have any of these?”, not both',
    },
    { pointer: '/answers/email', code: 'format', message: 'Enter an email address, for example name@example.com' },
    { pointer: '/answers/phone', code: 'format', message: 'Check and enter a valid phone number' },
  ])
  expect(await errors('de')).toMatchObject([
    { message: 'Die Frage „shoeSize“ gibt es in diesem Formular nicht. Entfernen Sie sie' },
    {
      message:
        'Wählen Sie bei „Was davon gehört zur Wohnung oder zum Haus?“ entweder „Nichts davon“ oder andere Antworten, nicht beides',
    },
    { message: 'Geben Sie eine E-Mail-Adresse in der Form name@example.com ein' },
    { message: 'Prüfen Sie die Nummer und geben Sie eine gültige Telefonnummer ein' },
  ])
})

test('answers off the route are pruned, not refused', async () => {
  const reply = await submit(server.origin, {
    answers: { ...validAnswers, rentalAvailability: 'long', uninsuredDuration: 'short' },
  })
  expect(reply.status).toBe(201)
  const { id } = (await reply.json()) as { id: string }
  expect(String(stored(`SELECT answers FROM leads WHERE id = '${id}'`)[0]?.answers)).not.toMatch(
    /rentalAvailability|uninsuredDuration/,
  )
})

test('what is pruned never reaches storage, nor a partner', async () => {
  const version = { ...validAnswers, residence: 'secondary', rentalAvailability: 'long', phone: '020 7946 0018' }
  const choices = fc.record(
    {
      residence: fc.constantFrom('primary', 'secondary'),
      rentalAvailability: fc.constantFrom('long', 'short'),
      insured: fc.boolean(),
      uninsuredDuration: fc.constantFrom('short', 'long'),
    },
    { noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      const reply = await submit(server.origin, { answers: { ...version, ...chosen } })
      expect(reply.status).toBe(201)
      const { id } = (await reply.json()) as { id: string }
      const kept = JSON.parse(String(stored(`SELECT answers FROM leads WHERE id = '${id}'`)[0]?.answers))
      expect('rentalAvailability' in kept).toBe(chosen.residence === 'secondary')
      expect('uninsuredDuration' in kept).toBe(!chosen.insured)
      const [delivery] = stored(`SELECT payload FROM deliveries WHERE subject_id = '${id}' AND kind = 'pull'`)
      expect(JSON.parse(String(delivery?.payload)).data).toEqual(kept)
    }),
    { numRuns: 25 },
  )
})

test('no value of any type in any answer breaks the server', async () => {
  const fields = fc.constantFrom(...Object.keys(validAnswers), 'phone', 'address', 'rentalAvailability')
  await fc.assert(
    fc.asyncProperty(fields, fc.jsonValue({ maxDepth: 2 }), async (field, value) => {
      const reply = await post(wrapped({ answers: { ...validAnswers, [field]: value } }))
      expect([201, 422, 400]).toContain(reply.status)
    }),
    { numRuns: 300 },
  )
})

test('too many submissions of one address: 429 with Retry-After, and nothing stored', async () => {
  const data = temporaryFolder()
  const limited = await startServer(data, { RATE_LIMIT: '2' })
  const statuses = []
  for (let turn = 0; turn < 3; turn++) statuses.push(await submit(limited.origin))
  expect(statuses.map(({ status }) => status)).toEqual([201, 201, 429])
  expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await limited.stop()
  rmSync(data, { recursive: true })
})

test('storage that cannot commit: 503 with Retry-After, and it recovers', async () => {
  const before = count()
  const other = new DatabaseSync(join(folder, 'leadwright.db'), { timeout: 30_000 })
  // Another writer that does not let go for longer than the server waits.
  other.exec('BEGIN IMMEDIATE')
  const reply = await submit(server.origin, { key: 'locked' })
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  other.exec('ROLLBACK')
  other.close()
  expect(count()).toBe(before)
  expect((await submit(server.origin, { key: 'locked' })).status).toBe(201)
})

test('an answer nested a thousand levels deep is refused like any other', async () => {
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`
  expect((await post(wrapped({}).replace('"insured"', `"address":${deep},"insured"`))).status).toBe(422)
})

test.each(['/%zz', '//nowhere.invalid/', '/\\\\nowhere', '/?step=%zz'])(
  'the odd address %s is no error of ours',
  async (address) => {
    const reply = await fetch(server.origin + address)
    expect(reply.status).toBeLessThan(500)
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
  },
)

test('what is not HTTP is refused with the policy too', async () => {
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => socket.end('nonsense\r\n\r\n'))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  expect(reply).toContain("script-src 'self'")
})

const stepPost = (fields: Record<string, string>, headers: Record<string, string>) =>
  fetch(`${server.origin}/insurance/home-insurance?step=contact-2`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(fields),
  })

const posted = {
  key: 'visit-1',
  ...Object.fromEntries(
    Object.entries(validAnswers).map(([id, value]) => [
      Array.isArray(value) ? `root[${id}][]` : `root[${id}]`,
      String(value),
    ]),
  ),
}

test('a page’s form comes from its own page only, and the button pressed twice is one lead', async () => {
  const before = count()
  expect((await stepPost(posted, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await stepPost(posted, {})).status).toBe(403)
  expect((await stepPost(posted, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect(count()).toBe(before)
  const replies = await Promise.all([1, 2].map(() => stepPost(posted, { origin: server.origin })))
  expect(replies.map(({ status }) => status)).toEqual([303, 303])
  const [first, again] = replies.map(({ headers }) => headers.get('location'))
  expect(first).toMatch(/^\/results\/[\w-]{44}$/)
  expect(again).toBe(first)
  expect(count()).toBe(before + 1)
  await stepPost({ ...posted, 'root[lastName]': 'Byron' }, { 'sec-fetch-site': 'same-origin' })
  expect(count()).toBe(before + 2)
})
