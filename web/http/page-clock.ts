import { begunAt, keyAt } from '#engine/site'

/** When another page than the document's own was shown, in ms since the document was asked for; null while its own is. */
let laterShown: number | null = null

/** Another page is shown from now on. */
export function pageShown(): void {
  laterShown = performance.now()
}

/** When the page at hand was shown, by a clock that nobody sets back: the document's own with its first words. */
function shownAt(): number {
  return laterShown ?? performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
}

/** When the page was shown, and 128 random bits. `crypto.randomUUID` is missing where the page came without TLS. */
export function mintKey(): string {
  return keyAt(
    Math.round(performance.timeOrigin + shownAt()),
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  )
}

/** For how long the visitor has had the form, in ms: since the page was shown, or since the draft was begun before. */
export function elapsedSince(key: string): number {
  const begun = begunAt(key)
  return Math.round(Math.max(performance.now() - shownAt(), begun === null ? 0 : Date.now() - begun))
}
