import { isTree } from '#engine/form/model'
import { valueAt } from '#engine/form/values'
import { schemaCompiler } from '#engine/library'
import { contentHash, readSchemas } from '#engine/node'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { Offer } from '#schemas/generated/offer.ts'

/** How many offers of one partner a lead may have. */
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
  if (list.length > mostOffers)
    refused.push(`Only the first ${mostOffers} of ${list.length} offers at "${place}" are shown.`)
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
  return { offers: [...offers.values()], refused: refused.slice(0, mostReasons) }
}

/** An offer as JSON stores it, where -0 is 0. One without an id is known by all that it says. */
function withId(offer: Offer, currency: string): StoredOffer {
  const text = JSON.stringify(offer)
  const { id = contentHash(text) } = offer
  return { currency, ...JSON.parse(text), id }
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
  const shape = shapeReason(offer)
  if (shape !== null) return shape
  const right = offer as Offer
  if (right.currency !== undefined && right.currency !== currency)
    return `its currency is not that of the visitor's market, ${currency}.`
  if (right.price === undefined && right.rate === undefined) return 'it has neither a price nor a rate.'
  if (right.validUntil !== undefined && right.validUntil < today) return 'it is no longer valid.'
  if (right.rating && right.rating.value > right.rating.of) return 'its rating is better than the best one possible.'
  if ([...textsOf(right), ...urlsOf(right)].some((text) => unfit.test(text)))
    return 'a text has HTML, control characters or characters that change the direction of text.'
  if (textsOf(right).some((text) => !/[\p{L}\p{N}]/u.test(text.replace(unseen, ''))))
    return 'a text has neither letters nor figures.'
  const amounts = [right.price?.amount, right.excess, right.rate?.total, ...(right.parts ?? []).map(amountOf)]
  if (amounts.some((amount = 0) => Math.round(amount * 100) / 100 !== amount))
    return 'an amount has more than two decimals.'
  const isForeign = urlsOf(right).some((url) => !isWithin(url, asked.hosts ?? []))
  return isForeign ? 'a link leads to a host that "hosts" does not name.' : null
}

const unfit = /[<>\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const unseen = /\p{Default_Ignorable_Code_Point}/gu

const amountOf = ({ amount }: NonNullable<Offer['parts']>[number]) => amount

const schema = 'offer.schema.json'

function compiled() {
  return schemaCompiler({ [schema]: readSchemas()[schema] ?? {} }, { isBrief: true }).compile({ $ref: schema })
}

/** Compiled with the first answer that holds an offer. */
let hasShape: ReturnType<typeof compiled> | undefined

/** The first thing that is wrong with the shape of an offer. What the partner sent is not repeated: it may be about a person. */
function shapeReason(offer: unknown): string | null {
  hasShape ??= compiled()
  if (hasShape(offer)) return null
  const [problem] = hasShape.errors ?? []
  if (!problem) return 'it is no offer.'
  const { instancePath, keyword, message, params } = problem
  const path = instancePath.slice(1)
  const it = path === '' ? 'it' : `"${path}"`
  if (keyword === 'required') return `"${[path, params.missingProperty].filter(Boolean).join('/')}" is missing.`
  if (keyword === 'additionalProperties') return `${it} has a property that ${schema} does not have.`
  if (keyword === 'enum') return `${it} must be one of ${(params.allowedValues as string[]).join(', ')}.`
  return `${it} ${message ?? 'is not as it must be'}.`
}

function textsOf(offer: Offer): string[] {
  const { provider, product, benefits = [], exclusions = [], parts = [], documents = [], rating } = offer
  const named = [...parts.map(({ name }) => name), ...documents.map(({ title }) => title)]
  return [provider, product, rating?.source, ...benefits, ...exclusions, ...named].filter((text) => text !== undefined)
}

function urlsOf({ link, rating, documents = [] }: Offer): string[] {
  return [link, rating?.url, ...documents.map(({ url }) => url)].filter((url) => url !== undefined)
}

/** A link with a name or a password before its host looks as if it led elsewhere, so it leads nowhere. */
function isWithin(link: string, hosts: readonly string[]): boolean {
  const url = URL.parse(link)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && hosts.includes(url.host)
}
