import { contactHash } from '../leads/contact-hashes.ts'
import type { KeyedHash } from '../secret-key.ts'

/** What a subscriber is known by once the address itself is erased. Capitals make no difference. */
export function subscriberHash(hash: KeyedHash, address: string): string {
  return contactHash(hash, address.trim().toLowerCase())
}
