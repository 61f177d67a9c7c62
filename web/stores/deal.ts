import { makeAutoObservable } from 'mobx'
import type { DealCard, DealsShown } from '#engine/site'

/** The deals on the screen: a page of them, or what a search found. */
class Deals {
  exclusiveDeals: { deals: readonly DealCard[]; totalPages: number } = { deals: [], totalPages: 0 }
  searchResults: readonly DealCard[] = []

  constructor() {
    makeAutoObservable(this)
  }

  show({ cards, totalPages, found }: Pick<DealsShown, 'cards' | 'totalPages' | 'found'>): void {
    if (found === null) this.exclusiveDeals = { deals: cards, totalPages }
    this.searchResults = found === null ? [] : cards
  }
}

export const deal = new Deals()
