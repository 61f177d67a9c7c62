// kill -9 in the middle of uploads, while one is completed, and between upload and submission: what was acknowledged is there,
// an upload goes on, and uploads without a submission are erased.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { openPlace, temporaryPlace } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'
import { beginUpload, png, uploadAt } from '../testing/send-file.ts'

const about = { form: 'claim', field: 'photos' }

/** How much is encrypted at a time, and so kept of an upload that breaks off. */
const chunk = 65_536

const claim = {
  locales: ['en'],
  title: 'Report a claim',
  steps: {
    damage: {
      title: 'The damage',
      fields: { photos: { kind: 'file', title: 'Photos', files: { accept: ['png'], maxMegabytes: 5 } } },
    },
    contact: { title: 'You', fields: { email: { kind: 'email' } } },
  },
  consents: { privacy: {} },
}

/** A folder for servers that are killed, on the engine under test. */
async function killedServers() {
  buildPages()
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const partner = await startReceiver(answerWith(204))
  const place = await temporaryPlace()
  const isPostgres = place.startsWith('postgres:')
  const dataDir = isPostgres ? join(folder, 'data') : dirname(place)
  const site = smallSite(join(folder, 'site'))
  const adjuster = {
    name: 'Adjuster',
    filters: [{ form: 'claim' }],
    map: { links: { field: 'photos', format: 'link' } },
    deliveries: { hook: { kind: 'webhook', url: partner.url, secretVariable: 'ADJUSTER_SECRET' } },
  }
  const planted = { 'forms/claim.json': claim, 'partners/adjuster.json': adjuster }
  for (const [file, definition] of Object.entries(planted)) {
    mkdirSync(dirname(join(site.DEFINITIONS_DIR, file)), { recursive: true })
    writeFileSync(join(site.DEFINITIONS_DIR, file), JSON.stringify(definition))
  }
  const env = {
    ...site,
    ...(isPostgres && { DATABASE_URL: place }),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ADJUSTER_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  }
  const uploads = join(dataDir, 'uploads')
  return {
    partner,
    start: () => startServer(dataDir, env),
    /** While no server runs. */
    async rows(sql: string) {
      const opened = await openPlace(place)
      if (!opened.ok) throw new Error(opened.reason)
      const [found = []] = await opened.storage.atomic([{ sql, parameters: [] }])
      await opened.storage.close()
      return found
    },
    /** The files that are complete, and the parts of others, each with its size. */
    files: () => sizesIn(uploads),
    parts: () => sizesIn(join(uploads, 'incoming')),
  }
}

function sizesIn(folder: string): Map<string, number> {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(names.map(({ name }) => [name, statSync(join(folder, name)).size]))
  } catch (error) {
    // Until the first upload, and of a file that is moved just now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

async function kill(server: RunningServer): Promise<void> {
  server.process.kill('SIGKILL')
  await server.exited
}

/** Sends a request that is never complete: the server waits for more until it ends. */
function sendPart(address: string, method: string, headers: Record<string, string | number>, body: Buffer): void {
  request(address, { method, headers })
    .on('error', () => {})
    .write(body)
}

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const answersWith = (reference: string | undefined) => ({
  photos: [reference],
  email: 'ada@example.com',
  privacy: true,
})

test('killed in the middle of uploads, and between upload and submission', { timeout: 300_000 }, async () => {
  const { partner, start, rows, files, parts } = await killedServers()
  const content = png(30 * chunk + 1234)

  // One upload has some bytes acknowledged and others on their way, one is left behind, and one comes as pages post it.
  const first = await start()
  const begun = await beginUpload(first.origin, content, about)
  const acknowledged = await begun.send(0, 10 * chunk + 5)
  expect([acknowledged.status, acknowledged.headers.get('upload-offset')]).toEqual([204, String(10 * chunk)])
  const left = await beginUpload(first.origin, content, about)
  expect((await left.send(0, 3 * chunk)).status).toBe(204)
  const offset = { 'content-type': 'application/offset+octet-stream', 'upload-offset': 10 * chunk }
  const rest = { ...offset, 'content-length': 20 * chunk + 1234 }
  sendPart(begun.address, 'PATCH', rest, content.subarray(10 * chunk, 20 * chunk))
  const posted = Buffer.concat([
    Buffer.from(
      [
        '--b\r\ncontent-disposition: form-data; name="section"\r\n\r\nform\r\n',
        '--b\r\ncontent-disposition: form-data; name="root[photos][file]"; filename="wall.png"\r\n\r\n',
      ].join(''),
    ),
    content.subarray(0, 5 * chunk),
  ])
  const ofPages = { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'same-origin' }
  sendPart(`${first.origin}/forms/claim?step=damage`, 'POST', ofPages, posted)
  await eventually(() => {
    expect(parts().get(idOf(begun.path))).toBeGreaterThan(18 * chunk)
    expect([...parts().values()].filter((size) => size > 2 * chunk)).toHaveLength(3)
  })
  await kill(first)

  // It goes on where it was, and is complete when the next server is killed.
  const second = await start()
  const resumed = uploadAt(second.origin, begun.path, content)
  const known = await resumed.stored()
  expect(known).toBeGreaterThanOrEqual(10 * chunk)
  expect((await resumed.send(known)).status).toBe(204)
  const reference = await resumed.reference()
  const unsent = await beginUpload(second.origin, content, about)
  expect((await unsent.send(0)).status).toBe(204)
  await kill(second)

  // The form is sent then, and the reply comes before any partner has the lead.
  const third = await start()
  expect(await uploadAt(third.origin, begun.path, content).reference()).toBe(reference)
  expect((await submit(third.origin, { form: 'claim', answers: answersWith(reference) })).status).toBe(201)
  await kill(third)

  // As if a day and the minute had passed for which the dead process holds its deliveries.
  await rows('UPDATE deliveries SET lease_until = 0 WHERE lease_until IS NOT NULL')
  await rows('UPDATE uploads SET created_at = 0')
  const fourth = await start()
  await eventually(() => expect(partner.received.length).toBeGreaterThan(0))
  expect(new Set(partner.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { pathname, search } = new URL(JSON.parse(partner.received[0]?.body ?? '').data.data.links[0], fourth.origin)
  const fetched = await fetch(fourth.origin + pathname + search)
  expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
  // What nobody has sent is gone, with its rows.
  await eventually(() => expect([[...files().keys()], parts().size]).toEqual([[idOf(begun.path)], 0]))
  expect(await fourth.stop()).toBe(0)
  expect((await rows('SELECT id FROM uploads')).map(({ id }) => id)).toEqual([idOf(begun.path)])
})

test('killed while an upload is completed: it goes on, and its file is whole', { timeout: 300_000 }, async () => {
  const { start, files, parts } = await killedServers()
  // Whole chunks: nothing in its size says that it was not completed.
  const content = png(20 * chunk)
  const moments: Record<string, (id: string) => boolean> = {
    'its last bytes arrive': (id) => (parts().get(id) ?? 0) > 19 * chunk || files().has(id),
    'all of it is there': (id) => (parts().get(id) ?? 0) > 20 * chunk || files().has(id),
    'it is kept': (id) => files().has(id),
  }
  for (const [moment, hasCome] of Object.entries(moments)) {
    const server = await start()
    const begun = await beginUpload(server.origin, content, about)
    const sent = begun.send(0).then(
      ({ status }) => status,
      () => null,
    )
    while (!hasCome(idOf(begun.path))) await turn()
    await kill(server)
    const status = await sent
    const next = await start()
    const resumed = uploadAt(next.origin, begun.path, content)
    const known = await resumed.stored()
    const before = await resumed.reference()
    // Acknowledged is there; what is not goes on.
    if (status === 204) expect([moment, known, typeof before]).toEqual([moment, content.length, 'string'])
    if (before === undefined) expect([moment, (await resumed.send(known)).status]).toEqual([moment, 204])
    const reference = await resumed.reference()
    const reply = await submit(next.origin, { form: 'claim', answers: answersWith(reference) })
    expect([moment, reply.status]).toEqual([moment, 201])
    expect(parts().size).toBe(0)
    await kill(next)
  }
})
