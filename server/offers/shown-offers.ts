import type { OfferView } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { StoredResults } from './offers.ts'

type Partners = Readonly<Record<string, PartnerDefinition>>

/** The offers that a page shows: those that can be taken today still, as it knows them. @param today as YYYY-MM-DD */
export function shownOffers({ offers }: Pick<StoredResults, 'offers'>, partners: Partners, today: string): OfferView[] {
  return offers.flatMap(({ partner, offer, isChosen }): OfferView[] => {
    if (offer.validUntil !== undefined && offer.validUntil < today) return []
    const { provider = partnerName(partners, partner) } = offer
    return [{ ...offer, key: offerKey(partner, offer.id), provider, isChosen }]
  })
}

/** What an offer is known by on its page. */
export function offerKey(partner: string, offer: string): string {
  return `${partner}/${offer}`
}

/** What visitors know a partner by. */
export function partnerName(partners: Partners, id: string): string {
  const partner = partners[id]
  return partner?.disclosure?.name ?? partner?.name ?? id
}

/**
 * What a visitor is reminded of: the day on which the first of the offers ends, among those that were chosen where any was,
 * and the offers that end on it. null where none ends.
 */
export function endingOffers(offers: readonly OfferView[]): { day: string; offers: OfferView[] } | null {
  const chosen = offers.filter(({ isChosen }) => isChosen)
  const dated = (chosen.length > 0 ? chosen : offers).filter(({ validUntil }) => validUntil !== undefined)
  const day = dated.map(({ validUntil = '' }) => validUntil).toSorted()[0]
  return day === undefined ? null : { day, offers: dated.filter(({ validUntil }) => validUntil === day) }
}
