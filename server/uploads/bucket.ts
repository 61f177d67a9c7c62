import { createReadStream, openAsBlob } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'

/** Where whole files are kept, encrypted. */
export interface Bucket {
  /** Takes a file from a path, which is gone then. When it resolves, the bucket has it. */
  put(id: string, path: string): Promise<void>
  /** null where there is no such file. Nothing is opened before the first byte is asked for. */
  read(id: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Also where there is none. */
  remove(id: string): Promise<void>
  /** The files and when each was put there, in milliseconds since the epoch. */
  list(): AsyncIterable<{ id: string; putAt: number }>
}

/** A folder of this machine. */
export function folderBucket(folder: string): Bucket {
  const at = (id: string) => join(folder, id)
  return {
    async put(id, path) {
      await rename(path, at(id))
      const directory = await open(folder)
      await directory.sync().finally(() => directory.close())
    },
    async read(id) {
      return (await stat(at(id)).catch(unlessMissing)) ? readPart(at(id)) : null
    },
    remove: (id) => rm(at(id), { force: true }),
    async *list() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        const found = entry.isFile() ? await stat(at(entry.name)).catch(unlessMissing) : null
        if (found) yield { id: entry.name, putAt: found.mtimeMs }
      }
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** How long a bucket may be silent, in ms. */
const bucketTimeout = 60_000

/**
 * A bucket that speaks the S3 protocol.
 * @param address https://KEY:SECRET@host/bucket?region=eu-central-1
 */
export function s3Bucket(address: string): Bucket {
  const { username, password, protocol, host, pathname, searchParams } = new URL(address)
  const base = `${protocol}//${host}${pathname.replace(/\/$/, '')}`
  const credentials = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
  }

  async function call(method: string, path: string, body?: Blob): Promise<Response> {
    // What is sent is encrypted and authenticated already.
    const headers = { 'x-amz-content-sha256': body ? 'UNSIGNED-PAYLOAD' : emptyHash }
    const signed = await new AwsV4Signer({ ...credentials, method, url: base + path, headers }).sign()
    const answer = await fetch(signed.url, {
      ...{ method, headers: signed.headers, redirect: 'error' },
      ...(body ? { body } : { signal: AbortSignal.timeout(bucketTimeout) }),
    })
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    throw new Error(`The bucket responded to ${method} with ${answer.status}.`)
  }

  return {
    async put(id, path) {
      const answer = await call('PUT', `/${id}`, await openAsBlob(path))
      if (!answer.ok) throw new Error('The bucket does not exist.')
      await answer.body?.cancel()
      await rm(path, { force: true })
    },
    async read(id) {
      const { ok } = await call('HEAD', `/${id}`)
      if (!ok) return null
      return (async function* () {
        const { ok: isThere, body } = await call('GET', `/${id}`)
        if (!isThere || !body) throw new Error('The file is gone from the bucket.')
        yield* body
      })()
    },
    async remove(id) {
      await (await call('DELETE', `/${id}`)).body?.cancel()
    },
    async *list() {
      let after = ''
      for (;;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(after && { 'start-after': after }) })
        const text = await (await call('GET', `?${query}`)).text()
        const entries = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
          id: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
          putAt: Date.parse(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? ''),
        }))
        yield* entries
        if (!text.includes('<IsTruncated>true')) return
        after = entries.at(-1)?.id ?? ''
      }
    },
  }
}

/** The SHA-256 of nothing. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** A file of this machine. It is opened with the first byte. */
export async function* readPart(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
