import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import type { ClientCredentials, HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import type { AttemptOutcome } from '../../leads/deliveries.ts'
import { answerWith, startReceiver } from '../../testing/receiver.ts'
import { callBench } from '../testing/call-bench.ts'

const secrets = { CLIENT: 'port:al', SECRET: 's&cret' }
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const token = (name: string, expires_in = 600) => ({ access_token: name, token_type: 'Bearer', expires_in })
const failed = (error: string, retryAfter: string | null = null): AttemptOutcome => ({
  kind: 'failed',
  error,
  retryAfter,
})

/** A partner whose tokens come from an endpoint of its own. */
function call(url: string, tokenUrl: string, more: Partial<ClientCredentials> = {}): HttpDelivery {
  const variables = { clientIdVariable: 'CLIENT', clientSecretVariable: 'SECRET' }
  return { kind: 'http', url, authorization: { oauth2: { tokenUrl, ...variables, ...more } } }
}

test('one token serves many deliveries until shortly before it expires', async () => {
  const endpoint = await startReceiver((response, count) => json(response, 200, token(`t${count}`)))
  const partner = await startReceiver(answerWith(200))
  const { tryOnce, clock } = callBench(secrets)
  const definition = call(partner.url, endpoint.url, { scope: 'leads:write', audience: 'https://api.example' })
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => tryOnce(definition)))
  expect(outcomes).toEqual(Array(8).fill({ kind: 'delivered' }))
  clock.now += 539_000
  await tryOnce(definition)
  clock.now += 2000
  await tryOnce(definition)
  expect(partner.received.map(({ headers }) => headers.authorization)).toEqual([
    ...Array(9).fill('Bearer t1'),
    'Bearer t2',
  ])
  // Other scopes are other tokens.
  await tryOnce(call(partner.url, endpoint.url, { clientAuthentication: 'post' }))
  const [basic, , body, ...more] = endpoint.received
  expect(more).toEqual([])
  expect(basic?.headers.authorization).toBe(`Basic ${Buffer.from('port%3Aal:s%26cret').toString('base64')}`)
  expect(basic?.body).toBe('grant_type=client_credentials&scope=leads%3Awrite&audience=https%3A%2F%2Fapi.example')
  expect(body?.headers.authorization).toBeUndefined()
  expect(body?.body).toBe('grant_type=client_credentials&client_id=port%3Aal&client_secret=s%26cret')
})

test('a token that the partner takes no more is renewed once, also for many deliveries at once', async () => {
  const endpoint = await startReceiver((response, count) => json(response, 200, token(`t${count}`)))
  const taken = new Set(['Bearer t1'])
  const partner = await startReceiver((response) =>
    answerWith(taken.has(partner.received.at(-1)?.headers.authorization ?? '') ? 200 : 401)(response),
  )
  const { tryOnce } = callBench(secrets)
  const definition = call(partner.url, endpoint.url)
  expect(await tryOnce(definition)).toEqual({ kind: 'delivered' })
  taken.clear()
  taken.add('Bearer t2')
  expect(await Promise.all([tryOnce(definition), tryOnce(definition), tryOnce(definition)])).toEqual(
    Array(3).fill({ kind: 'delivered' }),
  )
  expect(endpoint.received).toHaveLength(2)
  // Who is not let in with a new one either is a failure like others.
  taken.clear()
  expect(await tryOnce(definition)).toEqual(failed('The partner responded with 401.'))
  expect(endpoint.received).toHaveLength(3)
})

test('a token endpoint that is down, refuses or says odd things is told, and tried again', async () => {
  const none = 'No access token: '
  const answers: [(response: ServerResponse) => void, AttemptOutcome][] = [
    [answerWith(503, { 'retry-after': '30' }), failed(`${none}the token endpoint responded with 503.`, '30')],
    [
      (response) => json(response, 401, { error: 'invalid_client', error_description: 's&cret is wrong' }),
      failed(`${none}the token endpoint responded with 401 (invalid_client).`),
    ],
    [(response) => json(response, 400, { error: 's&cret' }), failed(`${none}the token endpoint responded with 400.`)],
    [
      (response) => void response.end('<html>'),
      failed(`${none}the token endpoint responded with 200 without a token.`),
    ],
    [
      (response) => json(response, 200, { ...token('t'), token_type: 'mac' }),
      failed(`${none}the token endpoint responded with 200 without a token.`),
    ],
    [
      (response) => json(response, 200, { access_token: 'a\r\nb' }),
      failed(`${none}the token endpoint responded with 200 without a token.`),
    ],
    [
      (response) => void response.end(' '.repeat(1024 * 1024)),
      failed(`${none}the token endpoint responded with 200 without a token.`),
    ],
    [(response) => void response.destroy(), failed(`${none}The connection failed (UND_ERR_SOCKET).`)],
    [(response) => json(response, 200, token('t')), { kind: 'delivered' }],
  ]
  const endpoint = await startReceiver((response, count) => answers[count - 1]?.[0](response))
  const partner = await startReceiver(answerWith(200))
  const { tryOnce } = callBench(secrets)
  for (const [, outcome] of answers) expect(await tryOnce(call(partner.url, endpoint.url))).toEqual(outcome)
  expect(partner.received).toHaveLength(1)
  expect(await tryOnce(call(partner.url, 'http://169.254.169.254/token'))).toEqual(
    failed(`${none}Refused to connect to 169.254.169.254: not a public address. Set OUTBOUND_ALLOW to allow it.`),
  )
  expect(await tryOnce(call(partner.url, endpoint.url, { clientSecretVariable: 'NONE' }))).toEqual({
    ...{ kind: 'waiting', error: 'The variable NONE is not set.' },
  })
})

test('a partner and its token endpoint together take no longer than one try may', async () => {
  const endpoint = await startReceiver((response) => setTimeout(() => json(response, 200, token('t')), 300))
  const partner = await startReceiver(() => {})
  const { tryOnce } = callBench(secrets)
  expect(await tryOnce(call(partner.url, endpoint.url), {}, { timeoutMs: 3000 })).toMatchObject({
    ...{ kind: 'failed', error: expect.stringMatching(/^No response within [0-2](\.\d+)? s\.$/) },
  })
})

test('a delivery that joins a token request waits by its own deadline, and calls nobody when that has passed', async () => {
  let answer = () => {}
  const endpoint = await startReceiver((response) => {
    answer = () => json(response, 200, token('t'))
  })
  const partner = await startReceiver(answerWith(200))
  const { tryOnce } = callBench(secrets)
  const definition = call(partner.url, endpoint.url)
  const late = failed('No access token: the token endpoint did not respond in time.')
  // The first has little time, one that joins has more, and one has least of all.
  const first = tryOnce(definition, {}, { timeoutMs: 1000 })
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), { timeout: 10_000 })
  const patient = tryOnce(definition, {}, { timeoutMs: 14_000 })
  expect(await tryOnce(definition, {}, { timeoutMs: 400 })).toEqual(late)
  expect(await first).toEqual(late)
  expect(partner.received).toEqual([])
  // The request goes on for whom it is not too late, and its token serves the next.
  answer()
  expect(await patient).toEqual({ kind: 'delivered' })
  expect(await tryOnce(definition)).toEqual({ kind: 'delivered' })
  expect(endpoint.received).toHaveLength(1)
  expect(partner.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer t'])
})
