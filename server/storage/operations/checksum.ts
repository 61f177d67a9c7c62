import { createHash } from 'node:crypto'
import type { Row } from '../storage.ts'

/** Tells whether two sides hold the same rows, byte for byte. */
export interface Checksum {
  add(rows: readonly Row[]): void
  rows(): number
  value(): string
}

/** The same for the same rows in any order: engines sort text by rules of their own. */
export function createChecksum(): Checksum {
  let count = 0
  let sum = 0n
  return {
    add(rows) {
      for (const row of rows) {
        const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
        const digest = createHash('sha256').update(JSON.stringify(entries)).digest()
        sum = BigInt.asUintN(128, sum + digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8))
        count += 1
      }
    },
    rows: () => count,
    value: () => `${count} ${sum}`,
  }
}
