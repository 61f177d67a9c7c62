import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { KeyedHash } from '#server/storage'

const cipher = 'aes-256-gcm'

const ivBytes = 12

const tagBytes = 16

/** How much of a file is encrypted at a time, in bytes. */
export const chunkBytes = 64 * 1024

const sealedChunkBytes = ivBytes + chunkBytes + tagBytes

/** The key of one file: made of the installation's and of the file's id. */
export function fileKey(hash: KeyedHash, id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', hash('upload', id), id, 'leadwright upload', 32))
}

/** What is authenticated with a chunk: its position, and whether the file ends there. None can be moved or cut off. */
function position(index: number, isLast: boolean): Buffer {
  return Buffer.from(`${index}${isLast ? ' end' : ''}`)
}

function seal(key: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv).setAAD(position(index, isLast))
  return Buffer.concat([iv, sealing.update(plain), sealing.final(), sealing.getAuthTag()])
}

/** @throws where the chunk is another, has another position, or was changed */
function unseal(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes)).setAAD(position(index, isLast))
  opening.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([opening.update(sealed.subarray(ivBytes, -tagBytes)), opening.final()])
}

/**
 * How much of a file is on disk, in whole chunks: what a stop cut off is sent again, and the last chunk in any case, so
 * that an upload which stopped before it was completed goes on. In bytes before encryption.
 * @param total how large the file is
 */
export async function sealedOffset(path: string, total: number): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
  const last = Math.ceil(total / chunkBytes) - 1
  return Math.min(Math.floor(size / sealedChunkBytes), last) * chunkBytes
}

/** More came than the file may have. */
export class TooLarge extends Error {}

interface Appending {
  key: Buffer
  /** Where the stream begins, in bytes before encryption: the end of a whole chunk. */
  offset: number
  /** How large the file is; null where its stream says so by its end. */
  total: number | null
  /** The most that the file may have. */
  most: number
}

/**
 * Encrypts what a stream brings, chunk by chunk, and appends it to a file. When it resolves, the bytes are on disk. A
 * stream that breaks off leaves whole chunks.
 * @returns how much there is now, and whether that is all
 * @throws TooLarge, or what the disk or the stream throws
 */
export async function appendSealed(
  path: string,
  { key, offset, total, most }: Appending,
  stream: AsyncIterable<Uint8Array>,
): Promise<{ offset: number; isWhole: boolean }> {
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
  let at = offset
  let held: Buffer = Buffer.alloc(0)
  const write = async (plain: Buffer, isLast: boolean) => {
    const index = at / chunkBytes
    await file.write(seal(key, index, isLast, plain), 0, undefined, index * sealedChunkBytes)
    at += plain.length
  }
  try {
    await file.truncate((offset / chunkBytes) * sealedChunkBytes)
    for await (const piece of stream) {
      held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece])
      if (at + held.length > most || (total !== null && at + held.length > total)) throw new TooLarge()
      // The last chunk is marked as such, so the one at hand waits until there is more.
      while (held.length > chunkBytes) {
        await write(held.subarray(0, chunkBytes), false)
        held = held.subarray(chunkBytes)
      }
    }
    const isWhole = total === null || at + held.length === total
    if (held.length > 0 && (isWhole || held.length === chunkBytes)) await write(held, isWhole)
    return { offset: at, isWhole }
  } finally {
    await file.sync().finally(() => file.close())
  }
}

/**
 * The content of an encrypted file.
 * @param bytes how many it has: a file that was cut off is refused
 * @throws while it is read, where it was changed
 */
export async function* readSealed(
  sealed: AsyncIterable<Uint8Array>,
  key: Buffer,
  bytes: number,
): AsyncGenerator<Buffer> {
  const count = Math.ceil(bytes / chunkBytes)
  let index = 0
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of sealed) {
    held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece])
    while (index < count - 1 && held.length >= sealedChunkBytes) {
      yield unseal(key, index, false, held.subarray(0, sealedChunkBytes))
      held = held.subarray(sealedChunkBytes)
      index++
    }
  }
  if (index !== count - 1) throw new Error('The stored file is shorter than it was.')
  yield unseal(key, index, true, held)
}
