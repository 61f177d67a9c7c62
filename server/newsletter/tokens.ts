import { createHash, randomBytes } from 'node:crypto'
import { ifStored } from '../leads/if-stored.ts'
import type { Statement } from '../storage/storage.ts'
import type { MailTokenRow } from '../storage/tables/tables.ts'

/** The token of a mailed link. Whoever has it may do what it is for, so it stands in the mail and nowhere else. */
export interface MailToken {
  /** 256 random bits as base64url. */
  token: string
  /** What is stored of it. */
  hash: string
}

export function mintToken(): MailToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** SHA-256 as base64url; no key, since nobody finds 256 random bits by trying. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** What a visitor sends as a token; null where it cannot be one. */
export function readToken(sent: unknown): string | null {
  return typeof sent === 'string' && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : null
}

/** Stores a token, if its lead is stored. */
export function insertToken({ hash, purpose, lead_id, brand, expires_at }: Omit<MailTokenRow, 'used_at'>): Statement {
  return {
    sql: `INSERT INTO mail_tokens (hash, purpose, lead_id, brand, expires_at) SELECT ?, ?, ?, ?, CAST(? AS BIGINT) ${ifStored('?')}`,
    parameters: [hash, purpose, lead_id, brand, expires_at, lead_id],
  }
}
