import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FileMistake, sentence } from '#engine/form/model'
import { type Site, translator } from '#engine/site'
import { type ApiFragment, problem, problems, type RateLimits } from '#server/http'
import { type KeyedHash, withDeadline } from '#server/storage'
import { linkSignature, type UploadPlace, type Uploads } from './uploads.ts'

/** What the bytes of an upload come as (tus 1.0.0). */
const offsetStream = 'application/offset+octet-stream'

const tusVersion = '1.0.0'

/** How long a part may take to arrive and to be stored, in ms: far longer than other requests. */
const deadlineMs = 16 * 60 * 1000

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const offsetHeader = { 'Upload-Offset': { schema: { type: 'integer' }, description: 'How many bytes were stored.' } }

export const uploadsApi: ApiFragment = {
  '/api/v1/uploads': {
    post: {
      tags: ['Uploads'],
      summary: 'Start to upload a file',
      description:
        'For a question of the kind `file`, with tus 1.0.0 (https://tus.io): any tus client works. Then send the bytes ' +
        'with PATCH to the address in Location, get the `reference`, and put it into the answers of a submission.',
      parameters: [
        {
          ...{ name: 'Upload-Length', in: 'header', required: true, schema: { type: 'integer' } },
          description: 'The size of the file in bytes.',
        },
        {
          ...{ name: 'Upload-Metadata', in: 'header', required: true, schema: { type: 'string' } },
          description:
            '`form`, `locale`, `field` (its id, for example `photo`, or `drivers.#.licence` in a repeated group) and ' +
            '`filename`, each followed by a space and its value in base64, separated by commas.',
        },
      ],
      responses: {
        201: { description: 'Started; Location is the address of the upload.' },
        400: problems('A header is missing or invalid.'),
        404: problems('The form has no such question for files.'),
        422: problems('The file is empty or too large.'),
        429: problems('Too many uploads; see Retry-After.'),
        503: problems('Files cannot be stored at the moment.'),
      },
    },
  },
  '/api/v1/uploads/{id}': {
    patch: {
      tags: ['Uploads'],
      summary: 'Send the next bytes of a file',
      parameters: [
        idParameter,
        {
          ...{ name: 'Upload-Offset', in: 'header', required: true, schema: { type: 'integer' } },
          description: 'Where these bytes belong. After a lost connection, get it with HEAD.',
        },
      ],
      requestBody: { required: true, content: { [offsetStream]: {} } },
      responses: {
        204: {
          description: 'Stored up to Upload-Offset, which may be a little less than was sent.',
          headers: offsetHeader,
        },
        404: problems('There is no such upload under way.'),
        409: problems('The upload continues at another offset.'),
        422: problems('The file has a type that is not accepted, or contains a virus.'),
        503: problems('The file cannot be stored at the moment.'),
      },
    },
    head: {
      tags: ['Uploads'],
      summary: 'Find out how much of a file was stored',
      parameters: [idParameter],
      responses: { 200: { description: 'The headers tell.', headers: offsetHeader }, 404: problems('Unknown.') },
    },
    get: {
      tags: ['Uploads'],
      summary: 'Get the reference of an uploaded file',
      parameters: [idParameter],
      responses: {
        200: {
          description: 'The answer to the question for files is a list of such references.',
          content: { 'application/json': { example: { reference: 'q7Tn1v0bX2mZ4kR8sW6yPA/48213/passport.pdf' } } },
        },
        404: problems('There is no such upload, or it is not complete.'),
      },
    },
    delete: {
      tags: ['Uploads'],
      summary: 'Remove an uploaded file',
      parameters: [idParameter],
      responses: { 204: { description: 'Removed, unless a lead has it.' } },
    },
  },
  '/api/v1/files/{id}': {
    get: {
      tags: ['Leads'],
      summary: 'Fetch a file of a lead',
      description: 'The link with its signature is in the lead. It works for 14 days, until the lead is erased.',
      parameters: [idParameter],
      responses: {
        200: { description: 'The file, as an attachment.' },
        404: problems('The link is wrong or has expired, or the file was erased.'),
        503: problems('The file has not been scanned for viruses yet; see Retry-After.'),
      },
    },
  },
}

interface UploadRoutesParts {
  site: () => Site
  uploads: Uploads
  hash: KeyedHash
  limit: Pick<RateLimits, 'posts' | 'openReads'>
  /** Milliseconds since the epoch. */
  now: () => number
}

type ById = { Params: { id: string }; Querystring: Record<string, unknown> }

/** The addresses that take files (tus 1.0.0, with the extensions creation and termination), and those that partners fetch them from. */
export function uploadRoutes(app: FastifyInstance, { site, uploads, hash, limit, now }: UploadRoutesParts): void {
  // What is refused costs as much as what is taken, so it is counted before it is read.
  const limited = (count: RateLimits['posts']) => async (request: FastifyRequest, reply: FastifyReply) =>
    (await count(request)) ? problem(reply, 'too-many-submissions') : undefined

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads it, as it comes.
    scope.addContentTypeParser(offsetStream, (_request, body, done) => done(null, body))
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': tusVersion, 'cache-control': 'no-store' })
    })

    scope.post('/api/v1/uploads', { onRequest: limited(limit.posts) }, async (request, reply) => {
      const { headers } = request
      const length = Number(headers['upload-length'])
      const { form, locale, field, filename } = metadata(String(headers['upload-metadata'] ?? ''))
      if (!/^\d{1,15}$/.test(String(headers['upload-length'])) || filename === undefined)
        return problem(reply, 'invalid-upload')
      const asked = site()
        .forms.versions(form ?? '', locale ?? '')
        .flatMap((version) => version.form.steps.flatMap(({ fields }) => fields.map((each) => ({ each, version }))))
        .find(({ each }) => each.id === field && each.files !== undefined)
      if (!asked?.each.files) return problem(reply, 'unknown-file-question')
      const { each, version } = asked
      const begun = await uploads.begin(
        { form: version.form.id, field: each.id, files: asked.each.files },
        filename,
        length,
      )
      if ('mistake' in begun) {
        const t = translator(version.form.locale, site().texts.words(version.form.locale)).t
        return rejected(reply, begun.mistake, (code) =>
          sentence({ field: each.id, code, params: { name: filename } }, each, version.form, t),
        )
      }
      return reply.code(201).header('location', `/api/v1/uploads/${begun.id}`).send()
    })

    scope.patch<ById>('/api/v1/uploads/:id', { onRequest: limited(limit.openReads) }, async (request, reply) => {
      const { headers, params, body } = request
      if (!(body instanceof Readable) || !/^\d{1,15}$/.test(String(headers['upload-offset'])))
        return problem(reply, 'invalid-upload')
      const received = await withDeadline(deadlineMs, () =>
        uploads.append(params.id, Number(headers['upload-offset']), steadily(body)),
      )
      if (received.kind === 'unknown') return problem(reply, 'unknown-upload')
      if (received.kind === 'refused') return rejected(reply, received.mistake, (code) => rejections[code])
      reply.header('upload-offset', received.offset)
      return received.kind === 'elsewhere' ? problem(reply, 'wrong-offset') : reply.code(204).send()
    })

    scope.head<ById>('/api/v1/uploads/:id', { onRequest: limited(limit.openReads) }, async ({ params }, reply) => {
      const state = await uploads.state(params.id)
      if (!state) return problem(reply, 'unknown-upload')
      return reply.headers({ 'upload-offset': state.offset, 'upload-length': state.bytes }).send()
    })

    scope.get<ById>('/api/v1/uploads/:id', { onRequest: limited(limit.openReads) }, async ({ params }, reply) => {
      const { reference } = (await uploads.state(params.id)) ?? {}
      return reference ? { reference } : problem(reply, 'unknown-upload')
    })

    scope.delete<ById>('/api/v1/uploads/:id', { onRequest: limited(limit.openReads) }, async ({ params }, reply) => {
      await uploads.remove(params.id)
      return reply.code(204).send()
    })
  })

  app.get<ById>('/api/v1/files/:id', { onRequest: limited(limit.openReads) }, async ({ params, query }, reply) => {
    const { expires, signature } = query
    const until = Number(expires)
    if (!(until * 1000 > now() && isSame(linkSignature(hash, params.id, until), String(signature))))
      return problem(reply, 'file-gone')
    const found = await uploads.read(params.id)
    if (found === null) return problem(reply, 'file-gone')
    if (found === 'waiting') return problem(reply, 'file-not-scanned')
    const { file, content } = found
    // Whatever it may also be read as, no browser runs it here.
    reply.headers({
      'content-type': file.type,
      'content-length': file.bytes,
      'content-disposition': `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${encoded(file.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    return reply.send(Readable.from(content, { objectMode: false }))
  })
}

function rejected(reply: FastifyReply, mistake: FileMistake, message: (code: FileMistake) => string): FastifyReply {
  if (mistake === 'fileFailed') return problem(reply, 'file-not-stored')
  return problem(reply, 'file-rejected', { errors: [{ pointer: '', code: mistake, message: message(mistake) }] })
}

/** For programs: a form says it in its own language. */
const rejections: Readonly<Record<FileMistake, string>> = {
  fileType: 'The content of the file is of a type that the question does not accept.',
  fileSize: 'The file is larger than the question accepts, or than Upload-Length says.',
  fileEmpty: 'The file is empty.',
  fileInfected: 'The file contains a virus.',
  fileFailed: 'The file could not be stored.',
  fileGone: 'The file is not stored any more.',
  fileLoading: 'The file is still being uploaded.',
}

/** Upload-Metadata: keys, each with its value in base64, separated by commas. */
function metadata(header: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ')
      return [key, Buffer.from(value, 'base64').toString('utf8')]
    }),
  )
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** For clients that do not read the other one (RFC 6266). */
function asciiName(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
}

function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The most that a posted form may have besides its files, in bytes, and how many fields. */
const mostText = 64 * 1024

const mostFields = 1000

/** More files than any form takes: what comes after them is left out. */
const mostFiles = 100

/** How much of files that are too large is read, so that the page can say so, in bytes. */
const mostRead = 200 * 1024 * 1024

/** How long a client may be silent, in ms. */
const silence = 30_000

/** The least that comes in a second on average, in bytes: a slower line would hold a connection for hours. */
const slowest = 1024

/** The controls of a posted form, in order: for each file its answer. */
type PostedForm = [name: string, value: string][]

/** The body is larger than any form, or no form at all. */
class UnreadableForm extends Error {
  readonly statusCode: number
  constructor(statusCode: 400 | 413) {
    super(statusCode === 413 ? 'The form is too large.' : 'The body is no form.')
    this.statusCode = statusCode
  }
}

/**
 * Reads a form that browsers post with files (multipart/form-data), file by file as they come.
 * @param placeOf what a file is for, by the controls before it and by the name of its own; null where it is for nothing
 * @throws UnreadableForm
 */
export async function readPostedForm(
  { headers, body }: { headers: IncomingHttpHeaders; body: Readable },
  uploads: Pick<Uploads, 'receive'>,
  placeOf: (posted: PostedForm, name: string) => { name: string; place: UploadPlace } | null,
): Promise<PostedForm> {
  const posted: PostedForm = []
  const taken: Promise<void>[] = []
  let text = 0
  let read = 0
  let failure: Error | null = null
  let parser: ReturnType<typeof Busboy>
  try {
    const limits = { fields: mostFields, files: mostFiles, fieldSize: mostText, headerPairs: 20, fieldNameSize: 200 }
    parser = Busboy({ headers: headers as { 'content-type': string }, limits })
  } catch {
    throw new UnreadableForm(400)
  }
  parser.on('field', (name, value) => {
    text += name.length + value.length
    if (text > mostText) failure ??= new UnreadableForm(413)
    else posted.push([name, value])
  })
  parser.on('file', (name, stream, filename) => {
    const found = filename ? placeOf(posted, name) : null
    if (!found) return void stream.resume()
    const entry: [string, string] = [found.name, '']
    posted.push(entry)
    const content = stream.iterator({ destroyOnReturn: false })
    taken.push(
      uploads.receive(found.place, filename, content).then(
        (answer) => {
          entry[1] = answer
          // What is left of a file that was not taken.
          stream.resume()
        },
        (error) => {
          failure ??= error
          stream.resume()
        },
      ),
    )
  })
  const source = async function* () {
    for await (const piece of steadily(body)) {
      read += piece.length
      if (read > mostRead) failure ??= new UnreadableForm(413)
      if (failure) throw failure
      yield piece
    }
  }
  await pipeline(source, parser as unknown as Writable).catch((error) => {
    throw failure ?? (error instanceof UnreadableForm ? error : new UnreadableForm(400))
  })
  await Promise.all(taken)
  if (failure) throw failure
  return posted
}

/** A body as it comes, unless it stops or comes too slowly to ever be done. */
async function* steadily(body: Readable): AsyncGenerator<Buffer> {
  const begun = performance.now()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => body.destroy(new Error('The client fell silent.')), silence)
  }
  wait()
  try {
    for await (const piece of body) {
      wait()
      bytes += piece.length
      const elapsed = performance.now() - begun
      if (elapsed > silence && bytes / (elapsed / 1000) < slowest) throw new Error('The client is too slow.')
      yield piece
    }
  } finally {
    clearTimeout(timer)
  }
}
