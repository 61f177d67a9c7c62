import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSite, problemLine } from '../../engine/node/load.ts'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { databaseFile } from '../geo/testing/database-file.ts'
import { buildPages, type RunningServer, startServer, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(folder)
let file = ''
let server: RunningServer
const countries = join(folder, 'countries.mmdb')

/** The demo partner with other deliveries. */
function partner(deliveries: object): string {
  return JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), deliveries })
}

const hook = { kind: 'webhook', url: 'https://partner.example/leads', secretVariable: 'HOOK_SECRET' }

beforeAll(async () => {
  buildPages()
  file = join(site.DEFINITIONS_DIR, 'partners/demo.json')
  const keyVariables = { de: 'KEY_DE', default: 'KEY' }
  const deliveries = {
    hook,
    spare: { ...hook, secretVariable: 'SPARE_SECRET' },
    mail: { kind: 'email', to: 'leads@partner.example', from: 'portal@example.com' },
    provider: { kind: 'data-delivery', url: 'https://provider.example', keyVariables, partnerId: '7' },
    feed: { kind: 'pull' },
  }
  writeFileSync(file, partner(deliveries))
  writeFileSync(countries, databaseFile({ 20: { country_code: 'FR' } }, new Date()))
  server = await startServer(folder, {
    ...{ ...site, LOG_LEVEL: 'warn', GEO_DATABASE: countries },
    ...{ KEY: 'campaign', SPARE_SECRET: 'not-a-signing-secret' },
  })
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const readiness = async () => {
  const reply = await fetch(`${server.origin}/readyz`)
  return { code: reply.status, ...((await reply.json()) as { status: string; notices: string[] }) }
}

test('what variables deliveries wait for is said at the start, one line each, and in /readyz, which is ready', async () => {
  const notices = [
    'HOOK_SECRET is not set: the delivery demo/hook (webhook) waits until it is set.',
    'SPARE_SECRET is not whsec_ followed by base64: the delivery demo/spare (webhook) waits until it is set.',
    'SMTP_URL is not set: the delivery demo/mail (email) waits until it is set.',
    'KEY_DE is not set: the delivery demo/provider (data-delivery) waits until it is set.',
    expect.stringMatching(/^SMTP_URL is not set: the mails of \d+ forms wait until it is set\.$/),
  ]
  expect(await readiness()).toMatchObject({ code: 200, status: 'ready', notices })
  for (const notice of notices.slice(0, -1)) expect(server.said().split(notice), notice).toHaveLength(2)
  expect(server.said()).not.toContain('not-a-signing-secret')
})

test('another file of countries is read by the running server, and a broken one is told', async () => {
  const ask = async () => (await fetch(`${server.origin}/geo/20.1.2.3`)).json()
  const unusable = expect.stringMatching(
    /^Failed to load GEO_DATABASE: It is not a MaxMind DB\. The database of .* is used/,
  )
  expect(await ask()).toMatchObject({ country: { iso_code: 'FR' } })
  writeFileSync(countries, 'half a file')
  await expect.poll(async () => (await readiness()).notices, { timeout: 30_000 }).toContainEqual(unusable)
  await expect.poll(() => server.said(), { timeout: 30_000 }).toContain('Failed to load GEO_DATABASE')
  expect(await ask()).toMatchObject({ country: { iso_code: 'FR' } })
  writeFileSync(countries, databaseFile({ 20: { country_code: 'NL' } }, new Date()))
  await expect.poll(ask, { timeout: 30_000 }).toMatchObject({ country: { iso_code: 'NL' } })
  expect((await readiness()).notices).not.toContainEqual(unusable)
})

test('a change of the definitions says what it waits for, and nothing twice', async () => {
  writeFileSync(file, partner({ hook, other: { ...hook, secretVariable: 'OTHER_SECRET' } }))
  const notice = 'OTHER_SECRET is not set: the delivery demo/other (webhook) waits until it is set.'
  await expect.poll(async () => (await readiness()).notices, { timeout: 60_000 }).toContain(notice)
  await expect.poll(() => server.said(), { timeout: 60_000 }).toContain(notice)
  expect(server.said().split('HOOK_SECRET is not set')).toHaveLength(2)
})

test.each([
  ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a key in small letters', 'b0b5e6c0d1a24f7e'],
  ['a key in capitals', 'AKIAIOSFODNN7EXAMPLE'],
  ['an address with a password', 'https://user:hunter2@example.com'],
])(
  '%s where its variable belongs is never quoted, and what belongs there is said',
  { timeout: 60_000 },
  async (_, secret) => {
    for (const deliveries of [
      { hook: { ...hook, secretVariable: secret } },
      {
        provider: {
          kind: 'data-delivery',
          url: 'https://p.example',
          keyVariables: { default: secret },
          partnerId: '7',
        },
      },
    ]) {
      writeFileSync(file, partner(deliveries))
      const loaded = await loadSite({ definitions: site.DEFINITIONS_DIR, locales: site.LOCALES_DIR })
      const lines = loaded.ok ? [] : loaded.problems.map(problemLine)
      expect(lines).toEqual([
        expect.stringMatching(
          /demo\.json:\d+:\d+ This value is not a valid name.* The name of an environment variable, such as ACME_SECRET/,
        ),
      ])
      expect(lines.join()).not.toContain(secret)
    }
    const place = 'partners/demo.json'
    await expect.poll(async () => JSON.stringify(await readiness()), { timeout: 60_000 }).toContain(place)
    await expect.poll(() => server.said(), { timeout: 60_000 }).toContain(place)
    expect(JSON.stringify(await readiness())).not.toContain(secret)
    expect(server.said()).not.toContain(secret)
  },
)
