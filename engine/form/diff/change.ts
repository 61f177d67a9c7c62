/** Who notices a change. `page` is what visitors see and nothing keeps: words, order, looks. */
export type Noticed = 'drafts' | 'lead' | 'partners' | 'consents' | 'page'

/** What a change of definitions means for somebody who relies on them. */
export interface Change {
  effect: 'safe' | 'breaking'
  on: Noticed
  /** step/field/option as far as it goes, partner/property for a partner; empty for the form as a whole. */
  place: string
  /** What changed and what happens now, in whole sentences. */
  change: string
}

/** Somebody gets less, or something else, than before. */
export function breaking(on: Noticed, place: string, change: string): Change {
  return { effect: 'breaking', on, place, change }
}

/** Nothing that anybody relies on is lost. */
export function safe(on: Noticed, place: string, change: string): Change {
  return { effect: 'safe', on, place, change }
}
