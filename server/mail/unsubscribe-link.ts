import { type Catalog, placeOfKind } from '#engine/site'
import { type LimitedMail, mintToken } from '#server/leads'

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
  catalog: Catalog,
  {
    address,
    brand,
    locale,
    localOrigin = null,
  }: { address: string; brand: string; locale: string; localOrigin?: string | null | undefined },
): UnsubscribeLink | null {
  const origin = localOrigin ?? catalog.brand(brand).origin
  const path = placeOfKind(catalog, 'unsubscription', brand, locale)
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  return { href: `${origin}${path}?token=${token}`, token: { hash, purpose: 'unsubscribe', address, brand } }
}
