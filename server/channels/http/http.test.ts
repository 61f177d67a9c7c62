import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import type { AttemptOutcome } from '../../leads/deliveries.ts'
import { answerWith, startReceiver } from '../../testing/receiver.ts'
import { callBench } from '../testing/call-bench.ts'

const says =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body)
const json = (status: number, body: object) => says(status, JSON.stringify(body))
const delivered = (reference?: string): AttemptOutcome => ({
  kind: 'delivered',
  ...(reference && { externalId: reference }),
})
const failed = (error: string, retryAfter: string | null = null): AttemptOutcome => ({
  kind: 'failed',
  error,
  retryAfter,
})
const refused = (error: string): AttemptOutcome => ({ kind: 'rejected', error })

test('a call has the address, parameters, headers, credentials and body that its definition says', async () => {
  const { url, received } = await startReceiver(answerWith(200))
  const origin = url.replace('/hook', '')
  const { tryOnce } = callBench({ USER: 'portal', PASSWORD: 'pässword', KEY: 'k&y=1', TOKEN: 'abc' })
  const data = {
    ...{ campaign: 'a/b c', person: { name: 'Ada Löw', zip: '10115' }, extras: ['alarm', 'garage'], agreed: true },
    ...{ drivers: [{ name: 'Ada', cars: ['x'] }, { name: 'Bo' }], none: [] },
  }
  const calls: Partial<HttpDelivery>[] = [
    { method: 'PUT', authorization: { basic: { userVariable: 'USER', passwordVariable: 'PASSWORD' } } },
    {
      ...{ body: 'form', query: { zip: '{person.zip}', from: 'portal', gone: '{person.street}' } },
      authorization: { query: { name: 'key', variable: 'KEY' } },
    },
    {
      headers: { 'Content-Type': 'application/vnd.api+json', 'X-Site': { variable: 'USER' } },
      authorization: { header: { name: 'X-Api-Key', variable: 'KEY' } },
    },
    { method: 'PATCH', authorization: { bearer: { variable: 'TOKEN' } } },
  ]
  for (const call of calls)
    expect(await tryOnce({ kind: 'http', url: `${origin}/v1/{campaign}/leads`, ...call }, data)).toEqual(delivered())
  const [basic, form, header, bearer] = received
  expect(basic?.path).toBe('/v1/a%2Fb%20c/leads')
  expect(JSON.parse(basic?.body ?? '')).toEqual(data)
  expect(basic?.headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'user-agent': 'Leadwright', 'idempotency-key': 'd-1' },
    authorization: `Basic ${Buffer.from('portal:pässword').toString('base64')}`,
  })
  expect(form?.path).toBe('/v1/a%2Fb%20c/leads?zip=10115&from=portal&key=k%26y%3D1')
  expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect([...new URLSearchParams(form?.body)]).toEqual([
    ...[
      ['campaign', 'a/b c'],
      ['person[name]', 'Ada Löw'],
      ['person[zip]', '10115'],
    ],
    ...[
      ['extras[]', 'alarm'],
      ['extras[]', 'garage'],
      ['agreed', 'true'],
    ],
    ...[
      ['drivers[0][name]', 'Ada'],
      ['drivers[0][cars][]', 'x'],
      ['drivers[1][name]', 'Bo'],
    ],
  ])
  expect(header?.headers).toMatchObject({
    ...{ 'content-type': 'application/vnd.api+json', 'x-site': 'portal', 'x-api-key': 'k&y=1' },
  })
  expect(bearer?.headers.authorization).toBe('Bearer abc')
})

const api: Partial<HttpDelivery> = {
  accepted: { statuses: [200, 201], pointer: '/status', values: ['ok', 'stored'] },
  refused: [{ statuses: [409] }, { pointer: '/errors/0/code', values: ['duplicate', 7] }],
  reference: { pointer: '/lead/id' },
}
const flat: Partial<HttpDelivery> = {
  accepted: { startsWith: 'OK|' },
  refused: [{ startsWith: 'DUPLICATE' }],
  reference: { prefix: 'OK|' },
}
const html = '<!doctype html><title>Maintenance</title>'
const big = (response: ServerResponse) => {
  response.writeHead(200)
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  for (let n = 0; n < 10; n++) response.write(chunk)
  response.end('{"status":"ok","lead":{"id":1}}')
}

const answers: Record<string, [Partial<HttpDelivery>, (response: ServerResponse) => void, AttemptOutcome]> = {
  'any 2xx where nothing is said': [{}, says(204, ''), delivered()],
  '10 MB where only the status counts': [{}, big, delivered()],
  'what is accepted, with an id': [api, json(201, { status: 'stored', lead: { id: 4711 } }), delivered('4711')],
  'an id of many figures': [
    api,
    says(200, '{"status":"ok","lead":{"id":12345678901234567891}}'),
    delivered('12345678901234567891'),
  ],
  'an id with what terminals obey': [
    api,
    json(200, { status: 'ok', lead: { id: ` \u001b[31mA-\u202e7\n${'x'.repeat(300)}` } }),
    delivered(`[31mA-7${'x'.repeat(193)}`),
  ],
  '200 with an error in its body': [
    api,
    json(200, { status: 'error', message: 'ada@example.com is odd' }),
    failed('The partner responded with 200, and "/status" does not match.'),
  ],
  'HTML where JSON is expected': [api, says(200, html), failed('The partner responded with 200 and invalid JSON.')],
  'HTML where an id is expected': [
    { reference: { pointer: '/id' } },
    says(200, html),
    failed('The partner responded with 200 and invalid JSON.'),
  ],
  '10 MB where JSON is expected': [
    api,
    big,
    failed('The partner responded with 200, and the body exceeds 64 kB or is incomplete.'),
  ],
  'a reply that breaks off': [
    api,
    (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"status":"ok"', () => response.destroy())
    },
    failed('The partner responded with 200, and the body exceeds 64 kB or is incomplete.'),
  ],
  'no id where there is always one': [
    api,
    json(200, { status: 'ok', lead: {} }),
    failed('The partner responded with 200 without its id of the lead.'),
  ],
  'an id that is none': [
    api,
    json(200, { status: 'ok', lead: { id: { a: 1 } } }),
    failed('The partner responded with 200 without its id of the lead.'),
  ],
  'a status that is refused': [api, says(409, html), refused('The partner rejected the lead: it responded with 409.')],
  'a code that is refused, whatever the status': [
    api,
    json(422, { errors: [{ code: 7 }] }),
    refused('The partner rejected the lead: it responded with 422, and "/errors/0/code" matches "refused".'),
  ],
  'a campaign that the partner does not know': [api, says(404, ''), failed('The partner responded with 404.')],
  'a success that is not the one': [
    api,
    json(202, { status: 'ok', lead: { id: 1 } }),
    failed('The partner responded with 202, which is none of its "statuses".'),
  ],
  'too many': [api, says(429, '', { 'retry-after': '7' }), failed('The partner responded with 429.', '7')],
  'a redirect': [
    api,
    says(302, '', { location: 'http://127.0.0.1:1/' }),
    failed('The partner responded with 302; redirects are not followed.'),
  ],
  'text with an id': [flat, says(200, '\uFEFF\r\nOK|A-17\r\nthanks'), delivered('A-17')],
  'text that is an error': [
    flat,
    says(200, 'ERR|no consent of ada@example.com'),
    failed('The partner responded with 200, and its text does not begin with "OK|".'),
  ],
  'text that is refused': [
    flat,
    says(200, 'DUPLICATE|A-1'),
    refused('The partner rejected the lead: it responded with 200, and begins with "DUPLICATE".'),
  ],
  'a text without an id': [
    flat,
    says(200, 'OK|'),
    failed('The partner responded with 200 without its id of the lead.'),
  ],
}

test('what an answer is follows from its definition alone, and nothing of it is repeated', async () => {
  const cases = Object.entries(answers)
  const { url, received } = await startReceiver((response, count) => cases[count - 1]?.[1][1](response))
  const { tryOnce } = callBench()
  for (const [name, [definition, , outcome]] of cases)
    expect([name, await tryOnce({ kind: 'http', url, ...definition })]).toEqual([name, outcome])
  expect(received).toHaveLength(cases.length)
})

test('what is lacking is waited for, and what no address can hold is never called', async () => {
  const { url, received } = await startReceiver(answerWith(200))
  const { tryOnce } = callBench({ BROKEN: 'abc\n' })
  const call = { kind: 'http', url } as const
  const waiting = (error: string): AttemptOutcome => ({ kind: 'waiting', error })
  const bearer = (variable: string) => tryOnce({ ...call, authorization: { bearer: { variable } } })
  expect(await bearer('NONE')).toEqual(waiting('The variable NONE is not set.'))
  expect(await bearer('BROKEN')).toEqual(
    waiting('The variable BROKEN contains a character that is not allowed in a header, such as a line break.'),
  )
  expect(await tryOnce({ ...call, headers: { 'X-Key': { variable: 'NONE' } } })).toMatchObject({ kind: 'waiting' })
  const at = (campaign: unknown) => tryOnce({ ...call, url: `${url}/{campaign}/leads` }, { campaign })
  for (const none of [undefined, '', { a: 1 }])
    expect(await at(none)).toEqual(failed('The lead has no "campaign", which the address requires.'))
  for (const dots of ['.', '..'])
    expect(await at(dots)).toEqual(failed('The lead has a value that is not allowed in the address.'))
  expect(received).toEqual([])
  expect(await tryOnce({ ...call, url: 'http://10.0.0.1/leads' })).toEqual(
    failed('Refused to connect to 10.0.0.1: not a public address. Set OUTBOUND_ALLOW to allow it.'),
  )
})
