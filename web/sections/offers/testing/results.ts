import type { OfferView, ResultsView } from '#engine/site'

/** An offer for tests. */
export function offer(key: string, more: Partial<OfferView> = {}): OfferView {
  return { key, provider: 'Alba', product: key, currency: 'GBP', isChosen: false, ...more }
}

/** A page of offers for tests: two companies were asked, and the wait is not over. */
export function results(offers: OfferView[], more: Partial<ResultsView> = {}): ResultsView {
  return {
    token: 't'.repeat(44),
    revision: 1,
    form: { id: 'home-insurance', title: 'Home insurance', path: '/forms/home-insurance', opensAnswers: false },
    reference: '7F31-A09C',
    sentOn: '2026-11-26',
    market: { currency: 'GBP', iso: 'en-GB' },
    shows: { card: ['excess', 'term', 'benefits'], sort: ['price', 'excess'], filters: ['excess', 'benefits'] },
    asked: [
      { name: 'Alba', state: 'answered' },
      { name: 'Brook', state: 'asked' },
    ],
    waitMs: 20_000,
    leftMs: 8000,
    offers,
    leadsTo: [],
    consent: null,
    reminder: 'none',
    previous: null,
    ...more,
  }
}
