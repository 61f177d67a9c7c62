import { randomUUID } from 'node:crypto'
import { contentHash } from '#engine/node'
import { keyAt } from '#engine/site'
import type { Keys } from './store-lead.ts'

/** What a submission is known again by. */
interface Sent {
  form: string
  key: string
  /** The hash of what was sent. */
  bodyHash: string
}

/**
 * An API caller's key. The same key with the same body is the same lead, from whatever address it comes: a program that
 * tries again may leave by another. With another body it is the mistake of a caller that used it before, and a stranger's
 * own key otherwise: nobody signs in, so a caller is known by its address and by what it calls itself.
 *
 * Both hold the key before any hash: keys that are made here are in the order of time, and an index of hashes would change
 * a page of the database for each lead.
 */
export function apiKeys({ form, key, bodyHash }: Sent, ip: string, userAgent: string): Keys {
  return {
    idempotencyKey: `api ${form} ${key} ${bodyHash}`,
    keyScope: `${key} ${contentHash(JSON.stringify(['api', form, key, ip, userAgent]))}`,
  }
}

/**
 * The key of a filled page, whether it was sent with JavaScript or without. A visitor who goes back and corrects an
 * answer sends a new lead; a second press of the button does not.
 */
export function pageKeys({ form, key, bodyHash }: Sent): Keys {
  return { idempotencyKey: `page ${form} ${fillingOf(key)} ${bodyHash}`, keyScope: null }
}

/** What a filling is known by: a hash of the key that its page carries, as the lead of a page has it in its own. */
export function fillingOf(key: string): string {
  return contentHash(key)
}

/** What the filling of a page is known by in a key made of it; null in any other. */
export function fillingIn({ idempotencyKey }: Pick<Keys, 'idempotencyKey'>): string | null {
  return /^page \S+ (\S+) \S+$/.exec(idempotencyKey ?? '')?.[1] ?? null
}

/** A key for a form that is begun now. @param now milliseconds since the epoch */
export function mintKey(now: number): string {
  return keyAt(now, randomUUID())
}
