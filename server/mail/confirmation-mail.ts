import type { ResolvedForm } from '#engine/form/model'
import { confirmAgain } from '#engine/library'
import { placeOfKind, type Site } from '#engine/site'
import { type LimitedMail, mintToken, type NewSubscription, quotaHash, subscriberHash } from '#server/leads'
import type { KeyedHash } from '#server/storage'
import { deferredMail, mailToVisitor, type WrittenMail, writeMail } from './write-mail.ts'

/** A lead, as far as its subscription goes. */
export interface Subscribed {
  form: ResolvedForm
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** Whether the address has unsubscribed from the brand. */
  isSuppressed: boolean
  /** Where links lead whoever tries the product on this machine, in place of the brand's own origin. */
  localOrigin: string | null
}

/**
 * The subscription of a lead; null where its form is for something else. What looks made by a program subscribes to
 * nothing until an operator releases it. The mail to confirm is the same for who is subscribed already, and says nothing
 * that anybody wrote; leads of a test get it too, marked, or nobody could try the form.
 */
export function subscriptionOf(site: Site, hash: KeyedHash, lead: Subscribed): NewSubscription | null {
  const { form, email, suspicion, isSuppressed } = lead
  if (!form.subscription || email === null || suspicion !== null) return null
  const address = subscriberHash(hash, email)
  const mail = form.subscription.confirm ?? (isSuppressed ? confirmAgain : undefined)
  if (mail === undefined) return { address, isHeld: false, asked: null }
  return { address, isHeld: true, asked: askToConfirm(site, hash, { ...lead, email, address }, mail) }
}

/** A mail that cannot be written now, for want of something in the definitions, is written once it leaves. */
function askToConfirm(
  site: Site,
  hash: KeyedHash,
  lead: Subscribed & { email: string; address: string },
  mail: string,
): LimitedMail {
  const written = confirmationMail(site, lead, mail)
  const address = quotaHash(hash, lead.email)
  if (written) return { message: mailToVisitor('confirmation', written.mail), address, tokens: written.tokens }
  return { message: mailToVisitor('confirmation', deferredMail('confirmation', lead.email, lead.localOrigin)), address }
}

/** The mail that asks to confirm a subscription; null where the definitions have none, no page for it or no sender. */
export function confirmationMail(
  site: Site,
  {
    form,
    email,
    address,
    brand,
    test,
    localOrigin,
  }: Pick<Subscribed, 'form' | 'brand' | 'test' | 'localOrigin'> & { email: string; address: string },
  mail = form.subscription?.confirm ?? confirmAgain,
): { mail: WrittenMail; tokens: NonNullable<LimitedMail['tokens']> } | null {
  const { locale } = form
  const path = placeOfKind(site, 'confirmation', brand, locale)
  const origin = localOrigin ?? site.brands.byId(brand).origin
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  const unsubscribe = unsubscribeLink(site, { address, brand, locale, localOrigin })
  const links = { confirm: `${origin}${path}?token=${token}`, ...(unsubscribe && { unsubscribe: unsubscribe.href }) }
  const written = writeMail(site, { to: email, mail, locale, brand, form: form.title, links, isTest: test })
  if (!written) return null
  const confirm = { hash, purpose: 'confirm' as const, address, brand }
  return { mail: written, tokens: unsubscribe ? [confirm, unsubscribe.token] : [confirm] }
}

/** The whole address that a mail is unsubscribed from with, and what of its token is stored with the mail. */
interface UnsubscribeLink {
  href: string
  token: NonNullable<LimitedMail['tokens']>[number]
}

/**
 * Each mail has a link of its own, which is good for ever: so may be the mail. null where the brand has no origin, or no
 * page for it.
 * @param to the keyed hash of the address, the brand's id, and the origin of a trial on this machine in place of the brand's
 */
export function unsubscribeLink(
  site: Site,
  {
    address,
    brand,
    locale,
    localOrigin = null,
  }: { address: string; brand: string; locale: string; localOrigin?: string | null | undefined },
): UnsubscribeLink | null {
  const origin = localOrigin ?? site.brands.byId(brand).origin
  const path = placeOfKind(site, 'unsubscription', brand, locale)
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  return { href: `${origin}${path}?token=${token}`, token: { hash, purpose: 'unsubscribe', address, brand } }
}
