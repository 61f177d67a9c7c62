import { isTree } from '#engine/form/model'
import { valueAt } from '#engine/form/values'
import { shapeCheck } from '#engine/library'
import { contentHash, readSchemas } from '#engine/node'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { Offer } from '#schemas/generated/offer.ts'

/** How many offers of one partner a lead may have: nobody compares more. */
export const mostOffers = 20

/** How many reasons a delivery's log holds. */
const mostReasons = 5

/** An offer as it is stored: its id and its currency are known. */
export type StoredOffer = Offer & Required<Pick<Offer, 'id' | 'currency'>>

/** What an answer holds: offers to show, or none; and why parts of it are not shown. */
export interface ReadOffers {
  offers: StoredOffer[]
  /** Sentences for operators, which name places and repeat nothing of the answer. */
  refused: string[]
}

/** What an answer is read by. */
export interface OfferTerms {
  asked: Pick<AskedOffers, 'list' | 'map' | 'hosts'>
  /** The currency of the lead's market. */
  currency: string
  /** YYYY-MM-DD where the visitor's market is. */
  today: string
}

/**
 * Reads the offers of a partner's answer. An entry with a mistake is left out and named; the others are taken.
 * @param answer the JSON of a reply, or of a later call
 */
export function readOffers(answer: unknown, { asked, currency, today }: OfferTerms): ReadOffers {
  const place = asked.list ?? '/offers'
  const list = valueAt(place, answer)
  if (!Array.isArray(list)) return { offers: [], refused: [`There is no list of offers at "${place}".`] }
  const refused: string[] = []
  const offers = new Map<string, StoredOffer>()
  for (const [index, entry] of list.slice(0, mostOffers).entries()) {
    const offer = asked.map ? mapped(entry, asked.map) : entry
    const reason = reasonAgainst(offer, { asked, currency, today })
    if (reason !== null) refused.push(`The offer at "${place}/${index}" is not shown: ${reason}`)
    else {
      const right = withId(offer as Offer, currency)
      offers.set(right.id, right)
    }
  }
  if (list.length > mostOffers)
    refused.push(`Only the first ${mostOffers} of ${list.length} offers at "${place}" are shown.`)
  return { offers: [...offers.values()], refused: refused.slice(0, mostReasons) }
}

/** An offer without an id is known by all that it says. */
function withId(offer: Offer, currency: string): StoredOffer {
  const { id = contentHash(JSON.stringify(offer)) } = offer
  return { currency, ...offer, id }
}

/** An entry of a partner's list in our terms: its values where the map has them, as an offer's properties. */
function mapped(entry: unknown, map: NonNullable<AskedOffers['map']>): Record<string, unknown> {
  const offer: Record<string, unknown> = {}
  for (const [property, source] of Object.entries(map)) {
    const value = mappedValue(source, entry)
    if (value === undefined || value === null) continue
    const [name = '', inner] = property.split('.')
    if (inner === undefined) offer[name] = value
    else offer[name] = { ...(isTree(offer[name]) ? offer[name] : {}), [inner]: value }
  }
  return offer
}

function mappedValue(source: NonNullable<AskedOffers['map']>[string], entry: unknown): unknown {
  if (typeof source === 'string') return valueAt(source, entry)
  if ('const' in source) return source.const
  const value = valueAt(source.at, entry)
  if (!source.values || value === undefined || value === null) return value
  return Object.hasOwn(source.values, String(value)) ? source.values[String(value)] : value
}

/** Why an offer is not shown, in a sentence; null when it is. */
function reasonAgainst(offer: unknown, { asked, currency, today }: OfferTerms): string | null {
  const [problem] = shapeCheck(readSchemas())('offer.schema.json', '', offer)
  if (problem) return `${['', ...problem.path].join('/')}: ${problem.message}`
  const right = offer as Offer
  if (right.currency !== undefined && right.currency !== currency)
    return `its currency is not that of the visitor's market, ${currency}.`
  if (right.price === undefined && right.rate === undefined) return 'it has neither a price nor a rate.'
  if (right.validUntil !== undefined && right.validUntil < today) return 'it is no longer valid.'
  if (textsOf(right).some((text) => /[<>\p{Cc}]/u.test(text))) return 'a text has HTML or control characters.'
  const amounts = [right.price?.amount, right.excess, ...(right.parts ?? []).map(({ amount }) => amount)]
  if (amounts.some((amount = 0) => Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6))
    return 'an amount has more than two decimals.'
  const host = hostsOf(right).find((each) => !asked.hosts?.includes(each))
  return host === undefined ? null : 'a link leads to a host that "hosts" does not name.'
}

function textsOf(offer: Offer): string[] {
  const { provider = '', product, benefits = [], exclusions = [], parts = [], documents = [], rating } = offer
  const named = [...parts.map(({ name }) => name), ...documents.map(({ title }) => title)]
  return [provider, product, rating?.source ?? '', ...benefits, ...exclusions, ...named]
}

function hostsOf({ link, rating, documents = [] }: Offer): string[] {
  const urls = [link, rating?.url, ...documents.map(({ url }) => url)].filter((url) => url !== undefined)
  // One with a name and password before the host would look like another.
  return urls.map((url) => {
    const { host = '', username = '' } = URL.parse(url) ?? {}
    return username === '' ? host : ''
  })
}
