// Files from the outside: by API, by a page without JavaScript, and on to a partner.
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryPlace } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, type Receiver, startReceiver } from '../testing/receiver.ts'
import { runCommand } from '../testing/run-command.ts'
import { buildPages, type RunningServer, startServer, temporaryFolder } from '../testing/running-server.ts'
import { askToUpload, beginUpload, png } from '../testing/send-file.ts'
import { startScannerPeer, virus } from './testing/clamd.ts'

const root = join(import.meta.dirname, '../..')
const secret = `whsec_${randomBytes(24).toString('base64')}`

/** A server with the fixtures, a partner that takes their claims, and a virus scanner. */
async function claimServer(
  clamd: string,
): Promise<{ server: RunningServer; partner: Receiver; env: Record<string, string> }> {
  const partner = await startReceiver(answerWith(204))
  const place = await temporaryPlace()
  const folder = temporaryFolder()
  for (const name of ['definitions', 'locales']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
    cpSync(join(root, 'engine/node/testing/fixtures', name), join(folder, name), { recursive: true })
  }
  const adjuster = {
    name: 'Adjuster',
    filters: [{ form: 'claim' }],
    map: {
      mail: 'email',
      photos: 'photos',
      links: { field: 'photos', format: 'link' },
      contents: { field: 'photos', format: 'base64' },
    },
    deliveries: { hook: { kind: 'webhook', url: partner.url, secretVariable: 'ADJUSTER_SECRET' } },
  }
  writeFileSync(join(folder, 'definitions/partners/adjuster.json'), JSON.stringify(adjuster))
  const env = {
    DATA_DIR: join(folder, 'data'),
    DEFINITIONS_DIR: join(folder, 'definitions'),
    LOCALES_DIR: join(folder, 'locales'),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ADJUSTER_SECRET: secret,
    CLAMD_URL: clamd,
    ...(place.startsWith('postgres:') && { DATABASE_URL: place }),
  }
  const server = await startServer(env.DATA_DIR, env)
  return { server, partner, env }
}

let bench: Awaited<ReturnType<typeof claimServer>>
beforeAll(async () => {
  buildPages()
}, 120_000)
afterAll(async () => {
  await bench?.server.stop()
  if (bench) rmSync(join(bench.env.DATA_DIR ?? '', '..'), { recursive: true, force: true })
})

const about = { form: 'claim', field: 'photos' }

const submit = (origin: string, answers: object) =>
  fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'claim', locale: 'en', answers }),
  })

const post = (
  origin: string,
  fields: readonly [string, string | Blob, string?][],
  headers: Record<string, string> = {},
) => {
  const body = new FormData()
  for (const [name, value, filename] of fields)
    typeof value === 'string' ? body.append(name, value) : body.append(name, value, filename)
  return fetch(`${origin}/forms/claim?step=damage`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
}

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

const referencesIn = (html: string) =>
  Array.from(html.matchAll(/value="([\w-]{22}\/\d+\/[^"]+)"/g), ([, found]) => found ?? '')

test('a file reaches the partner by API, is fetched by its link alone, and goes with the lead', {
  timeout: 120_000,
}, async () => {
  bench = await claimServer((await startScannerPeer()).address)
  const { server, partner, env } = bench
  const { origin } = server
  const content = png(150_000)
  const begun = await beginUpload(origin, content, about)
  const first = await begun.send(0, 100_000)
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '65536'])
  const wrong = await begun.send(0, 10, 999)
  expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, '65536'])
  const head = await fetch(begun.address, { method: 'HEAD' })
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['65536', '150000'])
  expect((await fetch(begun.address)).status).toBe(404)
  expect((await begun.send(65_536)).status).toBe(204)
  const reference = (await begun.reference()) ?? ''
  expect(reference).toMatch(/^[\w-]{22}\/150000\/roof\.png$/)

  const answers = { what: 'Hail', photos: [reference], email: 'ada@example.com', privacy: true }
  const refused = await submit(origin, { ...answers, photos: [`${'A'.repeat(22)}/10/roof.png`] })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: [{ pointer: '/answers/photos', code: 'fileGone' }] },
  ])
  expect((await submit(origin, answers)).status).toBe(201)
  await eventually(() => expect(partner.received.length).toBe(1))
  const [sent] = partner.received
  new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>)
  const { data } = JSON.parse(sent?.body ?? '').data
  expect(data.photos).toMatchObject([{ name: 'roof.png', type: 'image/png', bytes: 150_000 }])
  expect(data.links).toEqual([data.photos[0].url])
  expect(Buffer.from(data.contents[0], 'base64').equals(content)).toBe(true)

  const link = origin + new URL(data.links[0], origin).pathname + new URL(data.links[0], origin).search
  const fetched = await fetch(link)
  expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
  expect(fetched.headers.get('content-disposition')).toBe(`attachment; filename="roof.png"; filename*=UTF-8''roof.png`)
  expect(fetched.headers.get('x-content-type-options')).toBe('nosniff')
  expect(fetched.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  for (const other of [
    link.replace(/(?<=signature=)./, (first) => (first === '_' ? '-' : '_')),
    link.replace(/signature=./, 'signature=%C3%A4'),
    link.replace(/expires=\d/, 'expires=9'),
    link.split('?')[0] ?? '',
  ])
    expect((await fetch(other)).status).toBe(404)

  const out = join(env.DATA_DIR ?? '', 'copy.png')
  const written = await runCommand(['leads', 'file', reference, '--out', out], env)
  expect([written.code, readFileSync(out).equals(content)]).toEqual([0, true])
  // A lead has it, so its visitor cannot take it back.
  expect((await fetch(begun.address, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(link)).status).toBe(200)
  const infected = png(1000, virus)
  const refusal = await (await beginUpload(origin, infected, about)).send(0)
  expect([refusal.status, await refusal.json()]).toMatchObject([422, { errors: [{ code: 'fileInfected' }] }])
  const erased = await runCommand(['person', 'erase', '--email', 'ada@example.com'], env)
  expect(erased.code).toBe(0)
  expect((await fetch(link)).status).toBe(404)
  expect(readdirSync(join(env.DATA_DIR ?? '', 'uploads'))).toEqual(['incoming'])
})

test('a page without JavaScript takes files with its step, and says at the question what is wrong', {
  timeout: 60_000,
}, async () => {
  const { origin } = bench.server
  const fields: [string, string | Blob, string?][] = [
    ['section', 'form'],
    ['root[what]', 'Hail'],
  ]
  const photo = png(5000)
  const good = await post(origin, [
    ...fields,
    ['root[photos][file]', blob(photo), '../../roof.jpg'],
    ['shown', 'what photos invoice'],
  ])
  const html = await good.text()
  expect([good.status, html.includes('Your contact details')]).toEqual([200, true])
  const [reference = ''] = referencesIn(html)
  expect(reference).toMatch(/\/5000\/roof\.png$/)

  const page = await (
    await post(origin, [...fields, ['root[photos][]', reference], ['go', 'back'], ['shown', 'what photos invoice']])
  ).text()
  expect(page).toContain('encType="multipart/form-data"')
  const bad = async (content: Buffer, name: string) => {
    const reply = await post(origin, [
      ...fields,
      ['root[photos][]', reference],
      ['root[photos][file]', blob(content), name],
      ['shown', 'what photos invoice'],
    ])
    const text = await reply.text()
    // What is here already stays.
    expect([reply.status, referencesIn(text)]).toEqual([422, [reference]])
    return text
  }
  expect(await bad(Buffer.from('<script>alert(1)</script>'), 'x.png')).toContain(
    '“x.png” is not a file of an accepted type. Choose JPG, PNG, WEBP or HEIC',
  )
  expect(await bad(png(2_200_000), 'big.png')).toContain('“big.png” is larger than 2\u00a0MB')
  expect(await bad(Buffer.alloc(0), 'empty.png')).toContain('“empty.png” is empty')
  const none = await post(origin, [
    ...fields,
    ['root[photos][file]', blob(Buffer.alloc(0)), ''],
    ['shown', 'what photos invoice'],
  ])
  expect([none.status, (await none.text()).includes('Choose a file')]).toEqual([422, true])
  const foreign = await post(origin, [...fields, ['root[photos][file]', blob(photo), 'roof.png']], {
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.status).toBe(403)
  // The first file, and no other.
  expect(readdirSync(join(bench.env.DATA_DIR ?? '', 'uploads')).filter((name) => name !== 'incoming')).toEqual([
    reference.split('/')[0],
  ])
})

test('what is no question for files takes none, and thousands of files are too many', { timeout: 60_000 }, async () => {
  const { origin } = bench.server
  const refused = async (bytes: number, changes: Record<string, string> = {}) => {
    const reply = await askToUpload(origin, bytes, { ...about, ...changes })
    return { status: reply.status, problem: await reply.json() }
  }
  for (const changes of [{ form: 'energy' }, { field: 'email' }, { field: 'what' }, { locale: 'fr' }])
    expect(await refused(100, changes as Record<string, string>)).toMatchObject({
      status: 404,
      problem: { code: 'unknown-file-question' },
    })
  expect(await refused(3_000_000)).toMatchObject({ status: 422, problem: { errors: [{ code: 'fileSize' }] } })
  expect(await refused(0)).toMatchObject({ status: 422, problem: { errors: [{ code: 'fileEmpty' }] } })
  const invalid = await fetch(`${origin}/api/v1/uploads`, { method: 'POST', headers: { 'upload-length': '-1' } })
  expect(invalid.status).toBe(400)
  const many = Array.from({ length: 400 }, (): [string, Blob, string] => ['root[photos][file]', blob(png(60)), 'a.png'])
  const reply = await post(origin, [
    ['section', 'form'],
    ['root[what]', 'Hail'],
    ...many,
    ['shown', 'what photos invoice'],
  ])
  const html = await reply.text()
  expect([reply.status, html.includes('too many files')]).toEqual([422, true])
  expect(referencesIn(html).length).toBeLessThanOrEqual(100)
})

test('while the scanner is away the lead waits, and leaves once its file is found clean', {
  timeout: 120_000,
}, async () => {
  const away = await startScannerPeer()
  await bench.server.stop()
  bench = await claimServer('tcp://127.0.0.1:9')
  const begun = await beginUpload(bench.server.origin, png(2000), about)
  expect((await begun.send(0)).status).toBe(204)
  const reference = await begun.reference()
  const answers = { what: 'Hail', photos: [reference], email: 'eve@example.com', privacy: true }
  const receipt = await submit(bench.server.origin, answers)
  expect([receipt.status, await receipt.json()]).toMatchObject([201, { held: true }])
  await bench.server.stop()
  expect(bench.partner.received).toEqual([])
  bench.env.CLAMD_URL = away.address
  bench.server = await startServer(bench.env.DATA_DIR ?? '', bench.env)
  await eventually(async () => expect(bench.partner.received.length).toBe(1))
  expect(JSON.parse(bench.partner.received[0]?.body ?? '').data.data.photos).toMatchObject([{ name: 'roof.png' }])
})
