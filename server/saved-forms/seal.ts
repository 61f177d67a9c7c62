import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Answers } from '#engine/form/journey/answers.ts'
import type { Attribution } from '#engine/form/lead/attribution.ts'
import type { KeyedHash } from '../storage/secret-key.ts'

/** What is kept of a form for later, and nobody reads without the link. */
export interface SavedContent {
  /** What was answered, without ticks. */
  answers: Answers
  /** The idempotency key of the filling, which goes on. */
  key: string
  attribution: Attribution
  /** What another device is asked for; null where it was not answered yet. */
  lastName: string | null
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The content as AES-256-GCM: initialisation vector, tag and ciphertext, as base64url. */
export function seal(hash: KeyedHash, token: string, content: SavedContent): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(hash, token), iv)
  const sealed = Buffer.concat([sealing.update(JSON.stringify(content), 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed; null where the token or the installation's key is another, or the bytes were changed. */
export function unseal(hash: KeyedHash, token: string, text: string): SavedContent | null {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const opening = createDecipheriv(cipher, keyOf(hash, token), bytes.subarray(0, ivBytes))
    opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const opened = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
    return JSON.parse(opened.toString('utf8')) as SavedContent
  } catch {
    return null
  }
}

/** Made of the token, of which only a hash is stored, and of the installation's key: neither alone is enough. */
function keyOf(hash: KeyedHash, token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, hash('saved form', 'salt'), 'leadwright saved form', 32))
}
