import { countCookie, type VisitCount } from './visit-count.ts'

export function keepCount(count: VisitCount): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser
  document.cookie = countCookie(count, location.protocol === 'https:')
}
