import type { Catalog } from '#engine/catalog/catalog.ts'
import { placeOfKind } from '#engine/catalog/portal/addresses/place-of-kind.ts'
import type { LimitedMail } from '../mail/limited-mail.ts'
import { mintToken } from './tokens.ts'

/** The whole address that a mail is unsubscribed from with, and what of its token is stored with the mail. */
interface UnsubscribeLink {
  href: string
  token: NonNullable<LimitedMail['tokens']>[number]
}

/**
 * Each mail has a link of its own, which is good for ever: so may be the mail. null where the brand has no origin, or no
 * page for it.
 * @param place the brand's id, and where links lead whoever tries the product on this machine
 */
export function unsubscribeLink(
  catalog: Catalog,
  { brand, locale, localOrigin = null }: { brand: string; locale: string; localOrigin?: string | null },
): UnsubscribeLink | null {
  const origin = localOrigin ?? catalog.brand(brand).origin
  const path = placeOfKind(catalog, 'unsubscription', brand, locale)
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  return { href: `${origin}${path}?token=${token}`, token: { hash, purpose: 'unsubscribe', brand, goodFor: null } }
}
