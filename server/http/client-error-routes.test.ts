import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

const reported = {
  kind: 'page',
  message: 'Cannot read ada@example.com',
  stack: 'TypeError: Cannot read ada@example.com\n at https://example.com/x?email=ada (react-CMs5V4Sg.js:1:218915)',
  page: '/de/privacy',
  build: 'entry-boot-WQyPQ6Lj.js',
  time: 1_795_340_000_000,
}
const headers = { 'sec-fetch-site': 'same-origin' }
const url = '/api/v1/client-errors'

const refused: [string, object, Record<string, string>, number][] = [
  ['another site', reported, { 'sec-fetch-site': 'cross-site' }, 403],
  ['nobody', reported, {}, 403],
  ['another origin', reported, { origin: 'https://example.com' }, 403],
  ['an unknown kind', { ...reported, kind: 'x' }, headers, 422],
  ['no message', { ...reported, message: '' }, headers, 422],
  ['a book', { ...reported, message: 'a'.repeat(501) }, headers, 422],
  ['a long stack', { ...reported, stack: 'a'.repeat(2001) }, headers, 422],
  ['too much', { ...reported, stack: 'a'.repeat(20_000) }, headers, 413],
  ['a query', { ...reported, page: '/x?email=a' }, headers, 422],
  ['what is no path', { ...reported, page: 'https://example.com' }, headers, 422],
  ['more than is asked for', { ...reported, user: 'Ada' }, headers, 422],
]

test('what a page reports is counted; anybody and anything else is refused', async () => {
  const { app } = await appOn(await temporaryStorage())
  const reply = await app.inject({ method: 'POST', url, headers, payload: reported })
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  for (const [what, payload, from, status] of refused) {
    const reply = await app.inject({ method: 'POST', url, headers: from, payload })
    const type = 'application/problem+json; charset=utf-8'
    expect([what, reply.statusCode, reply.headers['content-type']]).toEqual([what, status, type])
    expect(reply.body).not.toContain('Ada')
  }
  expect((await app.inject('/metrics')).body).toContain('leadwright_client_errors_total{kind="page"} 1')
})

test('an address reports 30 errors a minute, whatever the limit of submissions', async () => {
  const { app } = await appOn(await temporaryStorage(), undefined, { env: { RATE_LIMIT: 'off' } })
  const statuses = []
  for (let count = 0; count < 31; count++)
    statuses.push((await app.inject({ method: 'POST', url, headers, payload: reported })).statusCode)
  expect(statuses).toEqual([...Array(30).fill(204), 429])
})
