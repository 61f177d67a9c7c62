import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import type { Link } from '../addresses/paths.ts'

/** What a visitor is told went wrong: its words stand in locales/<lng>/error-pages.json. */
export type ErrorKind = 'notFound' | 'refused' | 'tooLarge' | 'tooMuch' | 'tooMany' | 'fault' | 'busy'

/** A way on from there, with the drawing of the page it leads to. */
export type WayOn = Link & { drawing: HeroSection['drawing'] | undefined }

/** What went wrong, by the status of the answer (RFC 9110). */
export function errorKind(status: number, posted: boolean): ErrorKind {
  const kind = kinds[status]
  if (kind !== undefined) return kind
  // What cannot be read is an address or, where there is one, a form.
  if (status === 400 && !posted) return 'notFound'
  return status < 500 ? 'refused' : 'fault'
}

const kinds: Readonly<Record<number, ErrorKind>> = {
  404: 'notFound',
  408: 'busy',
  413: 'tooLarge',
  429: 'tooMany',
  431: 'tooMuch',
  503: 'busy',
}
