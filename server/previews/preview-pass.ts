import { timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '#server/storage'

/** What can be previewed, as in /preview/form/solar. */
export type Previewed = 'form' | 'page'

/** For how long a preview address is good, in ms. */
export const previewTime = 24 * 60 * 60 * 1000

/**
 * The path of a preview, which lets whoever has it see drafts until a moment.
 * @param until ms since the epoch
 */
export function previewPath(hash: KeyedHash, kind: Previewed, id: string, until: number): string {
  const pass = until.toString(36)
  return `/preview/${kind}/${id}?pass=${pass}.${signature(hash, pass)}`
}

/** Until when a pass is good, in ms since the epoch; null when it is not. */
export function expiryOf(hash: KeyedHash, pass: string, now: number): number | null {
  const [time = '', signed = ''] = pass.split('.')
  const expected = Buffer.from(signature(hash, time))
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const until = Number.parseInt(time, 36)
  return until > now ? until : null
}

function signature(hash: KeyedHash, pass: string): string {
  return hash('preview', pass)
}
