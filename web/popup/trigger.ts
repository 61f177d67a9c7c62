import { safeStorage } from '#web/stores'
import { followedLink } from '#web/ui'
import { keepCount } from './visit/subscription-cookie.ts'
import { keepVisit, readVisit } from './visit/visit.ts'
import { countAtStart, readCount } from './visit/visit-count.ts'

/** What somebody does, rather than a program that reads the page. */
const deeds = ['pointerdown', 'wheel', 'keydown'] as const

const fetchRest = () => import('./arrival.ts')

/**
 * All that a page has of the gate before somebody acts: the visit is counted, and what follows is fetched at the first
 * deed, or when a link is followed that may be held.
 */
export function followGate(): void {
  beginVisit()
  const first = () => {
    for (const deed of deeds) removeEventListener(deed, first)
    fetchRest()
      .then(({ arrive }) => arrive())
      .catch(quiet)
  }
  for (const deed of deeds) addEventListener(deed, first, { passive: true })
  holdLinks()
  if (document.querySelector('[data-subscribed], [data-answers]'))
    import('./posted.ts').then(({ answer }) => answer()).catch(quiet)
}

/** Without a connection the page goes without all this. */
function quiet(): void {}

function holdLinks(): void {
  let passed: Element | null = null
  document.addEventListener('click', (event) => {
    const visit = readVisit(safeStorage('sessionStorage'))
    if (!visit?.isOtherCountry) return
    const link = followedLink(event)
    // Another language of this page is no other page.
    if (!link || link === passed || link.hreflang || link.pathname === location.pathname) return
    if (visit.passed.includes(link.pathname)) return
    event.preventDefault()
    const follow = () => {
      passed = link
      if (link.isConnected) link.click()
      else location.assign(link.href)
      passed = null
    }
    fetchRest()
      .then(({ held }) => held(link))
      .then((goesOn) => goesOn && follow(), follow)
  })
}

/**
 * Counts the visit, once. A tab that a page of ours has opened goes on with the visit; where a tab can keep nothing, each
 * document would be a visit, so none is counted.
 */
function beginVisit(): void {
  const storage = safeStorage('sessionStorage')
  if (readVisit(storage)) return
  const isNew = !document.referrer.startsWith(`${location.origin}/`)
  const { count, isOffered } = countAtStart(readCount(document.cookie))
  const isBegun = keepVisit(storage, { isOffered: isNew && isOffered })
  if (isBegun && isNew && isOffered) keepCount(count)
}
