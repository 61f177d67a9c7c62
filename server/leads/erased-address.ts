import type { KeyedHash } from '#server/storage'

/** What an e-mail address is known by among erasures, and where it must be found again to be erased. Capitals make no difference. */
export function erasedAddress(hash: KeyedHash, address: string): string {
  return hash('erased address', address.trim().toLowerCase())
}
