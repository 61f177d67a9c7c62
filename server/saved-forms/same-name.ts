import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two people who spell a name in their own way mean the same: capitals, accents, spaces and hyphens make no difference. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) !== '' && isSame(plain(one), plain(other))
}

/** Whether two texts are the same, which takes as long as if they were not. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

/** In capitals ß is SS, as people write it who have no ß. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
