import { createHash } from 'node:crypto'

/** What is stored of the mark of the browser that saved: with each link another, so that saved forms cannot be told to be one person's. */
export function deviceHash(token: string, mark: string): string {
  return createHash('sha256').update(`${token} ${mark}`).digest('base64url')
}
