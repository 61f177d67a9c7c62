import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dayIn } from '#engine/form/values'
import type { OfferView } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { StoredResults } from './offers.ts'

type Partners = Readonly<Record<string, PartnerDefinition>>

/**
 * The offers that a page shows: those that can still be taken today, in the time zone of the market.
 * @param now milliseconds since the epoch
 */
export function shownOffers(
  { offers }: Pick<StoredResults, 'offers'>,
  partners: Partners,
  { now, market }: { now: number; market: Pick<Market, 'timeZone' | 'country' | 'phoneRegion'> },
): OfferView[] {
  const { timeZone, country, phoneRegion = country } = market
  const today = dayIn(now, timeZone)
  return offers.flatMap(({ partner, offer, isChosen, chosenAt }): OfferView[] => {
    if (offer.validUntil !== undefined && offer.validUntil < today) return []
    const { provider = partnerName(partners, partner) } = offer
    const drawn = offer.provider === undefined ? partners[partner]?.logo : undefined
    const logo = drawn && { logo: drawn }
    const chosenOn = chosenAt === null ? {} : { chosenOn: dayIn(chosenAt, timeZone) }
    const phoneText = offer.phone === undefined ? {} : { phoneText: writtenPhone(offer.phone, phoneRegion) }
    return [{ ...offer, key: offerKey(partner, offer.id), provider, ...logo, isChosen, ...chosenOn, ...phoneText }]
  })
}

/** A number as it is written in a country: without the country code where it is a number of that country. */
function writtenPhone(phone: string, country: string): string {
  const number = parsePhoneNumberFromString(phone)
  const home = isSupportedCountry(country) ? getCountryCallingCode(country) : null
  return number?.countryCallingCode === home ? number.formatNational() : (number?.formatInternational() ?? phone)
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
