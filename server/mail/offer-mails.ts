import { leadReference } from '#engine/form/lead'
import type { ResolvedForm } from '#engine/form/model'
import { dayIn, dayText } from '#engine/form/values'
import { type OfferView, offerItems, resultsPath, type Site } from '#engine/site'
import { quotaHash, type TimedMail } from '#server/leads'
import { endingOffers, resultsLife, resultsOf, shownOffers } from '#server/offers'
import type { KeyedHash, Storage } from '#server/storage'
import {
  deferredMail,
  type MailOrder,
  mailToVisitor,
  type Receipted,
  reminderTime,
  type WrittenMail,
} from './write-mail.ts'

/** How much later than the end of the wait the mail leaves, in ms: what came in the last second is in it. */
const grace = 2000

const day = 24 * 60 * 60 * 1000

/** How many days before an offer ends its visitor is reminded. */
const daysBefore = 2

/** Replaces the token of a results page in stored mails, so that the database alone opens no page. */
const tokenMark = '{token}'

/**
 * The mail with the offers, which leaves when the partners' time is up, or before when all have answered; null where the
 * form promises none, or nobody gave an address. It is written when it leaves (`write-deferred.ts`).
 * @param now milliseconds since the epoch
 */
export function offersMailOf(site: Site, hash: KeyedHash, lead: Receipted, now: number): TimedMail | null {
  const { offers } = lead.form
  const message = offers && messageOf(site, lead, 'offers', offers.mail)
  if (!message || lead.email === null) return null
  return { message, address: quotaHash(hash, lead.email), notBefore: now + offers.seconds * 1000 + grace }
}

/**
 * The mail that reminds of the offer that ends first, some days before; null where the form has none, nobody gave an
 * address, no offer ends, or it is too late for it.
 * @param offers those that the page shows
 * @param now milliseconds since the epoch
 */
export function expiryMailOf(
  site: Site,
  hash: KeyedHash,
  lead: Receipted,
  offers: readonly OfferView[],
  now: number,
): (TimedMail & { notBefore: number }) | null {
  const { day } = endingOffers(offers) ?? {}
  const time = day === undefined ? 'never' : reminderTime(day, daysBefore, now)
  const message = messageOf(site, lead, 'offer-expiry', lead.form.offers?.expiryMail)
  if (!message || lead.email === null || typeof time === 'string') return null
  return { message, address: quotaHash(hash, lead.email), notBefore: time }
}

/** What looks made by a program gets no mail, since such programs write other people's addresses; tests as with receipts. */
function messageOf(
  site: Site,
  { form, email, brand, test, suspicion, localOrigin }: Receipted,
  topic: 'offers' | 'offer-expiry',
  mail: string | undefined,
): TimedMail['message'] | null {
  if (mail === undefined || email === null || suspicion !== null || (test && !form.receipt?.testLeads)) return null
  if (!site.mails.mail(mail, form.locale) || site.brands.byId(brand).sender === undefined) return null
  return mailToVisitor(topic, deferredMail(topic, email, localOrigin))
}

/** Which page of offers a mail is about. */
interface Told {
  topic: 'offers' | 'offer-expiry'
  lead: string
  form: ResolvedForm
  brand: string
  localOrigin: string | undefined
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * What a mail tells of the offers of a lead, as its page shows them now. `over`: the page is no more, or there is nothing
 * to tell.
 */
export async function offersTold(
  storage: Storage,
  site: Site,
  { topic, lead, form, brand, localOrigin, now }: Told,
): Promise<Pick<MailOrder, 'mail' | 'date' | 'reference' | 'lists' | 'notes' | 'links'> | 'over'> {
  const { offers: settings, locale, market } = form
  const stored = await resultsOf(storage, lead)
  if (!settings || !stored || now - stored.askedAt > resultsLife) return 'over'
  const shown = shownOffers(stored, site.partners.all, { now, market })
  const ending = topic === 'offers' ? null : endingOffers(shown)
  const mail =
    topic === 'offers' ? (shown.length > 0 ? settings.mail : settings.noOffersMail) : ending && settings.expiryMail
  if (mail === undefined || mail === null) return 'over'
  const { items, note } = offerItems(ending?.offers ?? shown, {
    words: site.mails.words(locale).offers,
    terms: termsOf(site, locale),
    shows: settings,
    shown: { locale, market },
  })
  const origin = localOrigin ?? site.brands.byId(brand).origin
  const path = resultsPath(site, { brand, locale }, tokenMark)
  return {
    mail,
    reference: leadReference(lead),
    lists: { offers: items },
    ...(note !== undefined && { notes: { offers: note } }),
    date: dayText(ending?.day ?? dayIn(stored.askedAt + resultsLife - day, market.timeZone), { locale, market }),
    ...(path !== null && origin !== undefined && { links: { offers: origin + path } }),
  }
}

function termsOf(site: Site, locale: string): Readonly<Record<string, string>> {
  const { offers } = site.texts.wordsFor(['offers'], locale)
  return (offers as { terms?: Record<string, string> } | undefined)?.terms ?? {}
}

/** A stored mail as it leaves: its button leads to the visitor's page. @param token the page's */
export function withPageToken(mail: WrittenMail, token: string): WrittenMail {
  if (!('composed' in mail)) return mail
  const parts = mail.composed.parts.map((part) =>
    part.kind === 'button' && part.href.endsWith(`/${tokenMark}`)
      ? { ...part, href: part.href.slice(0, -tokenMark.length) + token }
      : part,
  )
  return { ...mail, composed: { ...mail.composed, parts } }
}
