// Three partners as they exist, declared by file alone: a flat API with a key in its address, a JSON API behind OAuth 2
// and a CRM's webhook. A visitor's answers go in at one end, and what each gets is compared as a whole.
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { secret, startBench } from '../relay/testing/relay-bench.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { submit, validAnswers } from '../testing/running-server.ts'

const filters = [{ form: 'home-insurance', locales: ['en'] }]

const flat = (url: string) => ({
  name: 'Flat',
  filters,
  map: {
    ...{ campaign: { const: 'home-7' }, email: 'email', first: { field: 'firstName', format: 'upper' } },
    home: { field: 'propertyType', values: { flat: 1, house: 2 } },
    insured: { field: 'insured', values: { true: 'Y', false: 'N' } },
    extras: { field: 'features', join: '|' },
    tel: { field: 'phone', format: 'digits', default: '-' },
    optin: { consent: 'privacy', consentProperty: 'granted', values: { true: 1, false: 0 } },
    optin_time: { consent: 'privacy', consentProperty: 'givenAt', format: 'YYYY-MM-DD hh:mm:ss' },
    optin_hash: { consent: 'privacy', consentProperty: 'textHash' },
  },
  deliveries: {
    api: {
      ...{ kind: 'http', url: `${url}/{campaign}/lead.php`, query: { source: 'portal' }, body: 'form' },
      authorization: { query: { name: 'key', variable: 'FLAT_KEY' } },
      accepted: { startsWith: 'OK|' },
      refused: [{ startsWith: 'DUPLICATE' }],
      reference: { prefix: 'OK|' },
    },
  },
})

const modern = (url: string, tokenUrl: string) => ({
  name: 'Modern',
  filters,
  map: {
    externalId: { leadProperty: 'id' },
    receivedAt: { leadProperty: 'receivedAt', format: 'unix-seconds' },
    origin: {
      object: {
        form: { leadProperty: 'form' },
        brand: { leadProperty: 'brand' },
        channel: { attribution: 'utm_source' },
      },
    },
    person: {
      object: { name: { object: { first: 'firstName', last: 'lastName' } }, contact: { object: { email: 'email' } } },
    },
    features: 'features',
    consents: { consents: 'all' },
  },
  deliveries: {
    api: {
      ...{ kind: 'http', url: `${url}/v2/leads` },
      authorization: {
        oauth2: {
          ...{ tokenUrl, clientIdVariable: 'MODERN_ID', clientSecretVariable: 'MODERN_SECRET', scope: 'leads:write' },
        },
      },
      accepted: { statuses: [200, 201], pointer: '/data/status', values: ['accepted'] },
      refused: [{ statuses: [409] }],
      reference: { pointer: '/data/id' },
    },
  },
})

const crm = (url: string) => ({
  name: 'CRM',
  filters,
  map: {
    mail: 'email',
    given: 'firstName',
    sentence: { consent: 'privacy', consentProperty: 'text' },
    ours: { leadProperty: 'id' },
  },
  deliveries: { hook: { kind: 'webhook', url, secretVariable: 'CRM_SECRET' }, feed: { kind: 'pull' } },
})

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('three partners get what each expects, and say what became of it', async () => {
  const flatEnd = await startReceiver(
    (response, count) => void response.end(count === 1 ? 'OK|F-100\n' : 'DUPLICATE|F-100'),
  )
  // Down at first; then its first token is one that the API does not know any more.
  const tokens = await startReceiver((response, count) =>
    count === 1
      ? answerWith(503)(response)
      : json(response, 200, { access_token: `t${count}`, token_type: 'bearer', expires_in: 3600 }),
  )
  const modernEnd = await startReceiver((response) => {
    if (modernEnd.received.at(-1)?.headers.authorization !== 'Bearer t3') return answerWith(401)(response)
    const count = modernEnd.received.length
    // 200 with an error in its body comes first.
    if (count === 2) return json(response, 200, { error: { code: 'try-later' } })
    return json(response, 201, { data: { status: 'accepted', id: 9000 + count } })
  })
  const crmEnd = await startReceiver(answerWith(202))

  const { edit, remove, ...folders } = await sandbox()
  onTestFinished(remove)
  const partners = {
    flat: flat(flatEnd.url.replace('/hook', '')),
    modern: modern(modernEnd.url.replace('/hook', ''), tokens.url),
    crm: crm(crmEnd.url),
  }
  for (const [id, partner] of Object.entries(partners))
    await edit(`definitions/partners/${id}.json`, null, JSON.stringify(partner))
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error(begun.problems.map(({ message }) => message).join('\n'))
  const { live } = begun
  onTestFinished(() => live.close())
  const variables: Record<string, string> = {
    ...{ FLAT_KEY: 'k 1', MODERN_ID: 'us', MODERN_SECRET: 'shh', CRM_SECRET: secret },
  }
  const storage = await temporaryStorage()
  const { relay, clock, lines } = await startBench(
    {},
    { storage, partners: () => live.current().partners.all, secrets: (name) => variables[name] },
  )
  const { origin } = await appOn(storage, () => ({ live, onStored: () => relay.wake() }))
  const rows = async (sql: string) => (await storage.read([{ sql, parameters: [] }]))[0] ?? []
  const send = async (answers: object = {}) => {
    const context = { attribution: { utm_source: 'radio' } }
    const reply = await submit(origin, { answers: { ...validAnswers, ...answers }, context })
    expect(reply.status).toBe(201)
    return (await reply.json()) as { id: string; receivedAt: string }
  }
  const state = async (lead: string, partner: string) => {
    const [row] = await rows(
      `SELECT state, attempts, last_error AS error, external_id AS reference FROM deliveries
        WHERE subject_id = '${lead}' AND partner = '${partner}' AND kind <> 'pull'`,
    )
    return row
  }

  const { id, receivedAt } = await send()
  // The relay's clock stands still between its steps.
  clock.now = Date.parse(receivedAt)
  const delivered = (attempts: number, reference: string | null) => ({
    state: 'delivered',
    attempts,
    error: null,
    reference,
  })
  await eventually(async () => expect(await state(id, 'flat')).toEqual(delivered(1, 'F-100')))
  await eventually(async () => expect(await state(id, 'crm')).toEqual(delivered(1, null)))
  await eventually(async () =>
    expect(await state(id, 'modern')).toMatchObject({
      ...{ state: 'pending', error: 'No access token: the token endpoint responded with 503.' },
    }),
  )
  const [consent] = await rows(`SELECT * FROM consents WHERE lead_id = '${id}'`)
  expect(consent).toMatchObject({ consent: 'privacy', granted: 1, given_at: receivedAt })

  expect(flatEnd.received[0]?.path).toBe('/home-7/lead.php?source=portal&key=k+1')
  expect(Object.fromEntries(new URLSearchParams(flatEnd.received[0]?.body))).toEqual({
    ...{
      campaign: 'home-7',
      email: 'ada@example.com',
      first: 'ADA',
      home: '1',
      insured: 'Y',
      extras: 'alarm',
      tel: '-',
    },
    ...{ optin: '1', optin_time: receivedAt.slice(0, 19).replace('T', ' '), optin_hash: consent?.text_hash },
  })

  const [push] = crmEnd.received
  const data = { mail: 'ada@example.com', given: 'Ada', sentence: consent?.text, ours: id }
  const lead = { id, form: 'home-insurance', locale: 'en', receivedAt, test: false, data }
  expect(new Webhook(secret).verify(push?.body ?? '', push?.headers as Record<string, string>)).toEqual({
    ...{ type: 'lead.created', timestamp: receivedAt, data: lead },
  })
  const [fed] = await rows(
    `SELECT payload FROM deliveries WHERE subject_id = '${id}' AND partner = 'crm' AND kind = 'pull'`,
  )
  expect(JSON.parse(String(fed?.payload))).toEqual(lead)

  // The endpoint is up again: a stale token, a new one, and an error in the body of a 200.
  clock.now += 6000
  relay.wake()
  await eventually(async () =>
    expect(await state(id, 'modern')).toMatchObject({
      ...{ state: 'pending', attempts: 2, error: 'The partner responded with 200, without a value at "/data/status".' },
    }),
  )
  clock.now += 6 * 60_000
  relay.wake()
  await eventually(async () => expect(await state(id, 'modern')).toEqual(delivered(3, '9003')))
  expect(modernEnd.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer t2',
    'Bearer t3',
    'Bearer t3',
  ])
  expect(new Set(modernEnd.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(modernEnd.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(JSON.parse(modernEnd.received[2]?.body ?? '')).toEqual({
    externalId: id,
    receivedAt: Math.floor(Date.parse(receivedAt) / 1000),
    origin: { form: 'home-insurance', brand: 'default', channel: 'radio' },
    person: { name: { first: 'Ada', last: 'Lovelace' }, contact: { email: 'ada@example.com' } },
    features: ['alarm'],
    consents: [
      {
        ...{ id: 'privacy', purpose: consent?.purpose, text: consent?.text, textHash: consent?.text_hash },
        ...{ granted: true, givenAt: receivedAt },
      },
    ],
  })

  // The next lead is one that the flat API knows already.
  const next = await send({ firstName: 'Grace' })
  clock.now = Math.max(clock.now, Date.parse(next.receivedAt))
  await eventually(async () =>
    expect(await state(next.id, 'flat')).toMatchObject({
      ...{
        state: 'rejected',
        error: 'The partner rejected the lead: it responded with 200, and begins with "DUPLICATE".',
      },
    }),
  )
  await eventually(async () => expect(await state(next.id, 'modern')).toEqual(delivered(1, '9004')))
  expect(tokens.received).toHaveLength(3)
  expect(lines.join('\n')).not.toMatch(/ada@|Ada|shh|k 1|Bearer/)
})
