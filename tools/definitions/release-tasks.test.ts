import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemLine } from '../../engine/node/load.ts'
import { filesOf } from '../../engine/node/testing/check-tree.ts'
import { tariffTree } from '../../engine/node/testing/mistakes/of-tariffs.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { smallTree, type Tree } from '../../engine/node/testing/small-tree.ts'
import { releaseTasks } from './check.ts'

const hook = 'whsec_YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcw=='

// The form of a layout would be a task of its own in each test.
const { 'definitions/forms/letter.json': _, ...tree } = smallTree

async function tasks(changes: Tree, env: Record<string, string> = {}): Promise<string[]> {
  const files = await filesOf({ ...tree, ...changes })
  return (await releaseTasks(files, (variable) => env[variable])).map(problemLine)
}

const solar = 'definitions/forms/solar.json'
const withoutRetention = smallTree[solar] ?? ''
const kept = {
  [solar]: withoutRetention.replace('"title": "Solar panels"', '"title": "Solar panels", "retentionDays": 90'),
}
const taken = {
  'definitions/partners/sol.json':
    '{ "name": "Sol", "filters": [{ "form": "solar_2" }], "deliveries": { "feed": { "kind": "pull" } } }',
}

test('what an operator must do is listed with its place', async () => {
  const plain = '{ "name": "Moon", "sender": "post@moon.example", "sample": true }'
  expect(await tasks({ 'definitions/brands/moon.json': plain })).toEqual([
    'definitions/brands/moon.json:1:1 The brand has no "origin", so search engines get no address and mails contain no working links. Add it, such as https://www.example.com.',
    'definitions/brands/moon.json:1:50 This is a sample. Replace it with your own content, and remove "sample".',
    'definitions/forms/solar_2.json:1:1 No partner accepts the leads of this form. Name it in the "filters" of a partner, or make it a draft.',
    'definitions/forms/solar.json:1:1 The leads of this form are never erased. Add "retentionDays".',
    'definitions/forms/solar.json:40:3 SMTP_URL is not set, so mails of these forms are not sent: solar. Set it to your mail server, as in smtp://user:password@host:port.',
    'definitions/partners/acme.json:11:5 ACME_SECRET is not set, so this delivery cannot be sent. Set it where the server runs.',
  ])
})

test('a secret that cannot be one is listed without being said', async () => {
  const env = { ACME_SECRET: 'not-a-signing-secret', SMTP_URL: 'smtp://127.0.0.1' }
  expect(await tasks({ ...kept, ...taken }, env)).toEqual([
    'definitions/partners/acme.json:11:5 ACME_SECRET is not whsec_ followed by base64, so this delivery cannot be sent. Set it where the server runs.',
  ])
})

test('what a service of countries lacks is listed', async () => {
  const env = { ACME_SECRET: hook, SMTP_URL: 'smtp://127.0.0.1', GEO_USER: 'sun' }
  const site = 'definitions/site.json'
  const geo = `{ "upstream": "https://geo.example", "basicAuth": { "userVariable": "GEO_USER", "passwordVariable": "GEO_PASSWORD" } }`
  const changed = { [site]: (smallTree[site] ?? '').replace('"brand": "sun"', `"brand": "sun", "geo": ${geo}`) }
  expect(await tasks({ ...kept, ...taken, ...changed }, env)).toEqual([
    'definitions/site.json:2:63 GEO_PASSWORD is not set, so countries cannot be looked up. Set it where the server runs.',
  ])
})

test('what subscribers need is listed, once for all forms', async () => {
  const env = { ACME_SECRET: hook, SMTP_URL: 'smtp://127.0.0.1' }
  const subscribing = { [solar]: kept[solar]?.replace('"consents": {', '"subscription": {}, "consents": {') ?? '' }
  const found = (await tasks({ ...taken, ...subscribing }, env)).filter((line) => line.startsWith(solar))
  expect(found.map((line) => line.replace(/^.*?:\d+:\d+ /, ''))).toEqual([
    'sun has no page with a section of the kind "unsubscription" in en, de, so visitors cannot unsubscribe. Add one.',
    'moon has no page with a section of the kind "unsubscription" in en, de, so visitors cannot unsubscribe. Add one.',
    'sun has no page with a section of the kind "confirmation" in en, de, so visitors cannot confirm a subscription. Add one.',
    'moon has no page with a section of the kind "confirmation" in en, de, so visitors cannot confirm a subscription. Add one.',
    'There is no mail "confirm-subscription", so visitors who unsubscribed cannot subscribe again. Add it, with a button to confirm.',
  ])
})

test('what only a sample takes goes to nobody, and a draft to nobody either', async () => {
  const env = { ACME_SECRET: hook, SMTP_URL: 'smtp://127.0.0.1' }
  expect(await tasks({ ...kept, ...taken }, env)).toEqual([])
  const [[file, text]] = Object.entries(taken) as [[string, string]]
  expect(await tasks({ ...kept, [file]: text.replace('"name"', '"sample": true, "name"') }, env)).toEqual([
    'definitions/forms/solar_2.json:1:1 No partner accepts the leads of this form. Name it in the "filters" of a partner, or make it a draft.',
    'definitions/partners/sol.json:1:3 This is a sample. Replace it with your own content, and remove "sample".',
  ])
  const draft = '{ "variantOf": "solar", "draft": true, "title": "Solar in a minute" }'
  expect(await tasks({ ...kept, 'definitions/forms/solar_2.json': draft }, env)).toEqual([])
})

test('a form with offers that no partner answers with any', async () => {
  const env = { ACME_SECRET: hook, SMTP_URL: 'smtp://127.0.0.1' }
  const offers = {
    ...kept,
    [solar]:
      kept[solar]?.replace('"receipt": {', '"offers": { "card": ["term"], "sort": ["price"] }, "receipt": {') ?? '',
  }
  const answering = (more: string) => ({
    'definitions/partners/zed.json': `{ "name": "Zed", "filters": [{ "form": "solar" }, { "form": "solar_2" }], "deliveries": { "api": { "kind": "http", "url": "https://zed.example/leads"${more} } } }`,
  })
  const left =
    'No partner answers this form with offers, so its page of offers stays empty. Add "offers" to a delivery of a partner, or remove "offers" from the form.'
  expect(await tasks({ ...offers, ...answering('') }, env)).toEqual([
    `definitions/forms/solar_2.json:1:1 ${left}`,
    `${solar}:1:1 ${left}`,
  ])
  expect(await tasks({ ...offers, ...answering(', "offers": {}') }, env)).toEqual([])
})

/** What in our definitions stands in the place of something of the operator's: so often in each file. */
const samples = {
  'blocks/credit-example.json': 1,
  'brands/default.json': 1,
  'brands/lapis-lazuli.json': 1,
  'brands/prussian-blue.json': 1,
  'deals.json': 1,
  'forms/credit.json': 1,
  'layouts/bassols.json': 1,
  'layouts/dela.json': 1,
  'pages/campaigns/adv-bassols-privacy.json': 1,
  'pages/campaigns/adv-dela.json': 1,
  'pages/general/dl-imprint.json': 1,
  'pages/general/dl-privacy.json': 1,
  'pages/general/home.json': 4,
  'pages/insurance/home-insurance.json': 1,
  'partners/demo.json': 1,
  'partners/sample-bank-a.json': 1,
  'partners/sample-energy-a.json': 1,
  'partners/sample-insurance-a.json': 1,
  'partners/sample-insurance-b.json': 1,
  'site.json': 2,
  'sponsors/example-energy.json': 1,
  'sponsors/example-insurance.json': 1,
}

test('the command exits with 1 while anything is left, lists it as JSON too, and exactly our samples as samples', async () => {
  const box = await sandbox()
  const folders = ['--definitions', box.definitions, '--locales', box.locales]
  const command = [join(import.meta.dirname, '../leadwright.ts'), 'check', '--release', '--json', ...folders]
  const { SMTP_URL: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  await box.remove()
  expect(status).toBe(1)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; message: string })
  expect(lines[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  const listed = lines.filter(({ message }) => message.startsWith('This is a sample.'))
  const byFile = Map.groupBy(listed, ({ file }) => file.replace(/^.*definitions\//, ''))
  expect(Object.fromEntries([...byFile].map(([file, { length }]) => [file, length]))).toEqual(samples)
})

test('an upstream of deals without its token, or with a certificate that nobody checks, is listed', async () => {
  const upstream = '{ "url": "https://feed.example/", "tokenVariable": "DEALS_TOKEN", "insecure": true }'
  const file = 'definitions/site.json'
  const text = smallTree[file]?.replace('"deals": { ', `"deals": { "upstream": ${upstream}, `) ?? ''
  const told = await tasks({ ...kept, ...taken, [file]: text }, { ACME_SECRET: hook, SMTP_URL: 'smtp://127.0.0.1' })
  const ofSite = told.filter((line) => line.startsWith(file)).map((line) => line.replace(/^\S+ /, ''))
  expect(ofSite).toEqual([
    'DEALS_TOKEN is not set, so deals are not fetched. Set it where the server runs.',
    'The certificate of this upstream is not verified. Remove "insecure".',
  ])
})

test('a tariff older than a year is a task', async () => {
  const files = await filesOf(tariffTree)
  const about = async (now: string) =>
    (await releaseTasks(files, () => undefined, Date.parse(now)))
      .map(problemLine)
      .filter((line) => line.includes('tariff.json'))
  expect(await about('2027-06-30')).toEqual([])
  expect(await about('2027-07-03')).toEqual([
    'definitions/partners/tariff.json:8:15 The tariff is of 2026-07-01, more than a year ago. Ask the partner for the present one, and change "date".',
  ])
})
