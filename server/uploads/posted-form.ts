import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { UploadPlace, Uploads } from './uploads.ts'

/** The most that a posted form may have beside its files, in bytes, and how many fields. */
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

/** The controls of a posted form, in order: for each file what stands among the answers for it. */
export type PostedForm = [name: string, value: string][]

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
export async function* steadily(body: Readable): AsyncGenerator<Buffer> {
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
