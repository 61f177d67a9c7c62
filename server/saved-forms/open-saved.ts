import type { Opened, OpenOrder } from '#engine/site/page-host.ts'
import { erasedAddress } from '../leads/erased-address.ts'
import { readToken, tokenHash } from '../leads/subscriptions.ts'
import type { KeyedHash } from '../storage/secret-key.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { deviceHash } from './device.ts'
import { endSaved } from './end-saved.ts'
import { isSame, isSameName } from './same-name.ts'
import { type SavedContent, unseal } from './seal.ts'

/** After so many wrong answers a link works no more. */
const mostTries = 5

/** What opening works with. */
interface Opening {
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Opens a saved form: at once for the browser that saved it, for others when they know the last name in it or, where there
 * is none yet, the address that the link went to. Rejects with StorageUnavailable.
 */
export async function openSaved(
  opening: Opening,
  { token, form, brand, device, said }: OpenOrder & { brand: string },
): Promise<Exclude<Opened, { kind: 'busy' }>> {
  const { storage, hash, now } = opening
  const known = readToken(token)
  if (known === null) return { kind: 'gone' }
  const key = [tokenHash(known), form, brand, now, mostTries]
  const isIt = 'hash = ? AND form = ? AND brand = ? AND expires_at > ? AND tries < ?'
  // A try counts before it is judged, so that many at once are no more than five.
  const [[row] = []] =
    said === null
      ? await storage.read([{ sql: `SELECT * FROM saved_forms WHERE ${isIt}`, parameters: key }])
      : await storage.atomic([
          { sql: `UPDATE saved_forms SET tries = tries + 1 WHERE ${isIt} RETURNING *`, parameters: key },
        ])
  const content = row ? unseal(hash, known, String(row.sealed)) : null
  if (!row || !content) return { kind: 'gone' }
  const { lastName, ...saved } = content
  const isDevice = row.device !== null && device !== '' && isSame(String(row.device), deviceHash(known, device))
  if (isDevice) return { kind: 'open', ...saved }
  const what = lastName === null ? 'email' : 'name'
  if (said === null) return { kind: 'asks', what, isWrong: false }
  if (isRight(hash, row, content, said)) {
    await storage.atomic([{ sql: 'UPDATE saved_forms SET tries = 0 WHERE hash = ?', parameters: [row.hash] }])
    return { kind: 'open', ...saved }
  }
  if (Number(row.tries) < mostTries) return { kind: 'asks', what, isWrong: true }
  await storage.atomic(endSaved('hash = ?', [row.hash]))
  return { kind: 'gone' }
}

function isRight(hash: KeyedHash, { address }: Row, { lastName }: SavedContent, said: string): boolean {
  return lastName === null ? isSame(String(address), erasedAddress(hash, said)) : isSameName(lastName, said)
}
