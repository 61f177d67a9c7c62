import type { Catalog } from '#engine/catalog/catalog.ts'
import type { DeliveryQuery, ListedDelivery } from '../../outbox/operations/list-deliveries.ts'
import { findDelivery, listDeliveries } from '../../outbox/operations/list-deliveries.ts'
import { compile, db } from '../../storage/sql.ts'
import type { Storage } from '../../storage/storage.ts'
import { setMail } from '../set-mail.ts'
import { isPromised, type VisitorMail, visitors, type WrittenMail } from '../visitor-mail.ts'
import { composePromised } from '../write-promised.ts'

/** A mail to a visitor as operators see it: personal data. */
export interface ShownMail extends ListedDelivery {
  /** null once it was erased, or when the definitions cannot write it. */
  mail: (Pick<WrittenMail, 'to' | 'from' | 'subject'> & { text: string }) | null
  /** It is written when it leaves; this is how the definitions would write it now. */
  isPreview: boolean
}

/** Lists mails to visitors, newest first, without what is in them. The next page stands `before` the last id of this one. */
export function listMails(
  storage: Storage,
  query: Pick<DeliveryQuery, 'state' | 'limit' | 'before'>,
): Promise<ListedDelivery[]> {
  return listDeliveries(storage, { ...query, partner: visitors, newestFirst: true })
}

/** @returns null where there is no such mail */
export async function showMail(storage: Storage, catalog: Catalog, id: string): Promise<ShownMail | null> {
  const listed = await findDelivery(storage, id)
  if (listed?.partner !== visitors) return null
  const [[row] = []] = await storage.read([compile(db.selectFrom('deliveries').select('payload').where('id', '=', id))])
  const payload = String(row?.payload ?? '')
  if (payload === '') return { ...listed, mail: null, isPreview: false }
  const kept = JSON.parse(payload) as VisitorMail
  const isPreview = isPromised(kept)
  const written = isPreview ? (await composePromised(storage, catalog, listed.subjectId, kept))?.mail : kept
  if (!written) return { ...listed, mail: null, isPreview }
  const { to, from, subject, text } = setMail(written)
  return { ...listed, mail: { to, from, subject, text }, isPreview }
}
