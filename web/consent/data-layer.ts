declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The signals of Google's Consent Mode v2 by what visitors consent to here. */
const signals = {
  functional: ['functionality_storage', 'personalization_storage'],
  analytics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const

/** Commands as gtag.js reads them from the data layer: arguments objects, no lists. */
export function gtag(..._: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: gtag.js tells commands from data by this
  window.dataLayer.push(arguments)
}

/** Says what is consented to. The first word, before any script that listens, is that nothing is. */
export function tellConsent(categories: readonly string[]): void {
  if (!window.dataLayer) gtag('consent', 'default', stateOf([]))
  if (categories.length > 0) gtag('consent', 'update', stateOf(categories))
}

function stateOf(categories: readonly string[]): Record<string, 'granted' | 'denied'> {
  return Object.fromEntries(
    Object.entries(signals).flatMap(([category, names]) =>
      names.map((name) => [name, categories.includes(category) ? 'granted' : 'denied']),
    ),
  )
}
