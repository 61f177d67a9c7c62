import { hash } from 'node:crypto'

/** The first 128 bits of a text's SHA-256, in hexadecimal: a name for what it says. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text).slice(0, 32)
}
