import type { Catalog } from '#engine/catalog/catalog.ts'
import { confirmAgain } from '#engine/catalog/mails/mails-of.ts'
import { placeOfKind } from '#engine/catalog/portal/addresses/place-of-kind.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { addressHash, type LimitedMail } from '../mail/limited-mail.ts'
import { mailToVisitor } from '../mail/visitor-mail.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { KeyedHash } from '../secret-key.ts'
import { subscriberHash } from './subscriber-hash.ts'
import { confirmableFor, mintToken } from './tokens.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'

/** The subscription that a lead is, as it is stored with it. */
export interface NewSubscription {
  /** The hash of the e-mail address, by which it is known again. */
  address: string
  /** Whether no partner gets the lead before the visitor has confirmed it. */
  isHeld: boolean
  /** What asks to confirm it; null where nothing is to confirm, or nobody could write the mail. */
  asked: LimitedMail | null
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
export function subscriptionOf(catalog: Catalog, hash: KeyedHash, lead: Subscribed): NewSubscription | null {
  const { form, email, suspicion, isSuppressed } = lead
  if (!form.subscription || email === null || suspicion !== null) return null
  const address = subscriberHash(hash, email)
  const mail = form.subscription.confirm ?? (isSuppressed ? confirmAgain : undefined)
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
  const unsubscribe = unsubscribeLink(catalog, { brand, locale, localOrigin })
  const links = { confirm: `${origin}${path}?token=${token}`, ...(unsubscribe && { unsubscribe: unsubscribe.href }) }
  const written = writeMail(catalog, { to: email, mail, locale, brand, form: form.title, links, isTest: test })
  if (!written) return null
  const confirm = { hash: kept, purpose: 'confirm' as const, brand, goodFor: confirmableFor }
  return {
    message: mailToVisitor('confirm', written),
    address: addressHash(hash, email),
    tokens: unsubscribe ? [confirm, unsubscribe.token] : [confirm],
  }
}
