import { email } from '#engine/form/model'
import { unsubscribeLink as mailId } from '#engine/library'
import { type Catalog, pressed, type UnsubscriptionState } from '#engine/site'
import type { UnsubscriptionSection } from '#schemas/generated/sections/unsubscription.ts'
import { isSameOrigin, localOrigin } from '#server/http'
import {
  insertLimitedMail,
  markAsked,
  quotaHash,
  readToken,
  subscriberHash,
  subscriberOf,
  type UnsubscribedBy,
  unsubscribe,
} from '#server/leads'
import { mailToVisitor, unsubscribeLink, writeMail } from '#server/mail'
import type { SectionPost } from '#server/pages'
import type { KeyedHash, Statement, Storage } from '#server/storage'
import { emailIn } from './email-in.ts'
import { noticesBy } from './notices.ts'

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

/** The longest address that a mail server takes, in characters. */
const longest = 254

/**
 * What is posted to the page where mails are unsubscribed from: by its button or with an address, and by mail programs,
 * which come from anywhere (RFC 8058).
 */
export function unsubscription(parts: Unsubscribing): SectionPost {
  const { catalog, storage, hash, now, onEnded } = parts

  async function byLink(query: URLSearchParams, brand: string, by: UnsubscribedBy): Promise<'done' | 'unknown'> {
    const token = readToken(query.get('token'))
    if (token === null) return 'unknown'
    const withdrawing = { storage, hash, now: now(), describe: noticesBy(catalog) }
    const ended = await unsubscribe(withdrawing, { token, brand }, by)
    if (ended && ended.length > 0) onEnded()
    return ended ? 'done' : 'unknown'
  }

  async function byAddress(
    typed: string,
    place: { brand: string; locale: string; localOrigin: string | null },
  ): Promise<UnsubscriptionState> {
    const address = typed.trim()
    if (address.length > longest || !email.format?.isRight(address, '')) return 'invalid'
    await mailLink(parts, { address, ...place })
    return 'mailed'
  }

  return async ({ request, brand, locale, query, body, section }) => {
    if (body.get('List-Unsubscribe') === 'One-Click') {
      const state = await byLink(query, brand, 'one-click')
      return { status: state === 'done' ? 200 : 404, ...(section as UnsubscriptionSection)[state] }
    }
    // Another site's page cannot unsubscribe anybody, nor have links mailed.
    if (body.get(pressed) !== section.kind || !isSameOrigin(request)) return null
    const typed = body.get('email')
    return typed === null
      ? byLink(query, brand, 'page')
      : byAddress(typed, { brand, locale, localOrigin: localOrigin(request) })
  }
}

/**
 * Mails a link to unsubscribe to an address, if it has subscribed. The answer is the same in either case, and so is the time
 * it takes, since something is committed each time. Rejects with StorageUnavailable.
 * @param asked `address` as it was typed, the language of the page, and the origin of a trial on this machine
 */
async function mailLink(
  parts: Unsubscribing,
  asked: { address: string; brand: string; locale: string; localOrigin: string | null },
): Promise<void> {
  const { storage, hash, now, onEnded } = parts
  const to = { address: subscriberHash(hash, asked.address), brand: asked.brand }
  const subscriber = await subscriberOf(storage, to)
  const moment = now()
  const mail = subscriber ? linkMail(parts, { ...asked, ...subscriber }, moment) : []
  await storage.atomic([...mail, markAsked(moment)])
  if (mail.length > 0) onEnded()
}

function linkMail(
  { catalog, hash }: Unsubscribing,
  {
    address,
    answers,
    ...place
  }: { address: string; lead: string; answers: string; brand: string; locale: string; localOrigin: string | null },
  now: number,
): Statement[] {
  // As the subscriber wrote it: capitals may matter to a mail server.
  const to = emailIn(JSON.parse(answers), (text) => text.toLowerCase() === address.toLowerCase())
  const link = unsubscribeLink(catalog(), { ...place, address: subscriberHash(hash, address) })
  if (to === null || !link) return []
  const { brand, locale } = place
  const mail = writeMail(catalog(), { to, mail: mailId, locale, brand, links: { unsubscribe: link.href } })
  if (!mail) return []
  // A message of its own each time: the first one may never have arrived.
  const message = mailToVisitor('unsubscribe-link', mail, `${mailId}/${now}`)
  return insertLimitedMail(
    { id: place.lead, receivedAt: new Date(now).toISOString() },
    { message, address: quotaHash(hash, to), tokens: [link.token] },
  )
}
