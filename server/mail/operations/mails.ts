import type { Site } from '#engine/site'
import {
  type DeliveryQuery,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  payloadOf,
  visitors,
} from '#server/leads'
import type { Storage } from '#server/storage'
import { composeDeferred } from '../write-deferred.ts'
import { isDeferred, setMail, type VisitorMail, type WrittenMail } from '../write-mail.ts'

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
export async function showMail(storage: Storage, site: Site, id: string): Promise<ShownMail | null> {
  const listed = await findDelivery(storage, id)
  if (listed?.partner !== visitors) return null
  const payload = await payloadOf(storage, id)
  if (payload === '') return { ...listed, mail: null, isPreview: false }
  const kept = JSON.parse(payload) as VisitorMail
  const isPreview = isDeferred(kept)
  const composed = isPreview ? await composeDeferred(storage, site, listed.subjectId, kept) : { mail: kept }
  const written = composed === 'over' ? undefined : composed?.mail
  if (!written) return { ...listed, mail: null, isPreview }
  const { to, from, subject, text } = setMail(written)
  return { ...listed, mail: { to, from, subject, text }, isPreview }
}
