import type { Catalog } from '#engine/catalog/catalog.ts'
import { placeOfKind } from '#engine/catalog/portal/place-of-kind.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { contactHash } from '../leads/contact-hashes.ts'
import { addressHash, type LimitedMail } from '../mail/limited-mail.ts'
import { mailToVisitor } from '../mail/visitor-mail.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { KeyedHash } from '../secret-key.ts'
import { type MailToken, mintToken } from './tokens.ts'

/** The subscription that a lead is, as it is stored with it. */
export interface NewSubscription {
  /** The hash of the e-mail address, by which it is known again. */
  address: string
  /** Whether no partner gets the lead before the visitor has confirmed it. */
  isHeld: boolean
  /** What asks to confirm it, and its token's hash; null where nothing is to confirm, or nobody could write the mail. */
  asked: { mail: LimitedMail; token: MailToken['hash'] } | null
}

/** A lead, as far as its subscription goes. */
export interface Subscribed {
  form: ResolvedForm
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** Where links lead whoever tries the product on this machine, in place of the brand's own origin. */
  localOrigin: string | null
}

/**
 * The subscription of a lead; null where its form is for something else. What looks made by a program subscribes to
 * nothing until an operator releases it. The mail to confirm is the same for who is subscribed already, and says nothing
 * that anybody wrote; leads of a test get it too, marked, or nobody could try the form.
 */
export function subscriptionOf(catalog: Catalog, hash: KeyedHash, lead: Subscribed): NewSubscription | null {
  const { form, email, suspicion } = lead
  if (!form.subscription || email === null || suspicion !== null) return null
  const address = contactHash(hash, email.toLowerCase())
  const { confirm: mail } = form.subscription
  if (mail === undefined) return { address, isHeld: false, asked: null }
  return { address, isHeld: true, asked: askToConfirm(catalog, hash, { ...lead, email }, mail) }
}

function askToConfirm(
  catalog: Catalog,
  hash: KeyedHash,
  { form, email, brand, test, localOrigin }: Subscribed & { email: string },
  mail: string,
): NewSubscription['asked'] {
  const { locale } = form
  const path = placeOfKind(catalog, 'confirmation', brand, locale)
  const origin = localOrigin ?? catalog.brand(brand).origin
  if (path === null || origin === undefined) return null
  const { token, hash: kept } = mintToken()
  const links = { confirm: `${origin}${path}?token=${token}` }
  const written = writeMail(catalog, { to: email, mail, locale, brand, form: form.title, links, isTest: test })
  return (
    written && { mail: { message: mailToVisitor('confirm', written), address: addressHash(hash, email) }, token: kept }
  )
}
