import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { compile, queries, type Statement, type Storage } from '#server/storage'

/** A key a partner reads its leads with; only its SHA-256 is kept. */
interface PartnerKeyRow {
  id: string
  partner: string
  hash: string
  created_at: string
  revoked_at: string | null
  /** Within the hour; null before its first use. */
  last_used_at: string | null
}

const db = queries.withTables<{ partner_keys: PartnerKeyRow }>()

/** A new key. `key` is shown once: only its hash is stored. */
export interface NewKey {
  id: string
  key: string
}

/** `lw_`, the key's id, and 32 random bytes as base64url. */
const keyPattern = /^lw_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/

/** Makes and stores a key for a partner. Older keys stay valid until they are revoked. */
export async function createKey(storage: Storage, partner: string, now: () => number): Promise<NewKey> {
  const made = newKey()
  await storeKey(storage, partner, made, now)
  return made
}

/** A key that no partner has yet. */
function newKey(): NewKey {
  const id = randomBytes(8).toString('hex')
  return { id, key: `lw_${id}_${randomBytes(32).toString('base64url')}` }
}

/** Gives a new key to a partner. */
async function storeKey(storage: Storage, partner: string, { id, key }: NewKey, now: () => number): Promise<void> {
  const created_at = new Date(now()).toISOString()
  const row = { id, partner, hash: hashOf(key), created_at, revoked_at: null, last_used_at: null }
  await storage.atomic([compile(db.insertInto('partner_keys').values(row))])
}

/** Ends a key at once. Returns false when there is no such key, or it was revoked before. */
export async function revokeKey(storage: Storage, id: string, now: () => number): Promise<boolean> {
  const revoke = db
    .updateTable('partner_keys')
    .set({ revoked_at: new Date(now()).toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
  const [rows = []] = await storage.atomic([compile(revoke)])
  return rows.length === 1
}

/** Holds once a key was revoked at this moment, as an SQL condition. @param now ms since the epoch */
export function isRevokedAt(id: string, now: number): Statement {
  const sql = 'EXISTS (SELECT 1 FROM partner_keys WHERE id = ? AND revoked_at = ?)'
  return { sql, parameters: [id, new Date(now).toISOString()] }
}

/** How exactly it is known when a key was used last, in ms: reading is not to write each time. */
const usePrecision = 60 * 60 * 1000

/**
 * Notes when keys are used. Nobody waits for it, and what storage cannot commit is noted at the next use.
 * @returns called with a key that was verified
 */
export function keyUses(storage: Storage, now: () => number): (key: string) => void {
  const noted = new Map<string, number>()
  return (key) => {
    const id = keyPattern.exec(key)?.[1] ?? ''
    const at = now()
    if (at - (noted.get(id) ?? 0) < usePrecision) return
    noted.set(id, at)
    const update = db
      .updateTable('partner_keys')
      .set({ last_used_at: new Date(at).toISOString() })
      .where('id', '=', id)
    storage.atomic([compile(update)]).catch(() => noted.delete(id))
  }
}

/** Returns the partner that a key belongs to, or null. What is no key at all costs no storage call. */
export async function verifyKey(storage: Storage, key: string): Promise<string | null> {
  const id = keyPattern.exec(key)?.[1]
  if (id === undefined) return null
  const select = db
    .selectFrom('partner_keys')
    .select(['partner', 'hash'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  const [rows = []] = await storage.read([compile(select)])
  const [row] = rows
  if (!row) return null
  const equal = timingSafeEqual(Buffer.from(String(row.hash), 'hex'), Buffer.from(hashOf(key), 'hex'))
  return equal ? String(row.partner) : null
}

/** Every key without the key itself, newest first. */
export async function listKeys(storage: Storage): Promise<Omit<PartnerKeyRow, 'hash'>[]> {
  const select = db
    .selectFrom('partner_keys')
    .select(['id', 'partner', 'created_at', 'revoked_at', 'last_used_at'])
    .orderBy('created_at', 'desc')
  const [rows = []] = await storage.read([compile(select)])
  return rows as unknown as Omit<PartnerKeyRow, 'hash'>[]
}

/** Says whether a partner has a key that works. */
export async function hasKey(storage: Storage, partner: string): Promise<boolean> {
  const select = db
    .selectFrom('partner_keys')
    .select('id')
    .where('partner', '=', partner)
    .where('revoked_at', 'is', null)
    .limit(1)
  const [rows = []] = await storage.read([compile(select)])
  return rows.length === 1
}

/** A plain hash is enough: the key is 256 random bits, which no one can guess through. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Where the demo partner's key is (null: it pulls nothing, or has keys made otherwise), or why there is none. */
type DemoKey = { ok: true; file: string | null } | { ok: false; reason: string }

/**
 * The file with the demo partner's key, so that the first start can show how leads are read. Made once.
 *
 * The file comes first: a key whose file was not written would be lost, since storage has only its hash.
 */
export async function demoKeyFile(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  dataDir: string,
  now: () => number,
): Promise<DemoKey> {
  const file = join(dataDir, 'demo.key')
  if (!Object.values(partners.demo?.deliveries ?? {}).some(({ kind }) => kind === 'pull'))
    return { ok: true, file: null }
  if (await hasKey(storage, 'demo')) return { ok: true, file: existsSync(file) ? file : null }
  const key = newKey()
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Its mode counts for a new file only.
    await rm(file, { force: true })
    await writeFile(file, `${key.key}\n`, { mode: 0o600 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      ok: false,
      reason: `Failed to create a key for the demo partner, because its file cannot be written (${why}). Check DATA_DIR.`,
    }
  }
  await storeKey(storage, 'demo', key, now)
  return { ok: true, file }
}
