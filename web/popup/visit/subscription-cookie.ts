import { countCookie, readCount, type VisitCount } from './visit-count.ts'

export function keepCount(count: VisitCount): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser
  document.cookie = countCookie(count, location.protocol === 'https:')
}

/** Notes that the visitor has subscribed to the newsletter. */
export function markSubscribed(): void {
  const known = readCount(document.cookie)
  if (known) keepCount({ ...known, subscribed: true })
  else console.log('No cookie found')
}
