import { createHash, randomBytes } from 'node:crypto'

/** For how long a subscription may be confirmed, in ms. */
export const confirmableFor = 7 * 24 * 60 * 60 * 1000

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
