import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Counter, type Registry } from 'prom-client'
import {
  type FileLimits,
  type FileMistake,
  type FileType,
  fileReference,
  fileTypes,
  refusedFile,
  type UploadedFile,
  uploadedFile,
} from '#engine/form/files'
import { everyField } from '#engine/form/journey'
import type { SentFile } from '#engine/form/lead'
import { type AnswerProblem, type Answers, answerTo, type ResolvedForm, templateId } from '#engine/form/model'
import type { Config } from '#server/config'
import { ifStored } from '#server/leads'
import { erasing, type KeyedHash, type Row, type Statement, type Storage } from '#server/storage'
import { type Bucket, folderBucket, readPart, s3Bucket } from './bucket.ts'
import { clamdScanner, type Scan } from './scanner.ts'
import { appendSealed, chunkBytes, fileKey, readSealed, sealedOffset, TooLarge } from './sealed-file.ts'

const day = 24 * 60 * 60 * 1000

const hour = 60 * 60 * 1000

/** For how long a form can be sent with a file that was uploaded for it, in ms. */
const keptFor = day

/** How long after that the file is erased, in ms: a form that is sent at the last moment has stored its lead by then. */
const grace = hour

/** For how long partners can fetch a file, in ms. */
const linkFor = 14 * day

/** How much room uploads leave on the disk, in bytes: leads must still be stored. */
const leastFree = 512 * 1024 * 1024

/** The most that is kept of files that no lead took, in bytes. */
const mostUnclaimed = 20 * 1024 * 1024 * 1024

/** How many files are erased or scanned at a time. */
const batch = 100

/** How much of a file is looked at for its type, in bytes: pictures may begin with a preview. */
const looksAt = 1024 * 1024

/** The most characters of a name with its ending, as answers take them (engine/form/model/files.ts). */
const longestName = 100

/** Names of file-type that are called otherwise here. */
const sameTypes: Readonly<Record<string, FileType>> = { apng: 'png', m4v: 'mp4' }

/** What a file is uploaded for. */
export interface UploadPlace {
  form: string
  /** The id of the field, as forms hold it: drivers.#.licence. */
  field: string
  files: FileLimits
}

/** What became of an upload or of a part of it. */
export type Received =
  /** It is complete. */
  | { kind: 'whole'; reference: string; offset: number }
  /** It goes on from here, in bytes; `elsewhere` where the bytes that came do not belong there. */
  | { kind: 'part' | 'elsewhere'; offset: number }
  | { kind: 'refused'; mistake: FileMistake }
  /** There is no such upload under way. */
  | { kind: 'unknown' }

/** A file that partners may have. */
interface StoredFile {
  file: Pick<SentFile, 'name' | 'type' | 'bytes'>
  content: AsyncIterable<Buffer>
}

/** The files that visitors upload. Methods reject with StorageUnavailable. */
export interface Uploads {
  /** Makes room for a file. @returns its id, or why it is not taken */
  begin: (place: UploadPlace, name: string, bytes: number) => Promise<{ id: string } | { mistake: FileMistake }>
  /** Takes the next bytes of a file. What a broken line brought is kept, in whole chunks. */
  append: (id: string, offset: number, stream: AsyncIterable<Uint8Array>) => Promise<Received>
  /** How far an upload is; null where there is none. */
  state: (id: string) => Promise<UploadState | null>
  /** Takes a whole file at once. @returns its answer: a reference, or why it was not taken */
  receive: (place: UploadPlace, name: string, stream: AsyncIterable<Uint8Array>) => Promise<string>
  /** Removes a file that no lead has taken. */
  remove: (id: string) => Promise<void>
  /** What is wrong with the files among the answers: that they are not here, or not any more. */
  problems: (form: ResolvedForm, answers: Answers) => Promise<AnswerProblem[]>
  /** The content of a file that partners may have; null where it is gone, `waiting` while it was not scanned. */
  read: (id: string) => Promise<StoredFile | 'waiting' | null>
  /** Whether one of these files has not been scanned yet. */
  isWaiting: (form: ResolvedForm, answers: Answers) => Promise<boolean>
  /** Scans the files that leads wait for. @returns the leads whose files are all clean now */
  scanWaiting: () => Promise<string[]>
  /** Puts the contents of a lead's files in place of the marks that stand for them in a payload. */
  fill: (lead: string, payload: string) => Promise<string>
  /** Erases what no lead has or had in time. @param isClockRight whether the clock is right, so that ages are known */
  sweep: (isClockRight: boolean) => Promise<number>
}

/** An upload as its client may see it. */
export interface UploadState {
  form: string
  field: string
  offset: number
  bytes: number
  /** Set once it is complete. */
  reference: string | null
}

interface UploadParts {
  config: Pick<Config, 'dataDir' | 'uploadsUrl' | 'clamdUrl'>
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  log: { error: (fields: object, message: string) => void; warn: (fields: object, message: string) => void }
  registry?: Registry
}

/** The mark of a file's content in payloads (engine/form/lead, contentMark). */
const mark = /leadwright-file:([A-Za-z0-9_-]{22})/g

export function openUploads({ config, storage, hash, now, log, registry }: UploadParts): Uploads {
  const folder = join(config.dataDir, 'uploads')
  const incoming = join(folder, 'incoming')
  const bucket: Bucket = config.uploadsUrl === null ? folderBucket(folder) : s3Bucket(config.uploadsUrl)
  const scan: Scan | null =
    config.clamdUrl === null
      ? null
      : clamdScanner(config.clamdUrl, (reason) => log.warn({ reason }, 'A file was not scanned'))
  const counter = registry && uploadMetrics(registry)
  const count = (outcome: string) => counter?.inc({ outcome })
  const partOf = (id: string) => join(incoming, id)
  /** Uploads that take bytes just now: two at once would write over each other. */
  const busy = new Set<string>()

  async function isFull(): Promise<boolean> {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(incoming)
    const sql = `SELECT coalesce(sum(bytes), 0) AS bytes FROM uploads
      WHERE created_at > ? AND NOT EXISTS (SELECT 1 FROM lead_uploads WHERE upload_id = uploads.id)`
    const [[row] = []] = await storage.read([{ sql, parameters: [now() - keptFor - grace] }])
    return bavail * bsize < leastFree || Number(row?.bytes) > mostUnclaimed
  }

  /** Its row is there before its first byte, so whatever a stop leaves is found. */
  async function insert({ form, field, files }: UploadPlace, name: string, bytes: number): Promise<string> {
    const id = randomBytes(16).toString('base64url')
    const sql = `INSERT INTO uploads (id, form, field, accept, name, bytes, stage, created_at)
      VALUES (?, ?, ?, ?, ?, ?, 'receiving', ?)`
    await storage.atomic([{ sql, parameters: [id, form, field, files.accept.join(' '), name, bytes, now()] }])
    return id
  }

  /** Before its row: what is left of it is found by that. */
  async function drop(id: string): Promise<void> {
    await rm(partOf(id), { force: true })
    await bucket.remove(id)
    await storage.atomic([{ sql: `${erasing} DELETE FROM uploads WHERE id = ?`, parameters: [id] }])
  }

  async function refuse(id: string, mistake: FileMistake): Promise<Received> {
    await drop(id)
    count(mistake)
    return { kind: 'refused', mistake }
  }

  /** Looks at a file that is here as a whole, and keeps it. */
  async function complete(id: string, accept: readonly string[], name: string, bytes: number): Promise<Received> {
    const path = partOf(id)
    const content = () => readSealed(readPart(path), fileKey(hash, id), bytes)
    const type = await typeOf(content())
    if (type === null || !accept.includes(type)) return refuse(id, 'fileType')
    const verdict = scan === null ? 'unknown' : await scan(content())
    if (verdict === 'infected') return refuse(id, 'fileInfected')
    const file = { id, bytes, name: named(name, type) }
    await bucket.put(id, path)
    const sql = 'UPDATE uploads SET name = ?, bytes = ?, stage = ? WHERE id = ?'
    await storage.atomic([{ sql, parameters: [file.name, bytes, verdict === 'clean' ? 'clean' : 'stored', id] }])
    count('taken')
    return { kind: 'whole', reference: fileReference(file), offset: bytes }
  }

  /** Runs what may meet a full disk or a bucket that is away: nothing of the file is left then. */
  async function orFail(id: string, take: () => Promise<Received>): Promise<Received> {
    try {
      return await take()
    } catch (err) {
      if (err instanceof TooLarge) return refuse(id, 'fileSize')
      log.error({ err }, 'Failed to store an uploaded file')
      return refuse(id, 'fileFailed')
    }
  }

  async function rowOf(id: string): Promise<Row | null> {
    const [[row] = []] = await storage.read([{ sql: 'SELECT * FROM uploads WHERE id = ?', parameters: [id] }])
    return row ?? null
  }

  const isOver = (row: Row) => Number(row.created_at) + keptFor <= now()

  /** The rows of the files that answers refer to; of each that is not as its answer says, null. */
  async function filesOf(form: ResolvedForm, answers: Answers) {
    const asked = everyField(form, answers).flatMap(({ id, place, files }) => {
      const answer = files && answerTo(id, answers)
      return Array.isArray(answer) ? answer.map((text) => ({ id, field: templateId(place), text })) : []
    })
    return Promise.all(
      asked.map(async (each) => {
        const file = uploadedFile(each.text)
        const row = file && (await rowOf(file.id))
        const isSame = row && row.form === form.id && row.field === each.field && referenceOf(row) === each.text
        return { ...each, row: isSame && row.stage !== 'receiving' ? row : null }
      }),
    )
  }

  async function erase(rows: readonly Row[]): Promise<number> {
    for (const { id } of rows) await drop(String(id))
    return rows.length
  }

  async function read(id: string) {
    const row = await rowOf(id)
    if (!row || ['receiving', 'infected', 'erased'].includes(String(row.stage))) return null
    if (scan !== null && row.stage !== 'clean') return 'waiting' as const
    const sealed = await bucket.read(id)
    if (!sealed) return null
    const name = String(row.name)
    const file = { name, bytes: Number(row.bytes), type: mediaType(name) }
    return { file, content: readSealed(sealed, fileKey(hash, id), file.bytes) }
  }

  return {
    async begin(place, name, bytes) {
      const mistake =
        bytes === 0 ? 'fileEmpty' : bytes > place.files.maxBytes ? 'fileSize' : (await isFull()) ? 'fileFailed' : null
      if (mistake === null) return { id: await insert(place, plainName(name), bytes) }
      count(mistake)
      return { mistake }
    },

    async append(id, offset, stream) {
      const row = await rowOf(id)
      if (row?.stage !== 'receiving' || isOver(row)) return { kind: 'unknown' }
      const path = partOf(id)
      const bytes = Number(row.bytes)
      if (busy.has(id)) return { kind: 'elsewhere', offset: await sealedOffset(path, bytes) }
      busy.add(id)
      try {
        return await orFail(id, async () => {
          const known = await sealedOffset(path, bytes)
          if (offset !== known) return { kind: 'elsewhere', offset: known }
          const appending = { key: fileKey(hash, id), offset, total: bytes, most: bytes }
          const { offset: reached, isWhole } = await appendSealed(path, appending, asFarAsItComes(stream))
          if (!isWhole) return { kind: 'part', offset: reached }
          return complete(id, String(row.accept).split(' '), String(row.name), bytes)
        })
      } finally {
        busy.delete(id)
      }
    },

    async state(id) {
      const row = await rowOf(id)
      if (!row || row.stage === 'infected' || row.stage === 'erased' || isOver(row)) return null
      const bytes = Number(row.bytes)
      const isWhole = row.stage !== 'receiving'
      return {
        ...{ form: String(row.form), field: String(row.field), bytes },
        offset: isWhole ? bytes : await sealedOffset(partOf(id), bytes),
        reference: isWhole ? referenceOf(row) : null,
      }
    },

    async receive(place, given, stream) {
      const name = plainName(given)
      const refused = (mistake: FileMistake) => refusedFile(mistake, name)
      if (await isFull()) return refused('fileFailed')
      const id = await insert(place, name, place.files.maxBytes)
      const received = await orFail(id, async () => {
        const appending = { key: fileKey(hash, id), offset: 0, total: null, most: place.files.maxBytes }
        const { offset } = await appendSealed(partOf(id), appending, stream)
        return offset === 0 ? refuse(id, 'fileEmpty') : complete(id, place.files.accept, name, offset)
      })
      return received.kind === 'whole'
        ? received.reference
        : refused(received.kind === 'refused' ? received.mistake : 'fileFailed')
    },

    async remove(id) {
      const sql = `SELECT id FROM uploads WHERE id = ? AND NOT EXISTS (SELECT 1 FROM lead_uploads WHERE upload_id = id)`
      const [rows = []] = await storage.read([{ sql, parameters: [id] }])
      await erase(rows)
    },

    async problems(form, answers) {
      const found = await filesOf(form, answers)
      const gone = found.filter(({ row }) => row === null || row.stage === 'infected' || isOver(row))
      return [...new Set(gone.map(({ id }) => id))].map((field) => ({ field, code: 'fileGone', params: {} }))
    },

    read,

    async isWaiting(form, answers) {
      if (scan === null) return false
      return (await filesOf(form, answers)).some(({ row }) => row?.stage === 'stored')
    },

    async scanWaiting() {
      if (scan === null) return []
      const sql = `SELECT DISTINCT u.id, u.bytes FROM uploads u JOIN lead_uploads l ON l.upload_id = u.id WHERE u.stage = 'stored' LIMIT ${batch}`
      const [rows = []] = await storage.read([{ sql, parameters: [] }])
      const ready = new Set<string>()
      for (const { id, bytes } of rows) {
        const sealed = await bucket.read(String(id))
        if (!sealed) continue
        const verdict = await scan(readSealed(sealed, fileKey(hash, String(id)), Number(bytes)))
        // The others would find as little of it.
        if (verdict === 'unknown') break
        await storage.atomic([
          { sql: `UPDATE uploads SET stage = ? WHERE id = ? AND stage = 'stored'`, parameters: [verdict, id] },
        ])
        if (verdict === 'infected') {
          await bucket.remove(String(id))
          log.warn({ upload: id }, 'A file of a stored lead is infected; it was removed, and its lead waits for review')
          continue
        }
        for (const lead of await leadsOf(storage, String(id))) ready.add(lead)
      }
      return [...ready]
    },

    async fill(lead, payload) {
      const ids = [...new Set(Array.from(payload.matchAll(mark), ([, id = '']) => id))]
      if (ids.length === 0) return payload
      const sql = `SELECT upload_id FROM lead_uploads WHERE lead_id = ?`
      const [rows = []] = await storage.read([{ sql, parameters: [lead] }])
      const contents = new Map<string, string>()
      for (const { upload_id } of rows) {
        const found = ids.includes(String(upload_id)) ? await read(String(upload_id)) : null
        if (found === 'waiting') throw new Error('A file of this lead has not been scanned for viruses yet.')
        if (!found) continue
        const pieces: Buffer[] = []
        for await (const piece of found.content) pieces.push(piece)
        contents.set(String(upload_id), Buffer.concat(pieces).toString('base64'))
      }
      return payload.replace(mark, (text, id) => contents.get(id) ?? text)
    },

    async sweep(isClockRight) {
      let erased = 0
      const before = isClockRight ? now() - keptFor - grace : Number.MIN_SAFE_INTEGER
      const sql = `SELECT id FROM uploads WHERE (created_at < ? OR stage = 'erased')
        AND NOT EXISTS (SELECT 1 FROM lead_uploads WHERE upload_id = uploads.id) LIMIT ${batch}`
      for (;;) {
        const [rows = []] = await storage.read([{ sql, parameters: [before] }])
        erased += await erase(rows)
        if (rows.length < batch) break
      }
      // A database that was restored from an earlier copy knows nothing of what came since.
      const remove = (id: string) => bucket.remove(id)
      erased += await sweepUnknown(storage, bucket.list(), now() - hour, remove)
      erased += await sweepUnknown(storage, partsIn(incoming), now() - hour, (id) => rm(partOf(id), { force: true }))
      return erased
    },
  }
}

/** A stream up to where it breaks off: what came is kept. */
async function* asFarAsItComes(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch {}
}

/** The leads whose files are all scanned, among those that have a file. */
async function leadsOf(storage: Storage, upload: string): Promise<string[]> {
  const sql = `SELECT lead_id FROM lead_uploads own WHERE upload_id = ? AND NOT EXISTS
    (SELECT 1 FROM lead_uploads other JOIN uploads u ON u.id = other.upload_id
      WHERE other.lead_id = own.lead_id AND u.stage <> 'clean')`
  const [rows = []] = await storage.read([{ sql, parameters: [upload] }])
  return rows.map(({ lead_id }) => String(lead_id))
}

/** Removes files that have no row. @param before those put there later may have one that is not committed yet */
async function sweepUnknown(
  storage: Storage,
  files: AsyncIterable<{ id: string; putAt: number }>,
  before: number,
  remove: (id: string) => Promise<void>,
): Promise<number> {
  let removed = 0
  for await (const { id, putAt } of files) {
    if (putAt > before || !/^[A-Za-z0-9_-]{22}$/.test(id)) continue
    const [rows = []] = await storage.read([{ sql: 'SELECT 1 FROM uploads WHERE id = ?', parameters: [id] }])
    if (rows.length > 0) continue
    await remove(id)
    removed++
  }
  return removed
}

async function* partsIn(folder: string): AsyncGenerator<{ id: string; putAt: number }> {
  for (const id of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, id)).catch(() => null)
    if (found) yield { id, putAt: found.mtimeMs }
  }
}

function referenceOf({ id, bytes, name }: Row): string {
  return fileReference({ id: String(id), bytes: Number(bytes), name: String(name) })
}

/** The type of a file by what it begins with; nothing is unpacked. null where it is none that forms take. */
async function typeOf(content: AsyncIterable<Buffer>): Promise<FileType | null> {
  const pieces: Buffer[] = []
  for await (const piece of content) if (pieces.push(piece) * chunkBytes >= looksAt) break
  const { fileTypeFromBuffer } = await import('file-type')
  // A broken archive is none.
  const found = await fileTypeFromBuffer(new Uint8Array(Buffer.concat(pieces))).catch(() => undefined)
  const ext = found?.ext ?? ''
  const type = sameTypes[ext] ?? ext
  return Object.hasOwn(fileTypes, type) ? (type as FileType) : null
}

/** A name without folders and without what no name should hold: controls, and signs that turn the direction of writing. */
function plainName(given: string): string {
  const last = given.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...plain].slice(0, longestName).join('')
}

/** A name with the ending of what the file is, whatever it was called. */
function named(name: string, type: FileType): string {
  const bare = name.replace(/\.[^.\s]{1,10}$/u, '').replace(/^\.+|[.\s]+$/gu, '')
  const stem = [...bare].slice(0, longestName - type.length - 1).join('')
  return `${stem || 'file'}.${type}`
}

/** The media type of a file that was taken. */
function mediaType(name: string): string {
  return fileTypes[name.slice(name.lastIndexOf('.') + 1) as FileType]
}

/**
 * A file as partners get it: with a link that is signed, and works for two weeks.
 * @param by `origin`: where the site is; null: the link is a path. `now` in milliseconds since the epoch
 */
export function sentFile(
  { id, bytes, name }: UploadedFile,
  { hash, origin, now }: { hash: KeyedHash; origin: string | null; now: number },
): SentFile {
  // Whole hours, so that a lead that is made again has the same links.
  const expires = Math.ceil((now + linkFor) / hour) * (hour / 1000)
  const signature = linkSignature(hash, id, expires)
  const url = `${origin ?? ''}/api/v1/files/${id}?expires=${expires}&signature=${signature}`
  return { id, name, type: mediaType(name), bytes, url }
}

/** @param expires seconds since the epoch */
export function linkSignature(hash: KeyedHash, id: string, expires: number): string {
  return hash('file link', `${id} ${expires}`)
}

/** Gives a lead its files, in the transaction that stores it. */
export function attachUploads(lead: string, form: ResolvedForm, answers: Answers): Statement[] {
  return everyField(form, answers).flatMap(({ id, files }) => {
    const answer = files && answerTo(id, answers)
    return (Array.isArray(answer) ? answer : []).flatMap((text) => {
      const file = uploadedFile(text)
      const sql = `INSERT INTO lead_uploads (lead_id, upload_id) SELECT CAST(? AS TEXT), CAST(? AS TEXT) ${ifStored('?')} ON CONFLICT DO NOTHING`
      return file ? [{ sql, parameters: [lead, file.id, lead] }] : []
    })
  })
}

/** Takes the files of leads away from them, in the transaction that erases them. Their bytes go with the next sweep. */
export function endUploads(leads: readonly string[]): Statement[] {
  return leads.flatMap((lead) => [
    {
      sql: `${erasing} UPDATE uploads SET stage = 'erased', name = '' WHERE id IN (SELECT upload_id FROM lead_uploads WHERE lead_id = ?)
        AND NOT EXISTS (SELECT 1 FROM lead_uploads other WHERE other.upload_id = uploads.id AND other.lead_id <> ?)`,
      parameters: [lead, lead],
    },
    { sql: `${erasing} DELETE FROM lead_uploads WHERE lead_id = ?`, parameters: [lead] },
  ])
}

function uploadMetrics(registry: Registry): Counter<'outcome'> {
  return new Counter({
    name: 'leadwright_uploads_total',
    help: 'Uploaded files, by outcome: taken, or why they were rejected.',
    labelNames: ['outcome'],
    registers: [registry],
  })
}
