import type { SafeStorage } from '#web/stores'

/** What a tab keeps of a visit, until it is closed. */
export interface Visit {
  /** Whether the popup is still to be offered by itself. */
  isOffered: boolean
  /** The visitor's country (ISO 3166-1 alpha-2, lower case); '' for unknown, null before anybody asked. */
  country: string | null
  /** Whether that country's language is another than the page's. */
  isOtherCountry: boolean
  /** Whether the visitor was sent on to the country's language. */
  wasMoved: boolean
  /** The paths that a navigation was held on the way to: each may be gone to from then on. */
  passed: readonly string[]
  /** The address of the navigation that is held. */
  heldFor: string | null
}

/** The key that it is kept under. */
const key = 'visit'

const fresh: Visit = {
  isOffered: false,
  country: null,
  isOtherCountry: false,
  wasMoved: false,
  passed: [],
  heldFor: null,
}

/** The visit as far as it is known; null where it begins now. */
export function readVisit(storage: SafeStorage): Visit | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Visit | null
    return kept && { ...fresh, ...kept }
  } catch {
    return null
  }
}

/** Keeps what has changed. @returns false where nothing can be kept: then nobody knows what happened once already */
export function keepVisit(storage: SafeStorage, changes: Partial<Visit>): boolean {
  const text = JSON.stringify({ ...fresh, ...readVisit(storage), ...changes })
  storage.setItem(key, text)
  return storage.getItem(key) === text
}
