import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes fetched at a time: to ask the system for those of each id costs more than all else about it. */
const size = 4096

/** What an id takes of them. */
const share = 16

/**
 * Ids of version 7, whose order is the order in which they were made: those of one millisecond count on from a random
 * number (RFC 9562, section 6.2, method 1). @param now milliseconds since the epoch
 */
export function leadIds(now: () => number): () => string {
  const pool = Buffer.alloc(size)
  let used = size
  let last = Number.NaN
  let seq = 0
  return () => {
    if (used === size) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + share)
    used += share
    const msecs = now()
    // It begins in the lower half of its 32 bits: no millisecond makes so many that it overflows.
    seq = msecs === last ? seq + 1 : random.readUInt32BE() >>> 1
    last = msecs
    return v7({ msecs, seq, random })
  }
}
