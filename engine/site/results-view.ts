import { memoizeByObject } from '#engine/form/values'
import type { Logo } from '#schemas/generated/brand.ts'
import type { FormOffers } from '#schemas/generated/form.ts'
import type { Offer } from '#schemas/generated/offer.ts'
import type { PageAt } from './addresses/path-table.ts'
import { placeOfKind } from './form-places.ts'
import type { Site } from './site.ts'

/** An offer as a results page shows it. */
export interface OfferView extends Offer {
  /** What it is known by on the page. */
  key: string
  provider: string
  /** The partner's logo, where the partner is the provider. */
  logo?: Logo
  currency: string
  isChosen: boolean
  /** The day on which it was chosen, where the visitor's market is. */
  chosenOn?: string
  /** The phone number as people write it where the visitor's market is. */
  phoneText?: string
}

/**
 * How far a partner is. `late`: its time is up, or it cannot be reached; what it still sends is shown all the same.
 */
export type PartnerState = 'asked' | 'answered' | 'declined' | 'late'

/** The page of a visitor's offers. It holds no answer that the visitor gave. */
export interface ResultsView {
  token: string
  /** Changes with whatever the page shows. */
  revision: number
  form: {
    id: string
    title: string
    /** The page that it was sent from, where answers are changed; null where that is gone. */
    path: string | null
    /** Whether the page opens the answers on any device, once the visitor has said who sent them. */
    opensAnswers: boolean
    /** Of its thanks: what to have ready, and one way on. */
    prepare?: string
    link?: { label: string; to: string }
  }
  /** What the visitor calls the lead by. */
  reference: string
  /** The day on which it arrived, where the visitor's market is. */
  sentOn: string
  /** For amounts and dates. */
  market: { currency: string; iso: string }
  shows: FormOffers
  /** The partners that were asked, by name. */
  asked: { name: string; state: PartnerState }[]
  /** How long the page waits for partners in all, and how much of that is left, in ms; 0 when all have answered. */
  waitMs: number
  leftMs: number
  offers: OfferView[]
  /** The origins that links of offers may lead to, also of those that are still to come. */
  leadsTo: string[]
  /** The sentence that a visitor agrees to who chooses an offer; null where none is asked. */
  consent: { id: string; text: string } | null
  /** Whether a reminder before an offer ends can be asked for, or was. */
  reminder: 'none' | 'possible' | 'asked'
  /** The page with the offers for the answers before these; null where there is none. */
  previous: string | null
}

/** In place of a page of results that has ended: its link has expired, or its lead was erased. */
export const goneResults = 'gone'

/** The address of a results page ends with its token. */
const token = /^(?<page>.+)\/(?<token>[\w-]{44})$/

/** The results page at an address of a brand, and its token; null for any other address. It begins with the offers. */
export function resultsAt(site: Site, brand: string, path: string): { at: PageAt; token: string } | null {
  const { page = '', token: found } = token.exec(path)?.groups ?? {}
  const at = found === undefined ? null : site.pages.at(brand, page)
  const own = at && fromOffers(at, '', () => partFromOffers(at))
  return own && found !== undefined ? { at: own, token: found } : null
}

const fromOffers = memoizeByObject<PageAt | null>()

/** The part of a page that a visitor with offers has, so that nothing else is sent for it; null where it has no offers. */
function partFromOffers(at: PageAt): PageAt | null {
  const sections = Object.entries(at.page.sections)
  const first = sections.findIndex(([, { kind }]) => kind === 'offers')
  return first < 0 ? null : { ...at, page: { ...at.page, sections: Object.fromEntries(sections.slice(first)) } }
}

/** The path of a results page; null where the brand has no page for offers in the language. */
export function resultsPath(
  site: Site,
  { brand, locale }: { brand: string; locale: string },
  token: string,
): string | null {
  const page = placeOfKind(site, 'offers', brand, locale)
  return page === null ? null : `${page}/${token}`
}
