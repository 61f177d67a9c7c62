import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { firstSetting } from './settings.ts'
import type { Storage } from './storage.ts'

/**
 * HMAC-SHA-256 of a text, as base64url. Who does not have the key can neither make such a hash nor try texts against it;
 * hashes for one purpose say nothing about those for another.
 */
export type KeyedHash = (purpose: string, text: string) => string

/**
 * The installation's secret key: the one from the environment, or else one that is made once and kept in storage, so
 * that all servers on a database have the same.
 */
export async function openSecretKey(storage: Storage, fromEnvironment: string | null): Promise<KeyedHash> {
  const key = fromEnvironment ?? (await firstSetting(storage, 'secret key', randomBytes(32).toString('base64url')))
  // Purposes are few, and to prepare a key costs more than a hash.
  const keys = new Map<string, KeyObject>()
  return (purpose, text) => {
    const own = keys.get(purpose) ?? createSecretKey(createHmac('sha256', key).update(purpose).digest())
    keys.set(purpose, own)
    return createHmac('sha256', own).update(text).digest('base64url')
  }
}
