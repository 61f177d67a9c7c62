import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { compile, db } from './storage/sql.ts'
import type { Storage } from './storage/storage.ts'

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
  const key = fromEnvironment ?? (await keptKey(storage))
  // Purposes are few, and to prepare a key costs more than a hash.
  const keys = new Map<string, KeyObject>()
  return (purpose, text) => {
    const own = keys.get(purpose) ?? createSecretKey(createHmac('sha256', key).update(purpose).digest())
    keys.set(purpose, own)
    return createHmac('sha256', own).update(text).digest('base64url')
  }
}

const name = 'secret key'

async function keptKey(storage: Storage): Promise<string> {
  const [, [row] = []] = await storage.atomic([
    compile(
      db
        .insertInto('installation')
        .values({ name, value: randomBytes(32).toString('base64url') })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    ),
    compile(db.selectFrom('installation').select('value').where('name', '=', name)),
  ])
  return String(row?.value)
}
