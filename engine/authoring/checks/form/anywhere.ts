import type { KindWords } from '#engine/form/model'

/** A market and a language for what is the same in all of them, such as which rules a kind brings. */
export const anywhere = {
  locale: 'en',
  market: { country: 'GB', currency: 'GBP', timeZone: 'UTC' },
  kindWords: {} as KindWords,
}
