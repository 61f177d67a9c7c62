import { randomBytes } from 'node:crypto'

const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154', 'hex')

/** What is taken for a picture. @param more what it ends in */
export function png(bytes: number, more = ''): Buffer {
  return Buffer.concat([pngHead, randomBytes(bytes - pngHead.length), Buffer.from(more)])
}

/** An upload that has begun. */
export interface BegunUpload {
  path: string
  address: string
  /** Sends the bytes between two places, as if they belonged at `offset`. */
  send(from: number, to?: number, offset?: number): Promise<Response>
  /** How much of it is stored. */
  stored(): Promise<number>
  /** What answers refer to it by; undefined until it is complete. */
  reference(): Promise<string | undefined>
}

/** Asks to upload a file, as programs do (tus 1.0.0). */
export function askToUpload(origin: string, bytes: number, about: Readonly<Record<string, string>>): Promise<Response> {
  const metadata = Object.entries({ locale: 'en', filename: 'roof.png', ...about })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  return fetch(`${origin}/api/v1/uploads`, {
    method: 'POST',
    headers: { 'upload-length': String(bytes), 'upload-metadata': metadata },
  })
}

/** Begins to upload a file. @throws where it is refused */
export async function beginUpload(
  origin: string,
  content: Buffer,
  about: Readonly<Record<string, string>>,
): Promise<BegunUpload> {
  const begun = await askToUpload(origin, content.length, about)
  if (begun.status !== 201) throw new Error(await begun.text())
  return uploadAt(origin, begun.headers.get('location') ?? '', content)
}

/** An upload that has begun, maybe at a server that was started since. */
export function uploadAt(origin: string, path: string, content: Buffer): BegunUpload {
  const address = origin + path
  return {
    path,
    address,
    send: (from, to = content.length, offset = from) =>
      fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: new Uint8Array(content.subarray(from, to)),
      }),
    async stored() {
      return Number((await fetch(address, { method: 'HEAD' })).headers.get('upload-offset'))
    },
    async reference() {
      return ((await (await fetch(address)).json()) as { reference?: string }).reference
    },
  }
}
