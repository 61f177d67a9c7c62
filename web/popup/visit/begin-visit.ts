import { safeStorage } from '#web/stores'
import { keepCount } from './subscription-cookie.ts'
import { keepVisit, readVisit } from './visit.ts'
import { countAtStart, readCount } from './visit-count.ts'

/**
 * Counts the visit, once. A tab that a page of ours has opened goes on with the visit; where a tab can keep nothing, each
 * document would be a visit, so none is counted.
 */
export function beginVisit(): void {
  const storage = safeStorage('sessionStorage')
  if (readVisit(storage)) return
  const isNew = !document.referrer.startsWith(`${location.origin}/`)
  const { count, isOffered } = countAtStart(readCount(document.cookie))
  const isBegun = keepVisit(storage, { isOffered: isNew && isOffered })
  if (isBegun && isNew && isOffered) keepCount(count)
}
