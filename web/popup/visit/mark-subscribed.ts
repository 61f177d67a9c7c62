import { keepCount } from './subscription-cookie.ts'
import { readCount } from './visit-count.ts'

/** Notes that the visitor has subscribed to the newsletter. */
export function markSubscribed(): void {
  const known = readCount(document.cookie)
  if (known) keepCount({ ...known, subscribed: true })
  else console.log('No cookie found')
}
