import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { uploadedFile } from '../../engine/form/model/files.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { attachUploads, endUploads, openUploads, type UploadPlace } from './uploads.ts'

const hour = 60 * 60 * 1000

const place: UploadPlace = {
  form: 'claim',
  field: 'photos',
  files: { accept: ['pdf', 'png'], maxBytes: 300_000, maxTotalBytes: 600_000 },
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])

/** In pieces that fit no chunk. */
async function* inPieces(bytes: Buffer, size = 9999): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* brokenOff(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* inPieces(bytes)
  throw new Error('The line broke.')
}

async function opened(storage?: Storage, clamdUrl: string | null = null) {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadwright-uploads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const on = storage ?? (await temporaryStorage())
  const clock = { now: Date.now() }
  const complaints: string[] = []
  const log = { error: (_: object, text: string) => complaints.push(text), warn: () => {} }
  const hash = await openSecretKey(on, null)
  const open = () =>
    openUploads({ config: { dataDir, uploadsUrl: null, clamdUrl }, storage: on, hash, now: () => clock.now, log })
  const files = async () => (await readdir(join(dataDir, 'uploads'))).filter((name) => name !== 'incoming')
  const parts = () => readdir(join(dataDir, 'uploads/incoming'))
  const rows = async () => (await on.read([{ sql: 'SELECT * FROM uploads', parameters: [] }]))[0] ?? []
  return { uploads: open(), open, storage: on, clock, folder: join(dataDir, 'uploads'), files, parts, rows, complaints }
}

async function contentOf(found: Awaited<ReturnType<ReturnType<typeof openUploads>['read']>>): Promise<Buffer> {
  if (found === null || found === 'waiting') throw new Error('no file')
  const pieces: Buffer[] = []
  for await (const piece of found.content) pieces.push(piece)
  return Buffer.concat(pieces)
}

const idOf = (reference: string) => uploadedFile(reference)?.id ?? ''

test.each([10, 65_535, 65_536, 65_537, 131_072, 200_001])(
  '%i bytes are read as they came, and lie encrypted',
  async (bytes) => {
    const { uploads, folder } = await opened()
    const content = pdf(bytes)
    const reference = await uploads.receive(place, 'bill.pdf', inPieces(content))
    expect(uploadedFile(reference)).toMatchObject({ bytes, name: 'bill.pdf' })
    const found = await uploads.read(idOf(reference))
    expect(found).toMatchObject({ file: { name: 'bill.pdf', type: 'application/pdf', bytes } })
    expect((await contentOf(found)).equals(content)).toBe(true)
    const stored = await readFile(join(folder, idOf(reference)))
    expect(stored.includes(content.subarray(0, 9))).toBe(false)
  },
)

test('a file that was cut off, extended or changed is not read', async () => {
  const { uploads, folder } = await opened()
  const reference = await uploads.receive(place, 'bill.pdf', inPieces(pdf(150_000)))
  const path = join(folder, idOf(reference))
  const stored = await readFile(path)
  const reading = async () => contentOf(await uploads.read(idOf(reference)))
  for (const changed of [
    stored.subarray(0, -1),
    // Whole chunks less, and the first two in another order.
    stored.subarray(0, 2 * (65_536 + 28)),
    Buffer.concat([stored.subarray(65_564, 131_128), stored.subarray(0, 65_564), stored.subarray(131_128)]),
    Buffer.concat([stored, Buffer.from('more')]),
  ]) {
    await writeFile(path, changed)
    await expect(reading()).rejects.toThrow()
  }
  await writeFile(path, stored)
  expect((await reading()).length).toBe(150_000)
})

test('names lose folders, controls and wrong endings', async () => {
  const { uploads } = await opened()
  const named = async (name: string) => uploadedFile(await uploads.receive(place, name, inPieces(pdf(50))))?.name
  expect(await named('../../../etc/passwd')).toBe('passwd.pdf')
  expect(await named('C:\\Users\\ada\\bill.exe')).toBe('bill.pdf')
  expect(await named('bill\u202egpj.html')).toBe('billgpj.pdf')
  expect(await named('a\r\nSet-Cookie: x')).toBe('aSet-Cookie: x.pdf')
  expect(await named('..')).toBe('file.pdf')
  expect(await named('…'.repeat(300))).toBe(`${'…'.repeat(96)}.pdf`)
})

test('only accepted contents are taken, whatever they are called, and nothing else is left', async () => {
  const { uploads, files, parts, rows } = await opened()
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(5000)])
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const content of [zip, html, randomBytes(3000), Buffer.from('GIF89a;')])
    expect(await uploads.receive(place, 'photo.png', inPieces(content))).toBe('!fileType/photo.png')
  expect(await uploads.receive(place, 'photo.png', inPieces(Buffer.alloc(0)))).toBe('!fileEmpty/photo.png')
  expect(await uploads.receive(place, 'photo.png', inPieces(pdf(300_001)))).toBe('!fileSize/photo.png')
  expect([await files(), await parts(), await rows()]).toEqual([[], [], []])
})

test('a stream of 10 GB is broken off where it is too large', async () => {
  const { uploads, parts } = await opened()
  let sent = 0
  async function* endless() {
    for (; sent < 10e9; sent += 65_536) yield Buffer.alloc(65_536, '%PDF-')
  }
  expect(await uploads.receive(place, 'film.pdf', endless())).toBe('!fileSize/film.pdf')
  expect(sent).toBeLessThan(400_000)
  expect(await parts()).toEqual([])
})

test('a broken line goes on where it was, also after a restart', async () => {
  const { uploads, open } = await opened()
  const content = pdf(250_000)
  const begun = await uploads.begin(place, 'bill.pdf', content.length)
  const id = 'id' in begun ? begun.id : ''
  expect(await uploads.append(id, 0, brokenOff(content.subarray(0, 100_000)))).toEqual({ kind: 'part', offset: 65_536 })
  const again = open()
  expect(await again.state(id)).toMatchObject({ offset: 65_536, bytes: 250_000, reference: null })
  expect(await again.append(id, 0, inPieces(content))).toEqual({ kind: 'elsewhere', offset: 65_536 })
  expect(await again.append(id, 65_536, inPieces(content.subarray(65_536, 131_072)))).toEqual({
    kind: 'part',
    offset: 131_072,
  })
  const whole = await again.append(id, 131_072, inPieces(content.subarray(131_072)))
  expect(whole).toMatchObject({ kind: 'whole', offset: 250_000 })
  expect((await contentOf(await again.read(id))).equals(content)).toBe(true)
  expect(await again.append(id, 250_000, inPieces(content))).toEqual({ kind: 'unknown' })
})

test('what was cut off within a chunk is sent again', async () => {
  const { uploads, folder } = await opened()
  const content = pdf(200_000)
  const begun = await uploads.begin(place, 'bill.pdf', content.length)
  const id = 'id' in begun ? begun.id : ''
  await uploads.append(id, 0, inPieces(content.subarray(0, 131_072)))
  // As a power cut may leave it.
  await truncate(join(folder, 'incoming', id), 100_000)
  expect((await uploads.state(id))?.offset).toBe(65_536)
  expect((await uploads.append(id, 65_536, inPieces(content.subarray(65_536)))).kind).toBe('whole')
  expect((await contentOf(await uploads.read(id))).equals(content)).toBe(true)
})

test('an upload that stopped before it was completed goes on with its last chunk', async () => {
  const { uploads, storage, folder } = await opened()
  const content = pdf(131_072)
  const begun = await uploads.begin(place, 'bill.pdf', content.length)
  const id = 'id' in begun ? begun.id : ''
  await uploads.append(id, 0, inPieces(content))
  // As a stop leaves it, right before and right after its file was moved.
  const stopped = [{ sql: "UPDATE uploads SET stage = 'receiving' WHERE id = ?", parameters: [id] }]
  for (const isMoved of [false, true]) {
    await storage.atomic(stopped)
    if (!isMoved) await rename(join(folder, id), join(folder, 'incoming', id))
    const { offset = -1 } = (await uploads.state(id)) ?? {}
    expect(offset).toBe(isMoved ? 0 : 65_536)
    expect((await uploads.append(id, offset, inPieces(content.subarray(offset)))).kind).toBe('whole')
    expect((await contentOf(await uploads.read(id))).equals(content)).toBe(true)
  }
})

test('what no lead took goes after a day, and what a lead has goes with it', async () => {
  const { uploads, storage, clock, files, rows } = await opened()
  const form = { id: 'claim', steps: [{ id: 's', title: '', fields: [fileField] }] } as never
  const kept = await uploads.receive(place, 'kept.pdf', inPieces(pdf(100)))
  const left = await uploads.receive(place, 'left.pdf', inPieces(pdf(100)))
  const answers = { photos: [kept] }
  expect(await uploads.problems(form, answers)).toEqual([])
  await storage.atomic([
    {
      sql: "INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, via, body_hash) VALUES ('lead', '', 'claim', 'en', '', '', '{}', '{}', 0, 'api', '')",
      parameters: [],
    },
    ...attachUploads('lead', form, answers),
    ...attachUploads('no lead', form, { photos: [left] }),
  ])
  clock.now += 23 * hour
  await uploads.sweep(true)
  expect((await files()).length).toBe(2)
  clock.now += hour
  expect(await uploads.problems(form, { photos: [left] })).toEqual([{ field: 'photos', code: 'fileGone', params: {} }])
  clock.now += 2 * hour
  await uploads.sweep(false)
  expect((await files()).length).toBe(2)
  await uploads.sweep(true)
  expect(await files()).toEqual([idOf(kept)])
  await storage.atomic(endUploads(['lead']))
  expect((await rows()).map(({ name, stage }) => [name, stage])).toEqual([['', 'erased']])
  expect(await uploads.read(idOf(kept))).toBeNull()
  await uploads.sweep(false)
  expect([await files(), await rows()]).toEqual([[], []])
})

test('what a stop left without a row is swept away, and not what has one or is new', async () => {
  const { uploads, storage, folder, files, parts } = await opened()
  const reference = await uploads.receive(place, 'bill.pdf', inPieces(pdf(100)))
  const lost = randomBytes(16).toString('base64url')
  const fresh = randomBytes(16).toString('base64url')
  for (const path of [join(folder, lost), join(folder, 'incoming', lost), join(folder, fresh)])
    await writeFile(path, 'x')
  const old = new Date(Date.now() - 2 * hour)
  for (const path of [join(folder, lost), join(folder, 'incoming', lost), join(folder, idOf(reference))])
    await utimes(path, old, old)
  await uploads.sweep(true)
  expect((await files()).sort()).toEqual([idOf(reference), fresh].sort())
  expect(await parts()).toEqual([])
  // The other way round: its row is there and its bytes are not.
  await rm(join(folder, idOf(reference)))
  expect(await uploads.read(idOf(reference))).toBeNull()
  await storage.atomic([{ sql: 'UPDATE uploads SET created_at = 0', parameters: [] }])
  await uploads.sweep(true)
  expect(await files()).toEqual([fresh])
})

test('a file that another form asked for, or that was made up, is none of the answers', async () => {
  const { uploads } = await opened()
  const form = { id: 'claim', steps: [{ id: 's', title: '', fields: [fileField] }] } as never
  const reference = await uploads.receive(place, 'bill.pdf', inPieces(pdf(100)))
  const other = await uploads.receive({ ...place, field: 'other' }, 'bill.pdf', inPieces(pdf(100)))
  const gone = [{ field: 'photos', code: 'fileGone', params: {} }]
  expect(await uploads.problems(form, { photos: [reference] })).toEqual([])
  for (const wrong of [other, reference.replace('/100/', '/99/'), `${'A'.repeat(22)}/100/bill.pdf`])
    expect(await uploads.problems(form, { photos: [reference, wrong] })).toEqual(gone)
})

test('a scanner that is away leaves no file open', async () => {
  const { uploads, storage, folder } = await opened(undefined, 'tcp://127.0.0.1:9')
  const reference = await uploads.receive(place, 'bill.pdf', inPieces(pdf(100)))
  expect(await uploads.read(idOf(reference))).toBe('waiting')
  const form = { id: 'claim', steps: [{ id: 's', title: '', fields: [fileField] }] } as never
  expect(await uploads.isWaiting(form, { photos: [reference] })).toBe(true)
  await storage.atomic([
    { sql: 'INSERT INTO lead_uploads (lead_id, upload_id) VALUES (?, ?)', parameters: ['lead', idOf(reference)] },
  ])
  expect(await uploads.scanWaiting()).toEqual([])
  // A stream that nobody reads would fail once its file is gone.
  await rm(join(folder, idOf(reference)))
  await sleep(100)
})

test('a disk that is full leaves nothing half, and says so', async () => {
  const { uploads, folder, parts, rows, complaints } = await opened()
  const begun = await uploads.begin(place, 'bill.pdf', 200_000)
  const id = 'id' in begun ? begun.id : ''
  await symlink('/dev/full', join(folder, 'incoming', id))
  expect(await uploads.append(id, 0, inPieces(pdf(200_000)))).toEqual({ kind: 'refused', mistake: 'fileFailed' })
  expect([await parts(), await rows()]).toEqual([[], []])
  expect(complaints).toEqual(['Failed to store an uploaded file'])
})

const fileField = {
  id: 'photos',
  place: { name: 'photos' },
  kind: 'file',
  schema: { type: 'array' },
  ui: {},
  words: { title: 'Photos' },
  optional: false,
  files: place.files,
}
