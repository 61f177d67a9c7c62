import type { ClaimedDelivery } from './claim.ts'
import type { Settlement } from './settle.ts'

/** What became of a lead whose delivery was refused, and is settled so. */
export type PassedOn =
  /** It went to these partners, by id; to none, when there is nobody left who takes it. */
  | { to: readonly string[] }
  /** It stays where it is: nobody else is to be asked, or somebody else settled the delivery. */
  | { to: null }

/** Settles a refused delivery and passes its lead on, in one transaction. Rejects with StorageUnavailable. */
export type PassOn = (delivery: ClaimedDelivery, settlement: Settlement) => Promise<PassedOn>
