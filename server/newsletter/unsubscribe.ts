import type { Catalog } from '#engine/catalog/catalog.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Row, Statement, Storage } from '../storage/storage.ts'
import { leftLeads } from './left-leads.ts'
import { noticesOf } from './notices.ts'
import { subscriberHash } from './subscriber-hash.ts'
import { subscriptionLock, suppress } from './suppressions.ts'
import { tokenHash } from './tokens.ts'
import {
  callOff,
  endSubscriptions,
  markUsed,
  selectSubscribed,
  tell,
  type UnsubscribedBy,
} from './unsubscribe-statements.ts'

/** What unsubscribing works with. */
export interface Unsubscribing {
  catalog: () => Catalog
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once there is something to deliver. */
  onEnded: () => void
}

/** The token of a mail, and the brand whose page it was brought to, by id. */
interface Link {
  token: string
  brand: string
}

/**
 * Ends all that an address has subscribed to at a brand, by the token of any mail that went to it: in one transaction
 * the address is suppressed, what has not left is called off, and partners that had the leads are told. What signs up in
 * the same moment ends with it. Once more is the same. Rejects with StorageUnavailable.
 * @returns the forms of the subscriptions that ended now; null where it is no token of the brand
 */
export async function unsubscribe(
  { catalog, storage, hash, now, onEnded }: Unsubscribing,
  { token, brand }: Link,
  by: UnsubscribedBy,
): Promise<string[] | null> {
  const known = tokenHash(token)
  const [[found] = []] = await storage.read([selectToken(known, brand)])
  if (!found) return null
  const lead = String(found.lead_id)
  const to = { address: String(found.address ?? ''), brand }
  const isTheirs = (text: string) => subscriberHash(hash, text) === to.address
  const moment = now()
  const at = new Date(moment).toISOString()
  const forms: string[] = []
  for (let isFirst = true; ; isFirst = false) {
    const [rows = []] = await storage.read([selectSubscribed(to, lead)])
    if (rows.length === 0 && !isFirst) break
    const ids = rows.map((row: Row) => String(row.lead_id))
    const leads = await leftLeads(storage, catalog(), ids, isTheirs)
    await storage.atomic([
      ...storage.lock(subscriptionLock(to.address)),
      ...(to.address === '' ? [] : [suppress(to, at)]),
      ...(ids.length === 0 ? [] : [callOff(ids)]),
      ...leads.flatMap(({ lead, deliveries }) =>
        noticesOf(catalog().partners, lead, deliveries, at).map((notice) => tell(lead.id, notice, moment)),
      ),
      ...(ids.length === 0 ? [] : [endSubscriptions(ids, at, by)]),
      markUsed(known, moment),
    ])
    forms.push(...leads.map(({ lead }) => lead.form))
  }
  if (forms.length > 0) onEnded()
  return forms
}

function selectToken(hash: string, brand: string): Statement {
  return {
    sql: `SELECT mail_tokens.lead_id, subscriptions.address FROM mail_tokens
      LEFT JOIN subscriptions ON subscriptions.lead_id = mail_tokens.lead_id
      WHERE mail_tokens.hash = ? AND mail_tokens.purpose = 'unsubscribe' AND mail_tokens.brand = ?`,
    parameters: [hash, brand],
  }
}
