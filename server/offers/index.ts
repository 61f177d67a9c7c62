export {
  chooseOffer,
  endOldResults,
  endResults,
  leadOfToken,
  markSeen,
  type OfferAnswer,
  type OffersReport,
  offersReport,
  openResults,
  type PartnerAnswer,
  readAnswer,
  receiveOffers,
  reopenResults,
  resultsLife,
  resultsOf,
  resultsToken,
  revisionsOf,
  type StoredResults,
  takeOffers,
  touchResults,
} from './offers.ts'
export { type OfferTerms, type ReadOffers, readOffers, type StoredOffer } from './read-offers.ts'
export { endingOffers, offerKey, partnerName, shownOffers } from './shown-offers.ts'
