import type { ConfirmationState } from '#engine/catalog/portal/sections/confirmation.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { isGuarded } from '../leads/store-lead.ts'
import { countReleased } from '../partners/routing-statements.ts'
import type { Row, Statement, Storage } from '../storage/storage.ts'
import { liftSuppression, subscriptionLock } from './suppressions.ts'
import { tokenHash } from './tokens.ts'

/** Who pressed the button, and when. */
export interface Confirmation {
  token: string
  /** The brand whose page it was pressed on. */
  brand: string
  ip: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Confirms the subscription that a mailed token is for: evidence gets the time and the address, and what was held for
 * partners is released, in one transaction. A token confirms once; pressed again it says the same. Rejects with
 * StorageUnavailable.
 */
export async function confirm(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  confirmation: Confirmation,
): Promise<ConfirmationState> {
  for (;;) {
    const [[found] = [], held = []] = await storage.read([selectToken(confirmation), selectHeld(confirmation)])
    if (!found) return 'unknown'
    if (found.state === 'confirmed') return 'confirmed'
    if (found.state !== 'pending' || Number(found.expires_at) <= confirmation.now) return 'expired'
    try {
      await storage.atomic(statements(storage, found, held, partners, confirmation))
      return 'confirmed'
    } catch (error) {
      // Somebody else was faster, or its time was over just then: it is looked at anew.
      if (!isGuarded(error)) throw error
    }
  }
}

function selectToken({ token, brand }: Confirmation): Statement {
  return {
    sql: `SELECT t.lead_id, t.expires_at, s.state, s.address, s.brand, s.form
      FROM mail_tokens t LEFT JOIN subscriptions s ON s.lead_id = t.lead_id
      WHERE t.hash = ? AND t.purpose = 'confirm' AND t.brand = ?`,
    parameters: [tokenHash(token), brand],
  }
}

function selectHeld({ token }: Confirmation): Statement {
  return {
    sql: `SELECT DISTINCT partner FROM deliveries
      WHERE state = 'held' AND subject_id = (SELECT lead_id FROM mail_tokens WHERE hash = ?)`,
    parameters: [tokenHash(token)],
  }
}

function statements(
  storage: Storage,
  { lead_id: lead, address, brand, form }: Row,
  held: readonly Row[],
  partners: Readonly<Record<string, PartnerDefinition>>,
  { token, ip, now }: Confirmation,
): Statement[] {
  const hash = tokenHash(token)
  const at = new Date(now).toISOString()
  return [
    ...storage.lock(subscriptionLock(String(address))),
    {
      sql: `INSERT INTO guards (holds) SELECT NULL
        WHERE NOT EXISTS (SELECT 1 FROM mail_tokens WHERE hash = ? AND used_at IS NULL AND expires_at > ?)`,
      parameters: [hash, now],
    },
    {
      sql: `UPDATE subscriptions SET state = 'confirmed', confirmed_at = ?, confirmed_ip = ?
        WHERE lead_id = ? AND state = 'pending'`,
      parameters: [at, ip, lead],
    },
    // It may expire between the two.
    {
      sql: `INSERT INTO guards (holds) SELECT NULL
        WHERE NOT EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state = 'confirmed')`,
      parameters: [lead],
    },
    { sql: 'UPDATE mail_tokens SET used_at = ? WHERE hash = ?', parameters: [now, hash] },
    liftSuppression({ address: String(address), brand: String(brand) }, at),
    // Who is subscribed already is passed on once.
    {
      sql: `UPDATE deliveries SET state = 'erased', payload = '' WHERE subject_id = ? AND state = 'held'
        AND EXISTS (SELECT 1 FROM subscriptions
          WHERE address = ? AND brand = ? AND form = ? AND state = 'confirmed' AND lead_id <> ?)`,
      parameters: [lead, address, brand, form, lead],
    },
    ...held.flatMap(({ partner }) => countReleased(String(lead), String(partner), partners[String(partner)], now)),
    {
      sql: "UPDATE deliveries SET state = 'pending', due_at = ? WHERE subject_id = ? AND state = 'held'",
      parameters: [now, lead],
    },
  ]
}
