import type { WidgetProps } from '@rjsf/utils'
import { FilesWidget, type SendFile, type Sent } from '#engine/react/files'
import type { Problem } from '#schemas/generated/api/problem.ts'
import { http } from '#web/http'

/** The server keeps whole chunks of this size, in bytes: what is sent ends with one. */
const chunk = 64 * 1024

/** How much is sent at a time, in bytes: on a bad line less and less. */
const mostAtOnce = 32 * chunk

/** How long one part may take, in ms. A part that takes less than half of it may be larger the next time. */
const partTimeout = 20_000

/** How often in a row a part may fail. */
const mostFailures = 12

const usual = { 'tus-resumable': '1.0.0' }

const failed: Sent = { code: 'fileFailed' }

/** Sends a file in parts (tus 1.0.0). After a broken line it goes on where the server is. */
const sendFile: SendFile = async (file, about, onProgress, signal) => {
  const metadata = { ...about, filename: file.name }
  const begin = {
    ...{ method: 'POST', signal, isQuiet: true },
    headers: {
      ...usual,
      'upload-length': String(file.size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  }
  const begun = await insistently(signal, () =>
    http.send('/api/v1/uploads', begin, async (reply) => {
      const path = reply.headers.get('location')
      if (reply.status === 201 && path !== null) return { path }
      return refusalOf(reply)
    }),
  )
  if (!('path' in begun)) return begun
  const { path } = begun
  // A visitor who takes a file back wants it gone.
  const remove = () =>
    void http.send(path, { method: 'DELETE', headers: usual, isQuiet: true }, () => {}).catch(() => {})
  signal.addEventListener('abort', remove)
  let offset = 0
  let size = mostAtOnce
  while (offset < file.size) {
    const from = offset
    const sent = await insistently(signal, async (failures) => {
      if (failures > 0) {
        size = Math.max(chunk, Math.floor(size / 2 / chunk) * chunk)
        offset = await offsetOf(path, signal)
      }
      const started = performance.now()
      const asked = {
        ...{ method: 'PATCH', signal, isQuiet: true, timeout: partTimeout },
        headers: { ...usual, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: file.slice(offset, offset + size),
      }
      return http.send(path, asked, async (reply) => {
        const reached = Number(reply.headers.get('upload-offset'))
        if (reply.status !== 204 && reply.status !== 409) return refusalOf(reply)
        if (performance.now() - started < partTimeout / 4) size = Math.min(mostAtOnce, size * 2)
        return { offset: reached }
      })
    })
    if (!('offset' in sent)) return sent
    offset = sent.offset
    // A server that takes nothing of it will take nothing of it later.
    if (offset <= from && sent.offset < file.size && size === chunk && offset === from) return failed
    onProgress(offset / file.size)
  }
  return insistently(signal, () =>
    http.send(path, { headers: usual, signal, isQuiet: true }, async (reply) => {
      const { reference } = (await reply.json()) as { reference?: string }
      signal.removeEventListener('abort', remove)
      return reference === undefined ? failed : { answer: reference }
    }),
  )
}

/** How far the server is. */
function offsetOf(path: string, signal: AbortSignal): Promise<number> {
  return http.send(path, { method: 'HEAD', headers: usual, signal, isQuiet: true, timeout: partTimeout }, (reply) => {
    if (!reply.ok) throw new Error('The upload is not there any more')
    return Number(reply.headers.get('upload-offset'))
  })
}

/** Why a file is not taken. @throws where it may be taken later */
async function refusalOf(reply: Response): Promise<Sent> {
  if (reply.status === 429 || reply.status === 503) throw new Error('The server is busy')
  if (reply.status !== 422) return failed
  const { errors = [] } = (await reply.json()) as Problem
  return { code: errors[0]?.code ?? 'fileFailed' }
}

/** Tries until there is an answer, with longer pauses each time; sooner once there is a connection again. */
async function insistently<T>(signal: AbortSignal, ask: (failures: number) => Promise<T>): Promise<T | Sent> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask(failures)
    } catch {
      if (signal.aborted || failures === mostFailures) return failed
      await new Promise<void>((resolve) => {
        const over = new AbortController()
        const go = () => {
          over.abort()
          resolve()
        }
        const timer = setTimeout(go, Math.min(15_000, 500 * 2 ** failures))
        addEventListener('online', go, { signal: over.signal })
        signal.addEventListener('abort', go, { signal: over.signal })
        over.signal.addEventListener('abort', () => clearTimeout(timer))
      })
    }
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** A question that is answered with files, which are sent as they are chosen. */
export function SentFiles(props: WidgetProps) {
  return <FilesWidget {...props} send={sendFile} />
}
