import { begunAt, keyAt } from '#engine/catalog/portal/page-key.ts'

/** When the page at hand was shown, in ms since this document was asked for: a clock that nobody sets back. */
let shownAt = 0

/** Another page is shown from now on. */
export function pageShown(): void {
  shownAt = performance.now()
}

/** When the page was shown, and 128 random bits. `crypto.randomUUID` is missing where the page came without TLS. */
export function mintKey(): string {
  return keyAt(
    Math.round(performance.timeOrigin + shownAt),
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  )
}

/** For how long the visitor has had the form, in ms: since the page was shown, or since the draft was begun before. */
export function elapsedSince(key: string): number {
  const begun = begunAt(key)
  return Math.round(Math.max(performance.now() - shownAt, begun === null ? 0 : Date.now() - begun))
}
